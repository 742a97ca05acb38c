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
import { functionAddressesOf, functionNameOf, functionUrlOf, idOf } from '../shared/platform';
import { isSameAddress, ParameterError, plainAddress } from '../shared/values';

/**
 * Which function was registered last. It is only needed for one whose address the platform does not show, or that has an address which n8n
 * had before. It can be missing or old: n8n was killed, or somebody else has written.
 */
export interface Registered {
	agentId: string;
	/** '' if the platform has not said it. */
	functionId: string;
	/** The webhook address of n8n, without the secret. */
	address: string;
}

/** Which function it is: the one of this agent that leads to this address. */
export interface Wanted {
	agentId: string;
	name: string;
	/** The webhook address of n8n, without the secret. */
	address: string;
}

const ENTITY = 'customFunction';
const ONE = '/agents/{agent_id}/custom-functions/{id}';
const ALL = '/agents/{agent_id}/custom-functions/';

export const isNotFound = (error: unknown): boolean =>
	error instanceof RequestFailure && error.details.status === 404;

/** Whether the function may exist although the request to create it failed. */
const mayExist = ({ details }: RequestFailure): boolean =>
	details.status === 409 || details.reach === 'unknown';

const idFrom = (row: IDataObject) => idOf(row, ENTITY);

/** A part of a sentence; '' if the platform does not show the address. */
const leadingTo = (row?: IDataObject): string => {
	const address = row ? functionUrlOf(row) : '';
	return address === '' ? '' : `: ${plainAddress(address)}`;
};

const nameTaken = (name: string, row?: IDataObject) =>
	new ParameterError(
		`The agent already has a function "${name}" that leads to another address${leadingTo(row)}`,
		"Enter another 'Function Name'. Or set Options → 'Take Over', if that function is not needed any more: it is replaced then",
	);

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

const pathOf = (address: string) => new URL(address).pathname;

/** The custom function of one trigger, and the others of its agent. */
export class AgentFunction {
	constructor(
		private readonly client: Client,
		private readonly wanted: Wanted,
		private readonly registered?: Registered,
	) {}

	/**
	 * Makes the platform have one function that leads here: changes the one that is there, or creates it.
	 *
	 * @param told what the platform must have. It is asked for after the first request: before, the credential may have no key
	 * @param takeOver whether to replace functions of the same name that lead elsewhere
	 * @throws ParameterError if the name leads elsewhere; nothing was changed then
	 * @throws RequestFailure
	 */
	async register(
		told: () => Promise<{ body: IDataObject }>,
		takeOver: boolean,
	): Promise<Registered> {
		const rows = await this.rows();
		const others = rows.filter((row) => this.hasName(row) && !this.isOwn(row));
		if (others.length > 0 && !takeOver) throw nameTaken(this.wanted.name, others[0]);
		const { body } = await told();
		const own = rows.filter(this.isOwn);
		// Those with the name first: no two functions of an agent may have one name.
		const candidates = [...others, ...own.filter(this.hasName)];
		candidates.push(...own.filter((row) => !candidates.includes(row)));
		const functionId = (await this.changeOne(candidates, body)) ?? (await this.create(body));
		for (const row of candidates) if (idFrom(row) !== functionId) await this.delete(row);
		const { agentId, address } = this.wanted;
		return { agentId, functionId, address };
	}

	/**
	 * Tells the platform the secret again, if it does not show it.
	 *
	 * @param told as for `register`, with the secret that is in it
	 * @returns whether it was told; undefined if it has no such function
	 */
	async tellAgain(
		told: () => Promise<{ body: IDataObject; secret: string }>,
	): Promise<boolean | undefined> {
		const own = (await this.rows()).filter(this.isOwn);
		const { body, secret } = await told();
		const wrong = own.filter((row) => !JSON.stringify(row).includes(secret));
		if (own.length > 0 && wrong.length === 0) return false;
		return (await this.changeOne(wrong, body)) === undefined ? undefined : true;
	}

	/**
	 * Removes every function that leads here. One that somebody has pointed to another address stays.
	 *
	 * @throws ParameterError if one is left that may be the function of this trigger
	 * @throws RequestFailure if one may still be there
	 */
	async remove(): Promise<void> {
		const rows = await this.rows();
		const own = rows.filter(this.isOwn);
		for (const row of own) await this.delete(row);
		const left = own.length === 0 ? rows.find(this.mayBeOwn) : undefined;
		if (left) throw mayBeLeft(this.wanted.name, left);
	}

	private readonly hasName = (row: IDataObject) => functionNameOf(row) === this.wanted.name;

	private readonly isRegistered = (row: IDataObject) =>
		this.registered?.agentId === this.wanted.agentId &&
		this.registered.functionId !== '' &&
		this.registered.functionId === idFrom(row);

