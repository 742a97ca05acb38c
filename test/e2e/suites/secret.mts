import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Secret, TOTP } from 'otpauth';
import { PACKAGE_NAME } from '../../../harness/project/package.mts';
import type { N8n } from '../../../harness/n8n/n8n.mts';
import type { TestN8n } from '../../../harness/n8n/testN8n.mts';
import { isFull } from '../../scale.mts';
import {
	BACKUP_CODES,
	PASSWORD,
	TOTP_SECRET,
	WRONG_PASSWORD,
	WRONG_TOTP_SECRET,
} from '../../support/n8nAccounts.mts';

interface LoginRecord {
	at: string;
	email: string;
	step: string;
	outcome: string;
}

/** Every text of n8n's database, a line for each row, with the table's name in front. */
function databaseTexts(folder: string): string {
	const database = new DatabaseSync(join(folder, '.n8n', 'database.sqlite'), { readOnly: true });
	const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
	const lines = tables.flatMap(({ name }) =>
		database
			.prepare(`SELECT * FROM "${name}"`)
			.all()
			.map((row) => `${name}: ${Object.values(row).join('\n')}`),
	);
	database.close();
	return lines.join('\n');
}

/** Contents of all files that n8n wrote, except the package itself. */
function fileTexts(folder: string): string {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && !entry.parentPath.includes(PACKAGE_NAME))
		.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
		.join('\n');
}

/** All that an n8n has written, by its place. */
export const textsOf = ({ userFolder, logs }: N8n): Array<[place: string, text: string]> => [
	['database', databaseTexts(userFolder)],
	['files', fileTexts(userFolder)],
	['log of the server', logs],
];

const TOKEN_LENGTH = 43;

/** Those that are anywhere in the text. Each piece that is as long as one is looked up: a search for one after the other would take minutes. */
function tokensIn(text: string, tokens: ReadonlySet<string>): string[] {
	const found: string[] = [];
	for (const [run] of text.matchAll(/[\w-]{43,}/g)) {
		for (let at = 0; at + TOKEN_LENGTH <= run.length; at += 1) {
			const piece = run.slice(at, at + TOKEN_LENGTH);
			if (tokens.has(piece)) found.push(piece);
		}
	}
	return found;
}

export function secretSuite(world: () => TestN8n): void {
	const texts: Array<[place: string, text: string]> = [];

	beforeAll(() => {
		const { n8n, printed } = world();
		texts.push(...textsOf(n8n));
		if (isFull) texts.push(['output of the CLI', printed]);
	});

	/** Where a secret was found, with some text before it, but without the secret itself. */
	function findings(secret: string | RegExp): string[] {
		return texts.flatMap(([place, text]) => {
			const index = typeof secret === 'string' ? text.indexOf(secret) : text.search(secret);
			return index < 0 ? [] : [`${place}: … ${text.slice(Math.max(0, index - 120), index)}`];
		});
	}

	test('the search would find something: it sees executions, logs and files', () => {
		const [token, other] = ['A', 'B'].map((letter) => letter.repeat(TOKEN_LENGTH));
		expect(tokensIn(`is ${other}, x-${token}_y`, new Set([token!]))).toEqual([token]);
		const [database, files, log, cli] = texts.map(([, text]) => text);
		expect(database).toContain('Łukasz');
		expect(database).toContain('refused the email address or the password');
		expect(files).toContain('sampleMondayCampaign');
		expect(log).toMatch(/debug/i);
		if (isFull) expect(cli).toContain('Łukasz');
	});

	test.each([
		['the password', [PASSWORD]],
		['wrong passwords', [WRONG_PASSWORD, 'another-wrong-one']],
		['authenticator secrets', [TOTP_SECRET, WRONG_TOTP_SECRET]],
		['backup codes, spent or not', BACKUP_CODES],
	])('%s cannot be found', (_name, secrets) => {
		expect(secrets.flatMap((secret) => findings(secret))).toEqual([]);
	});

	test('no token of the platform can be found', async () => {
		const { sandbox, samples } = world();
		const lists = [await sandbox.api.get('/tokens'), await samples.sandbox.api.get('/tokens')];
		const tokens: string[] = lists.flatMap(({ data }) => data);
		expect(tokens.length).toBeGreaterThan(4);
		expect(tokens.every((token) => token.length === TOKEN_LENGTH)).toBe(true);
		const found = texts.flatMap(([, text]) => tokensIn(text, new Set(tokens)));
		expect(found.flatMap((token) => findings(token))).toEqual([]);
	});

	test('no code that was sent can be found', async () => {
		const { data } = await world().sandbox.api.get('/logins');
		const sent = data.filter(
			({ step, email }: LoginRecord) => step === 'code' && email !== 'codes@example.com',
		);
		const codes = sent.map(({ at, outcome }: LoginRecord) => {
			const secret = Secret.fromBase32(outcome === 'ok' ? TOTP_SECRET : WRONG_TOTP_SECRET);
			return new TOTP({ secret }).generate({ timestamp: Date.parse(at) });
		});
		expect(codes.length).toBeGreaterThan(0);
		// Digits in a row with others are part of a number, not a code.
		const found = codes.flatMap((code: string) =>
			findings(new RegExp(`(?<![\\d.])${code}(?![\\d.])`)),
		);
		expect(found).toEqual([]);
	});
}
