import type { IDataObject } from 'n8n-workflow';
import type { FileKind } from '../../platform';
import { isFileEnvelope, isOnlyLink, linkPlaceOf } from '../../platform';
import { isObject } from '../../values';
import { outlineOf, refusalIn } from '../answers';
import { RequestFailure } from '../failures/requestFailure';
import { serverMessage } from '../failures/serverMessage';

interface LinkCandidate {
	/** The place of the link in the answer: `data.url`. */
	place: string;
	/** The place of the link's name among those that are tried. */
	order: number;
	link: string;
}

/** A longer text is no address: to look through the content of a file takes long. */
const MAX_LINK_LENGTH = 8_000;

/** A status such as "pending" is a link only under a name that can hold nothing else. */
const isLink = (name: string, text: string) =>
	text.length <= MAX_LINK_LENGTH &&
	/^\S+$/.test(text) &&
	(isOnlyLink(name) || /^([a-z][a-z\d+.-]*:\/\/|\.{0,2}\/|[^:]+\/[^:]*\.\w{1,5}$)/i.test(text));

/** @param object name of the object about one file that this row is; '' if it is none */
function linksIn(row: IDataObject, kind: FileKind, place = '', object = ''): LinkCandidate[] {
	return Object.entries(row).flatMap(([name, value]) => {
		const at = `${place}${name}`;
		const order = linkPlaceOf(kind, name, object);
		if (isObject(value)) {
			if (order >= 0) return linksIn(value, kind, `${at}.`, name);
			return isFileEnvelope(name) ? linksIn(value, kind, `${at}.`, object) : [];
		}
		const link = typeof value === 'string' ? value.trim() : '';
		return order >= 0 && isLink(name, link) ? [{ place: at, order, link }] : [];
	});
}

/** The platform answered with something else than the file: the request is not sent again. */
export const fileFailure = (summary: string, advice: string) =>
	new RequestFailure(summary, advice, { arrival: 'answered', final: true });

/**
 * The link to the file in a JSON answer: `{ data: { pdf_url: "https://…" } }` -> `https://…`.
 * @throws RequestFailure: with the platform's text for a refusal, else with an outline of the answer: no link, or
 * several
 */
export function linkIn(body: unknown, kind: FileKind, subject: string): string {
	if (typeof body === 'string' && /^[a-z][a-z\d+.-]*:\/\/\S+$/i.test(body)) return body;
	const refusal = refusalIn(body, subject);
	if (refusal) throw refusal;

	const found = isObject(body) ? linksIn(body, kind) : [];
	const first = Math.min(...found.map(({ order }) => order));
	const best = found.filter(({ order }) => order === first);
	if (new Set(best.map(({ link }) => link)).size > 1) {
		throw fileFailure(
			`It is not clear which file in the answer is the ${kind.thing}`,
			`These fields have the same name: ${best.map(({ place }) => place).join(', ')}. Use an HTTP Request node with the credential of this node to download the right one`,
		);
	}
	if (best[0]) return best[0].link;
	const message = serverMessage(body);
	throw fileFailure(
		`The answer of the platform has no link to the ${kind.thing}${message && `: ${message}`}`,
		`The answer is JSON: ${outlineOf(body)}. Check on the platform whether this ${kind.thing} exists`,
	);
}
