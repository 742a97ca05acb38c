import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../shared/http';
import {
	addressOf,
	checkedDeed,
	Identity,
	pagesFetcher,
	readResult,
	readRows,
	RequestFailure,
} from '../shared/http';
import { functionAddressesOf, functionNameOf, functionUrlOf, idOf } from '../shared/platform';
import { isSameAddress, ParameterError, plainAddress } from '../shared/values';

/**
 * The function that was registered last. It is needed where the platform shows no address, or one that n8n had before.
 * It can be missing or old: n8n was killed, or somebody else has written.
 */
export interface Registered {
	agentId: string;
	/** The ID of the function; '' if the platform has not said it. */
	functionId: string;
	/** The webhook address of n8n, without the secret. */
	address: string;
}

/** Which function it is: the one of this agent that leads to this address. */
export interface WantedFunction {
	agentId: string;
	name: string;
	/** The webhook address of n8n, without the secret. */
	address: string;
}

const ENTITY = 'customFunction';
const EXPECTED = { entity: ENTITY } as const;
const SUBJECTS = {
	GET: 'Get custom function',
	PUT: 'Update custom function',
	DELETE: 'Delete custom function',
};
const ONE = '/agents/{agent_id}/custom-functions/{id}';
const ALL = '/agents/{agent_id}/custom-functions/';

export const isNotFound = (error: unknown): boolean =>
	error instanceof RequestFailure && error.details.status === 404;

const isConflict = (error: unknown): boolean =>
	error instanceof RequestFailure && error.details.status === 409;

/** Whether the function may exist although the request to create it failed. */
const mayExist = (error: RequestFailure): boolean =>
	isConflict(error) || error.details.arrival === 'unknown';

const idFrom = (row: IDataObject) => idOf(row, ENTITY);
/** Whether there is an ID that an address can have. */
const hasId = (row: IDataObject) => /^[^/\\]+$/.test(idFrom(row));

/** The part of a sentence that says where a function leads; '' if the platform does not show the address. */
const leadingTo = (row?: IDataObject): string => {
	const address = row ? functionUrlOf(row) : '';
	return address === '' ? '' : `: ${plainAddress(address)}`;
};

const nameTaken = (name: string, row?: IDataObject) => {
	const where = leadingTo(row);
	const leads =
		where === '' ? ', and it is unknown where it leads' : ` that leads to another address${where}`;
	return new ParameterError(
		`The agent already has a function "${name}"${leads}`,
		"Enter another 'Function Name'. Or set Options → 'Take Over', if that function is not needed any more: it is replaced then",
	);
};

const mayBeLeft = (name: string, row: IDataObject) =>
	new ParameterError(
		`The agent has a function "${name}", and it is unknown whether it is the one of this workflow${leadingTo(row)}`,
		'Look for it on the platform, and delete it there if it is not needed',
	);

const noId = (name: string) =>
	new ParameterError(
		`The platform shows no ID with which the function "${name}" can be changed or deleted`,
		'Delete the function on the platform',
	);

const leadsTo = (row: IDataObject, address: string): boolean =>
	functionAddressesOf(row).some((each) => isSameAddress(each, address));

const pathOfAddress = (address: string) => new URL(address).pathname;

/** The custom functions of an agent, and which of them is that of one trigger. */
export class AgentFunctions {
	private rows: IDataObject[] = [];

	private constructor(
		private readonly client: Client,
		private readonly wanted: WantedFunction,
		private readonly registered?: Registered,
	) {}

	/** Reads what the platform has. @throws RequestFailure */
	static async read(...of: [Client, WantedFunction, Registered?]): Promise<AgentFunctions> {
		const functions = new AgentFunctions(...of);
		functions.rows = await functions.list();
		return functions;
	}

	/**
	 * Makes the platform have one function that leads here: changes the one that is there, or creates it.
	 * @param takeOver whether to replace functions of the same name that lead elsewhere
	 * @throws ParameterError if the name leads elsewhere, with nothing changed; RequestFailure
	 */
	async register(body: IDataObject, takeOver: boolean): Promise<Registered> {
		const own = this.rows.filter(this.isOwn);
		const others = this.rows.filter((row) => this.hasName(row) && !own.includes(row));
		if (others.length > 0 && !takeOver) throw nameTaken(this.wanted.name, others[0]);
		// Functions with the name come first, because no two functions of an agent may have one name.
		const named = [...others, ...own.filter(this.hasName)];
		const candidates = [...named, ...own.filter((row) => !named.includes(row))];
		const changed = await this.changeOne(candidates, body);
		const functionId = changed ?? (await this.create(body, takeOver));
		for (const row of candidates) if (idFrom(row) !== functionId) await this.send('DELETE', row);
		const { agentId, address } = this.wanted;
		return { agentId, functionId, address };
	}

	/**
	 * Tells the platform the secret again, if it hides it. Only a function that leads here is changed: taking back
	 * another one needs a publication. @returns whether it was told; undefined if it has no such function
	 */
	async tellAgain(body: IDataObject, secret: string): Promise<boolean | undefined> {
		const own = this.rows.filter(this.leadsHere);
		const wrong = own.filter((row) => !JSON.stringify(row).includes(secret));
		if (own.length > 0 && wrong.length === 0) return false;
		return (await this.changeOne(wrong, body)) === undefined ? undefined : true;
	}

