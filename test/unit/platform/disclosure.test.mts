import fc from 'fast-check';
import { disclosureIn } from '../../../nodes/shared/platform';
import { runs } from '../../scale.mts';

/*
 * What the instructions of an agent mention of an AI and of a recording. Passages are shown as they are; that there are none is a hint.
 */

/** One sentence of each kind, in each language that this package knows. */
const SENTENCES: ReadonlyArray<[language: string, ai: string, recording: string]> = [
	['English', 'You are Ada, an AI assistant of Example.', 'Say that the call is recorded.'],
	['German', 'Sagen Sie, dass eine KI spricht.', 'Dieses Gespräch wird aufgezeichnet.'],
	['French', "Dites que vous êtes basé sur l'IA.", "L'appel est enregistré."],
	['Spanish', 'Eres la asistente virtual de Ejemplo.', 'Esta llamada será grabada.'],
	['Italian', "Sei un'intelligenza artificiale.", 'La chiamata viene registrata.'],
	['Portuguese', 'Você é a assistente virtual.', 'Esta chamada está sendo gravada.'],
	['Dutch', 'Je bent een virtuele assistent.', 'Dit gesprek wordt opgenomen.'],
	['Polish', 'Jesteś sztuczną inteligencją.', 'Rozmowa jest nagrywana.'],
	['Swedish', 'Du är en AI-assistent.', 'Samtalet spelas in.'],
	['Danish', 'Du er en kunstig intelligens.', 'Samtalen optages.'],
	['Norwegian', 'Du er en virtuell assistent.', 'Samtalen blir tatt opp.'],
	['Finnish', 'Olet tekoälyavustaja.', 'Puhelu tallennetaan.'],
	['Russian', 'Вы голосовой помощник.', 'Разговор записывается.'],
];

test.each(SENTENCES)('%s: both are found', (_language, ai, recording) => {
	const rest = 'Ask for the name.\n';
	expect(disclosureIn(`${rest}${ai} ${rest}${recording}`)).toEqual({
		mentions_ai: [ai],
		mentions_recording: [recording],
		hint: null,
	});
});

test.each([
	['an ai agent', 'you are an ai agent'],
	['A.I.', 'You are an A.I. by Example'],
	['over two lines', 'You are a virtual\n\tassistant'],
	['with a hyphen', 'The AI-powered reception'],
	['in capitals', 'YOU ARE A ROBOT'],
	['without accents', 'Sie sind eine kunstliche Intelligenz'],
	[
		'with accents that are apart from their letters',
		'eine künstliche Intelligenz'.normalize('NFD'),
	],
	['with another ending', 'mit künstlicher Intelligenz'],
	['between quotation marks', "Answer 'AI' if asked"],
	// A passage is shown, and whoever reads it judges.
	['denied', 'Never say that you are an AI'],
])('a mention %s is shown', (_form, text) => {
	expect(disclosureIn(text).mentions_ai).toEqual([text.normalize('NFC').replace(/\s+/g, ' ')]);
});

test.each([
	['a word of another language', "J'ai parlé ai clienti, diz que ia embora, si."],
	['a part of a word', 'Say aim, bottle, both, robotic, prerecorded and Mailand.'],
	['something else that is written down', 'Record the answer in the CRM. Keep a record of it.'],
	['an answering machine', 'Hang up if an answering machine answers.'],
	['a contact', 'Wir haben Kontakt aufgenommen.'],
	['nothing', ''],
])('%s is no mention', (_what, text) => {
	const { hint, ...mentions } = disclosureIn(text);
	expect(mentions).toEqual({ mentions_ai: [], mentions_recording: [] });
	expect(hint).toMatch(/that an AI speaks, or that the call is recorded\. .* in other words/);
	expect(hint).not.toMatch(/complian|legal|must|should/i);
});

test('a long sentence is cut between words, and the first three passages are shown', () => {
	const long = `${'so '.repeat(90)}you are a robot ${'and '.repeat(90)}`;
	const [passage = ''] = disclosureIn(long).mentions_ai;
	expect(passage).toMatch(/^…(so )+you are a robot( and)+…$/);
	expect(passage.length).toBeLessThan(140);
	const many = ['one', 'two', 'three', 'four'].map((name) => `Bot ${name} is a robot.`);
	expect(disclosureIn(many.join(' ')).mentions_ai).toEqual(many.slice(0, 3));
});

test('what is shown is in the text', () => {
	const word = fc.oneof(
		fc.constantFrom(...SENTENCES.flatMap(([, ...both]) => both)),
		fc.constantFrom(
			'. ',
			'\n',
			'…',
			'🙂'.repeat(130),
			'x'.repeat(130),
			'\u0308',
			' so '.repeat(40),
		),
		fc.string({ unit: 'binary' }),
	);
	fc.assert(
		fc.property(fc.array(word, { maxLength: 12 }), fc.boolean(), (parts, isSpaced) => {
			const text = parts.join(isSpaced ? ' ' : '');
			const plain = (one: string) => one.normalize('NFD').replace(/\s+/g, ' ').trim();
			const { hint, mentions_ai: ai, mentions_recording: recording } = disclosureIn(text);
			for (const passage of [...ai, ...recording]) {
				const whole = passage.replace(/^…|…$/g, '');
				expect(plain(text)).toContain(plain(whole));
			}
			expect(Math.max(ai.length, recording.length)).toBeLessThanOrEqual(3);
			expect(hint === null).toBe(ai.length > 0 && recording.length > 0);
			if (!isSpaced) return;
			const has = (kind: 1 | 2) => SENTENCES.some((sentence) => parts.includes(sentence[kind]));
			if (has(1)) expect(ai.length).toBeGreaterThan(0);
			if (has(2)) expect(recording.length).toBeGreaterThan(0);
		}),
		runs('sequences'),
	);
});
