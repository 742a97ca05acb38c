import { played, playedNodes } from './property.mts';

const SHARE = 0.6;

test(`${played(SHARE)}: every row of a list, or an error`, async () => {
	await playedNodes('list', SHARE);
});
