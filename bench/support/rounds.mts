/** For a quick look: `--rounds=1`. What is compared is the median of all rounds. */
const given = process.argv.find((argument) => argument.startsWith('--rounds='));

export const ROUNDS = given ? Number(given.slice('--rounds='.length)) : 5;
