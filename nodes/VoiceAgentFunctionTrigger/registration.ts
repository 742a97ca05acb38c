import type { IDataObject } from 'n8n-workflow';
import type { Address, Client } from '../shared/http';
import {
	addressOf,
	pagesFetcher,
	readObject,
	readResult,
	readRows,
	RequestFailure,
} from '../shared/http';
import { functionNameOf, functionUrlOf, idOf } from '../shared/platform';
import { isObject, isSameAddress, ParameterError, plainAddress } from '../shared/values';
import { functionBody, functionFingerprint } from './functionBody';
import { hashOf, isSecret, newSecret } from './secret';
import type { FunctionSettings, SecretPlace } from './settings';

/** What n8n stores of a registered function. Everybody who can read the workflow can read it, so it has no secret. */
export interface Registration {
	agentId: string;
	functionId: string;
	/** The webhook address of n8n, without the secret. */
	address: string;
	fingerprint: string;
	secretHash: string;
}

const ENTITY = 'customFunction';
const ONE = '/agents/{agent_id}/custom-functions/{id}';
const ALL = '/agents/{agent_id}/custom-functions/';

export const isNotFound = (error: unknown): boolean =>
	error instanceof RequestFailure && error.details.status === 404;

/** Whether the function may exist although the request to create it failed. */
const mayExist = ({ details }: RequestFailure): boolean =>
	details.status === 409 || details.reach === 'unknown';

function nameTaken(name: string, row?: IDataObject): ParameterError {
	const address = row ? functionUrlOf(row) : '';
	const target = address === '' ? '' : `: ${plainAddress(address)}`;
	return new ParameterError(
		`The agent already has a function "${name}" that leads to another address${target}`,
		"Enter another 'Function Name'. Or set Options → 'Take Over', if that function is not needed any more: it is replaced then",
	);
}

const notFound = (name: string) =>
	new RequestFailure(
		`It is unknown whether the function "${name}" was registered`,
		'The platform accepted it, and does not list it. Look for it on the platform, and publish the workflow again',
		{ reach: 'unknown' },
	);

const idFrom = (row: IDataObject) => idOf(row, ENTITY);

/** What the platform shows of the secret; '' if nothing. */
function shownSecret(row: IDataObject, { in: place, name }: SecretPlace): string {
	if (place === 'query') {
		const url = functionUrlOf(row);
		return URL.canParse(url) ? (new URL(url).searchParams.get(name) ?? '') : '';
	}
	const headers = isObject(row.headers) ? Object.entries(row.headers) : [];
	const header = headers.find(([key]) => key.toLowerCase() === name.toLowerCase());
	return typeof header?.[1] === 'string' ? header[1] : '';
}

/** Whether a field is what it must be. One that the platform does not show may be. */
const maybeSame = (shown: unknown, told: unknown): boolean =>
	typeof shown !== 'string' || shown === '' || shown === told;

/** The custom functions of one agent. */
class AgentFunctions {
	constructor(
		private readonly client: Client,
		private readonly agentId: string,
	) {}

	private one(method: 'GET' | 'PUT' | 'DELETE', id: string): Address {
		return addressOf(`${method} ${ONE}`, { agent_id: this.agentId, id });
	}

	async list(): Promise<IDataObject[]> {
		const address = addressOf(`GET ${ALL}`, { agent_id: this.agentId });
		const request = { ...address, subject: 'Get many custom functions' };
		return await readRows(pagesFetcher(this.client, request, { entity: ENTITY }), {
			entity: ENTITY,
		});
	}

	/** Undefined if there is none. */
	async get(id: string): Promise<IDataObject | undefined> {
		const request = { ...this.one('GET', id), subject: 'Get custom function' };
		return await this.client
			.send(request, ({ body }) => readObject(body, { entity: ENTITY }))
			.catch((error: unknown) => {
				if (isNotFound(error)) return undefined;
				throw error;
			});
	}

	/** @returns the ID; '' if the answer has none */
	async create(body: IDataObject): Promise<string> {
		const subject = 'Create custom function';
		const address = addressOf(`POST ${ALL}`, { agent_id: this.agentId });
		return await this.client.send({ ...address, body, subject }, ({ body: answer }) =>
			idFrom(readResult(answer, { entity: ENTITY, subject, isAction: true })),
		);
	}

	async update(id: string, body: IDataObject): Promise<void> {
		const subject = 'Update custom function';
		await this.client.send({ ...this.one('PUT', id), body, subject }, ({ body: answer }) =>
			readResult(answer, { entity: ENTITY, subject, isAction: true }),
		);
	}

	/** That there is none is as good. */
	async delete(id: string): Promise<void> {
		const subject = 'Delete custom function';
		await this.client
			.send({ ...this.one('DELETE', id), subject }, ({ body: answer }) =>
				readResult(answer, { entity: ENTITY, subject, isAction: true }),
			)
			.catch((error: unknown) => {
				if (!isNotFound(error)) throw error;
			});
	}
}

/** Whether a function is the one that was stored: its address is the stored one, or the platform does not show it. */
const isStored = (row: IDataObject, { address }: Registration): boolean =>
	functionUrlOf(row) === '' || isSameAddress(functionUrlOf(row), address);