	private readonly isOwn = (row: IDataObject): boolean => {
		const addresses = functionAddressesOf(row);
		const leadsTo = (address = '') => addresses.some((each) => isSameAddress(each, address));
		if (leadsTo(this.wanted.address)) return true;
		return this.isRegistered(row) && (addresses.length === 0 || leadsTo(this.registered?.address));
	};

	/** It leads to the webhook of this node at another n8n, or at an address that n8n had before. Or it does not say where it leads. */
	private readonly mayBeOwn = (row: IDataObject): boolean => {
		const addresses = functionAddressesOf(row);
		return addresses.length === 0
			? this.hasName(row)
			: addresses.some((each) => pathOf(each) === pathOf(this.wanted.address));
	};

	private one(method: 'GET' | 'PUT' | 'DELETE', row: IDataObject): Address {
		const id = idFrom(row);
		if (id === '' || /[/\\]/.test(id)) throw noId(functionNameOf(row));
		return addressOf(`${method} ${ONE}`, { agent_id: this.wanted.agentId, id });
	}

	/** What the platform has. A function that can be this one is read by itself if the list does not show its address, or does not have it yet. */
	private async rows(): Promise<IDataObject[]> {
		const address = addressOf(`GET ${ALL}`, { agent_id: this.wanted.agentId });
		const request = { ...address, subject: 'Get many custom functions' };
		const listed = await readRows(pagesFetcher(this.client, request, { entity: ENTITY }), {
			entity: ENTITY,
		});
		const isUnclear = (row: IDataObject) =>
			functionAddressesOf(row).length === 0 && (this.hasName(row) || this.isRegistered(row));
		const last = { id: this.registered?.functionId };
		if (this.isRegistered(last) && !listed.some(this.isRegistered)) listed.push(last);
		const rows: IDataObject[] = [];
		for (const row of listed) {
			const detail = isUnclear(row) ? await this.detailOf(row) : {};
			if (detail) rows.push({ ...detail, ...row });
		}
		return rows;
	}

	private async detailOf(row: IDataObject): Promise<IDataObject | undefined> {
		const request = { ...this.one('GET', row), subject: 'Get custom function' };
		return await this.client
			.send(request, ({ body }) => readObject(body, { entity: ENTITY }))
			.catch((error: unknown) => {
				if (isNotFound(error)) return undefined;
				throw error;
			});
	}

	/** Changes the first of them that is still there: a list can show one that was deleted. @returns its ID */
	private async changeOne(
		rows: readonly IDataObject[],
		body: IDataObject,
	): Promise<string | undefined> {
		for (const row of rows) if (await this.change(row, body)) return idFrom(row);
		return undefined;
	}

	/** @returns false if there is none */
	private async change(row: IDataObject, body: IDataObject): Promise<boolean> {
		const request = { ...this.one('PUT', row), body, subject: 'Update custom function' };
		return await this.carryOut(request).then(
			() => true,
			(error: unknown) => {
				if (isNotFound(error)) return false;
				const isTaken = error instanceof RequestFailure && error.details.status === 409;
				throw isTaken ? nameTaken(this.wanted.name) : error;
			},
		);
	}

	/** That there is none is as good. */
	private async delete(row: IDataObject): Promise<void> {
		const request = { ...this.one('DELETE', row), subject: 'Delete custom function' };
		await this.carryOut(request).catch((error: unknown) => {
			if (!isNotFound(error)) throw error;
		});
	}

	/** @returns the ID; '' if it is not known */
	private async create(body: IDataObject): Promise<string> {
		const address = addressOf(`POST ${ALL}`, { agent_id: this.wanted.agentId });
		const created = await this.carryOut({ ...address, body, subject: 'Create custom function' })
			.then(idFrom)
			.catch((error: unknown) => {
				if (error instanceof RequestFailure && mayExist(error)) return error;
				throw error;
			});
		if (typeof created === 'string' && created !== '') return created;
		const named = (await this.rows()).filter(this.hasName);
		const own = named.find(this.isOwn);
		if (typeof created === 'string') {
			// There was none of this name before, and the platform says that it has made one.
			const [only = {}, ...further] = named;
			return idFrom(own ?? (further.length === 0 ? only : {}));
		}
		if (own && (await this.change(own, body))) return idFrom(own);
		const isTaken = named.length > 0 || created.details.status === 409;
		throw isTaken ? nameTaken(this.wanted.name, named[0]) : created;
	}

	private async carryOut(request: Address & { body?: IDataObject; subject: string }) {
		const { subject } = request;
		return await this.client.send(request, ({ body }) =>
			readResult(body, { entity: ENTITY, subject, isAction: true }),
		);
	}
}
