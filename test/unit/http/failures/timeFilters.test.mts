import { json } from '../../../support/fakeCaller.mts';
import { clientWith, bodyOf, failureOf, get, withFakeClock } from '../../../support/fakeClient.mts';

withFakeClock();

const errorAfter = async (status: number, query: object) => {
	const { client } = clientWith([json(status, { detail: 'Because' })]);
	return await failureOf(client.send({ ...get, query: { limit: 10, ...query } }, bodyOf));
};

test.each([
	[422, 'to', '2026-07-01T00:00:00+02:00', '2026-06-30T22:00:00'],
	[500, 'created_after', '2026-07-01T00:00:00.123-0500', '2026-07-01T05:00:00'],
	[400, 'from', '2026-07-01T00:00:00Z', '2026-07-01T00:00:00'],
])(
	'after status %i it is said what to set for %s, whose time has a zone',
	async (status, name, time, plain) => {
		const { message, description } = await errorAfter(status, { [name]: time });
		expect(message).toContain('Because');
		expect(description).toContain(`such as ${name} = ${plain} (UTC).`);
	},
);

test.each<[number, object]>([
	[404, { from: '2026-07-01T00:00:00Z' }],
	[503, { from: '2026-07-01T00:00:00Z' }],
	[422, { from: '2026-07-01T00:00:00' }],
	[500, { from: '2026-17-81T00:00:00Z' }],
	[500, { from: 'T12:00Z' }],
])('after status %i with %j no zone is named', async (status, query) => {
	expect((await errorAfter(status, query)).description).not.toContain('such as');
});