	/**
	 * Removes every function that leads here. One that somebody has pointed elsewhere stays.
	 * @returns the error to show if one is left that may be the function of this trigger
	 * @throws RequestFailure if one may still be there
	 */
	async remove(): Promise<ParameterError | undefined> {
		const own = this.rows.filter(this.isOwn);
		for (const row of own) await this.send('DELETE', row);
		const left = own.length === 0 ? this.rows.find(this.mayBeOwn) : undefined;
		return left && mayBeLeft(this.wanted.name, left);
	}

	private readonly hasName = (row: IDataObject) => functionNameOf(row) === this.wanted.name;

	private readonly isRegistered = (row: IDataObject) =>
		this.registered?.agentId === this.wanted.agentId &&
		this.registered.functionId !== '' &&
		this.registered.functionId === idFrom(row);

	private readonly leadsHere = (row: IDataObject) => leadsTo(row, this.wanted.address);

	private readonly isOwn = (row: IDataObject): boolean => {
		const { address = '' } = this.registered ?? {};
		const isHidden = functionAddressesOf(row).length === 0;
		return this.leadsHere(row) || (this.isRegistered(row) && (isHidden || leadsTo(row, address)));
	};

	/**
	 * Whether a function may be this trigger's: it leads to this node's webhook at another n8n or an earlier address, or
	 * shows no address.
	 */
	private readonly mayBeOwn = (row: IDataObject): boolean => {
		const addresses = functionAddressesOf(row);
		return addresses.length === 0
			? this.hasName(row)
			: addresses.some((each) => pathOfAddress(each) === pathOfAddress(this.wanted.address));
	};

	/** A list can be older than the last change. So a function that may be meant, or has no address, is read alone. */
	private async list(): Promise<IDataObject[]> {
		const address = addressOf(`GET ${ALL}`, { agent_id: this.wanted.agentId });
		const request = { ...address, subject: 'Get many custom functions' };
		const rows = await readRows(pagesFetcher(this.client, request, EXPECTED), {
			identity: new Identity(ENTITY),
		});
		const last = { id: this.registered?.functionId };
		if (this.isRegistered(last) && !rows.some(this.isRegistered)) rows.push(last);
		const detailed: IDataObject[] = [];
		for (const row of rows) {
			const isMeant = this.hasName(row) || this.isOwn(row);
			const isUnclear = isMeant || functionAddressesOf(row).length === 0;
			const detail = isUnclear && hasId(row) ? await this.send('GET', row) : {};
			if (detail) detailed.push({ ...row, ...detail });
		}
		return detailed;
	}

	/** Sends a request about one function. @returns the platform's answer; undefined if there is no such function */
	private async send(
		method: keyof typeof SUBJECTS,
		row: IDataObject,
		body?: IDataObject,
	): Promise<IDataObject | undefined> {
		if (!hasId(row)) throw noId(functionNameOf(row));
		const ids = { agent_id: this.wanted.agentId, id: idFrom(row) };
		const subject = SUBJECTS[method];
		const isAction = method !== 'GET';
		return await this.client
			.send({ ...addressOf(`${method} ${ONE}`, ids), body, subject }, ({ body: answer }) => {
				const becomes = method === 'DELETE' ? 'stopped' : undefined;
				if (isAction) checkedDeed(answer, { ...EXPECTED, subject, becomes });
				return readResult(answer, { ...EXPECTED, subject, mayBeOther: isAction });
			})
			.catch((error: unknown) => {
				if (isNotFound(error)) return undefined;
				throw isConflict(error) ? nameTaken(this.wanted.name) : error;
			});
	}

	/** Changes the first of them that is still there: a list can show one that was deleted. @returns its ID */
	private async changeOne(
		rows: readonly IDataObject[],
		body: IDataObject,
	): Promise<string | undefined> {
		for (const row of rows) if (await this.send('PUT', row, body)) return idFrom(row);
		return undefined;
	}

	/** Creates the function. @returns its ID; '' if the platform does not say it */
	private async create(body: IDataObject, takeOver: boolean): Promise<string> {
		const subject = 'Create custom function';
		const address = addressOf(`POST ${ALL}`, { agent_id: this.wanted.agentId });
		const created = await this.client
			.send({ ...address, body, subject }, ({ body: answer }) => {
				checkedDeed(answer, { ...EXPECTED, subject, makes: true });
				return idFrom(readResult(answer, { ...EXPECTED, subject, mayBeOther: true }));
			})
			.catch((error: unknown) => {
				if (error instanceof RequestFailure && mayExist(error)) return error;
				throw error;
			});
		if (typeof created === 'string' && created !== '') return created;
		const named = (await this.list()).filter(this.hasName);
		const own = named.filter(this.isOwn);
		// The platform had no function of this name before, and says that it has made one.
		const isMade = created === '' && named.length === 1;
		const made = isMade || takeOver ? named : own;
		const id = await this.changeOne(made.filter(hasId), body);
		if (id !== undefined || created === '') return id ?? '';
		const isTaken = named.length > 0 || isConflict(created);
		throw isTaken ? nameTaken(this.wanted.name, named[0]) : created;
	}
}
