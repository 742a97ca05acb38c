import { played, playedNodes } from './property.mts';

const SHARE = 0.4;

test(`${played(SHARE)}: one thing, or an error; an action once`, async () => {
	await playedNodes('object', SHARE);
});
