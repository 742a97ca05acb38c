import { type ModelRequest, ModelServer, type ModelTurn, textOf } from '../modelServer.mts';
import { judgeReply } from './callJudge.mts';
import { rehearsalReply } from './rehearsal.mts';

/** What the sample "Phone as a tool" calls its tools: the names of the nodes, as n8n tells them to a model. */
const LOOK_UP = 'Look_up_contact';
const CALL = 'Make_call';

type Row = Record<string, unknown>;

/** The rows that a tool returned; none if it returned a text or nothing. */
function rowsIn(answer: string): Row[] {
	try {
		const rows: unknown = JSON.parse(answer);
		return (Array.isArray(rows) ? rows : [rows]).filter(
			(row) => row instanceof Object && Object.keys(row).length > 0,
		);
	} catch {
		return [];
	}
}

const nameOf = ({ first_name, last_name }: Row) => `${first_name} ${last_name}`;

/** The person whose call the user asks for. */
const askedFor = (text: string) => /\bcall\s+([^.!?]+)/i.exec(text)?.[1]?.trim();

/** Calls the person that was found, or asks the user. */
function afterLookUp(name: string, found: readonly Row[]): ModelTurn {
	const [contact, another] = found;
	if (!contact) return `There is no ${name} in the list. Nobody was called.`;
	if (another) {
		const people = found.map((row) => `${nameOf(row)} in ${row.city}`).join(', ');
		return `There are several: ${people}. Tell me a name that only one person has. Nobody was called.`;
	}
	const { phone, first_name } = contact;
	return [{ tool: CALL, input: { toolParameters: { phone, first_name }, hitlParameters: {} } }];
}

function afterCall(name: string, [call]: readonly Row[]): string {
	if (!call?.call_id) return `I did not call ${name}.`;
	if (call.is_over !== true) return `The call to ${name} is not over yet. I do not call again.`;
	return `I called ${name} at ${call.contact_number}. Outcome: ${call.outcome}. ${call.summary}`;
}

/**
 * What the model of the samples says. In "Score a call", it judges a call. In "Rehearse an agent", it plays calls and judges them. In "Phone as a tool", it
 * looks the person up, calls, and reports. It needs no memory.
 */
function sampleReply({ messages }: ModelRequest): ModelTurn {
	const asked = messages.findLastIndex(({ role }) => role === 'user');
	const text = asked < 0 ? '' : textOf(messages[asked]!);
	const written = judgeReply(text) ?? rehearsalReply(text);
	if (written !== undefined) return written;
	const name = askedFor(text);
	if (!name) return 'Tell me whom to call, for example: Call Quinn Rossi';
	const [lookedUp, called] = messages
		.slice(asked + 1)
		.filter(({ role }) => role === 'tool')
		.map((message) => rowsIn(textOf(message)));
	if (!lookedUp) return [{ tool: LOOK_UP, input: { name } }];
	return called ? afterCall(name, called) : afterLookUp(name, lookedUp);
}

/** The model of the samples: a server on this computer with fixed answers. */
export async function startSampleModel(port?: number): Promise<ModelServer> {
	const model = new ModelServer(sampleReply);
	await model.start(port);
	return model;
}
