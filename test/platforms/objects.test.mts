import { checkNodes, played } from './run.mts';

const SHARE = 0.4;

jest.setTimeout(3_600_000);

test(`${played(SHARE)}: one thing, or an error; an action once`, async () => {
	await checkNodes('object', SHARE);
});