/**
 * Removes a function. One that somebody has pointed to another address is not ours any more, and stays.
 *
 * @returns whether it was there
 * @throws RequestFailure if it may still be there
 */
export async function unregister(client: Client, stored: Registration): Promise<boolean> {
	const functions = new AgentFunctions(client, stored.agentId);
	const row = await functions.get(stored.functionId);
	const isOwn = row !== undefined && isStored(row, stored);
	if (isOwn) await functions.delete(stored.functionId);
	return isOwn;
}

/** The custom function of one trigger: what it must be, and what the platform has. */
export class FunctionRegistration {
	private readonly functions: AgentFunctions;
	private readonly fingerprint: string;

	/** @param address the webhook address of n8n, without the secret */
	constructor(
		private readonly client: Client,
		private readonly settings: FunctionSettings,
		private readonly address: string,
		/** In every request and in no error: what the platform repeats is cut with it. */
		private readonly secret = newSecret(),
	) {
		this.functions = new AgentFunctions(client, settings.agentId);
		this.fingerprint = functionFingerprint(settings, address);
	}

	/** Whether it is certain that the platform has the function exactly as it was registered. @throws RequestFailure */
	async isUnchanged(stored: Registration): Promise<boolean> {
		const { agentId, functionId, address, fingerprint } = stored;
		const isSame =
			agentId === this.settings.agentId &&
			fingerprint === this.fingerprint &&
			isSameAddress(address, this.address);
		const row = isSame ? await this.functions.get(functionId) : undefined;
		if (!row || !isStored(row, stored)) return false;
		// Only a secret that is shown proves that no later change has reached the platform.
		const secret = shownSecret(row, this.settings.secret);
		return isSecret(secret, stored.secretHash) && this.isAsTold(row);
	}

	/**
	 * Makes the platform have the function as it must be, with a new secret: creates it, or changes the one that is there.
	 *
	 * @param stored what was registered before, if anything
	 * @throws ParameterError if the name leads to another address; nothing was changed then
	 * @throws RequestFailure
	 */
	async register(stored?: Registration): Promise<Registration> {
		const rows = await this.functions.list();
		const own = this.ownIn(rows, stored);
		const others = rows.filter((row) => row !== own && this.hasName(row));
		const [other] = others;
		if (other && !this.settings.takeOver) throw nameTaken(this.settings.name, other);
		const target = other ?? own;
		const functionId = target ? await this.change(idFrom(target)) : await this.create();
		if (other && own) await this.functions.delete(idFrom(own));
		if (stored && stored.agentId !== this.settings.agentId) await unregister(this.client, stored);
		return {
			agentId: this.settings.agentId,
			functionId,
			address: this.address,
			fingerprint: this.fingerprint,
			secretHash: hashOf(this.secret),
		};
	}

	/** Removes a function that leads here although nothing was stored: n8n was stopped in between. */
	async removeUnstored(): Promise<void> {
		const rows = await this.functions.list();
		for (const row of rows.filter((each) => this.leadsHere(each))) {
			await this.functions.delete(idFrom(row));
		}
	}

	/** Whether what the platform shows of a function is what it was told. */
	private isAsTold(row: IDataObject): boolean {
		const { name, description } = this.body;
		return maybeSame(functionNameOf(row), name) && maybeSame(row.description, description);
	}

	private readonly hasName = (row: IDataObject) => functionNameOf(row) === this.settings.name;

	private readonly leadsHere = (row: IDataObject) =>
		isSameAddress(functionUrlOf(row), this.address);

	/** The function that this trigger has registered before. */
	private ownIn(rows: readonly IDataObject[], stored?: Registration): IDataObject | undefined {
		const byId = rows.find(
			(row) =>
				stored?.agentId === this.settings.agentId &&
				idFrom(row) === stored.functionId &&
				(isStored(row, stored) || this.leadsHere(row)),
		);
		return (
			byId ??
			rows.find((row) => this.leadsHere(row) && this.hasName(row)) ??
			rows.find(this.leadsHere)
		);
	}

	private get body(): IDataObject {
		return functionBody(this.settings, this.address, this.secret);
	}

	private async change(id: string): Promise<string> {
		await this.functions.update(id, this.body).catch((error: unknown) => {
			const isTaken = error instanceof RequestFailure && error.details.status === 409;
			throw isTaken ? nameTaken(this.settings.name) : error;
		});
		return id;
	}

	private async create(): Promise<string> {
		const created = await this.functions.create(this.body).catch((error: unknown) => {
			if (error instanceof RequestFailure && mayExist(error)) return error;
			throw error;
		});
		if (typeof created === 'string' && created !== '') return created;
		const rows = (await this.functions.list()).filter(this.hasName);
		const isConfirmed = created === '';
		// There was none of this name before, and the platform says that it has made one.
		const found =
			rows.find(this.leadsHere) ??
			rows.find((row) => isConfirmed && rows.length === 1 && functionUrlOf(row) === '');
		if (found) return await this.change(idFrom(found));
		if (created instanceof RequestFailure) {
			throw rows.length > 0 || created.details.status === 409
				? nameTaken(this.settings.name, rows[0])
				: created;
		}
		throw notFound(this.settings.name);
	}
}
