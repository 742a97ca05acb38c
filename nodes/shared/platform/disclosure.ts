import { listOf } from './names';

/*
 * Whether an agent's instructions mention that an AI speaks, and that the call is recorded, in ten languages. Accents
 * are ignored; words in capitals are found in capitals (`ai` is a usual word in Italian). `_` is a space or hyphen, `*`
 * any ending.
 */
const MENTIONS = {
	mentions_ai: {
		says: 'that an AI speaks',
		words: listOf(`
			AI A.I. an_ai ai_agent ai_assistant ai_caller ai_model ai_powered ai_system ai_voice artificial_intelligence artificial_voice
			synthetic_voice computer_voice virtual_assistant virtual_agent virtual_receptionist digital_assistant voice_assistant automated_assistant
			automated_agent automated_call automated_system automated_voice language_model bot voicebot* voice_bot chatbot* robot robots robocall*
			not_a_human not_human not_a_person not_a_real_person
			KI künstliche*_intelligenz künstliche*_stimme virtuelle*_assistent* virtuelle*_agent* digitale*_assistent* automatische*_assistent*
			sprachassistent* telefonassistent* sprachbot* telefonbot* sprachroboter roboter computerstimme kein_mensch keine_echte_person
			IA intelligence_artificielle voix_artificielle voix_de_synthèse assistant*_virtuel* agent*_virtuel* assistant*_vocal* agent*_vocal*
			assistant*_numérique* assistant*_automati*
			inteligencia_artificial voz_artificial voz_sintética asistente_virtual agente_virtual asistente_digital asistente_automático
			intelligenza_artificiale voce_artificiale voce_sintetica assistente_virtuale agente_virtuale assistente_vocale assistente_digitale
			assistente_automatico
			assistente_virtual assistente_digital assistente_automático assistente_de_voz
			kunstmatige_intelligentie virtuele_assistent* digitale_assistent* spraakassistent* spraakrobot*
			sztuczn*_inteligencj* wirtualn*_asystent* wirtualn*_agent* asystent*_głosow* botem robotem
			artificiell_intelligens kunstig_intelligens virtuel*_assistent* digital*_assistent* röstassistent* stemmeassistent* tekoäly*
			virtuaaliassistent* virtuaaliavustaj* botti
			ИИ искусственн*_интеллект* виртуальн*_ассистент* виртуальн*_помощни* голосов*_ассистент* голосов*_помощни* робот* бот ботом
		`),
	},
	mentions_recording: {
		says: 'that the call is recorded',
		words: listOf(`
			recorded recording recordings record_calls record_the_call record_this_call record_your_call record_the_conversation
			record_this_conversation records_calls records_the_call records_this_call taped
			aufgezeichnet aufzeichn* gesprächsaufzeichnung* aufnahme_des wird_aufgenommen werden_aufgenommen aufgenommen_wird aufgenommen_werden
			mitgeschnitten mitschnitt* mitschneid*
			enregistr*
			graba graban grabad* grabamos grabando grabar* grabación grabaciones
			registrat* registrare registriamo registrazion*
			gravad* gravamos gravando gravar gravação gravações
			opgenomen opname* gespreksopname*
			nagrani* nagran* nagrywa* rejestrowan*
			spelas_in spela_in inspelad* inspelas inspelat inspelning* optages optaget optagelse* opptak* tas_opp tatt_opp spilt_inn nauhoit*
			tallennetaan tallennettu äänitet*
			записыва* записан* запись_разговор* запись_звонк*
		`),
	},
} as const;

type Mention = keyof typeof MENTIONS;
const MENTION_NAMES = Object.keys(MENTIONS) as Mention[];

/** What the instructions of an agent mention: the passages that have a word for it. */
export interface Disclosure extends Record<Mention, string[]> {
	/** A sentence about words that were not found, which proves nothing; null if all were found. */
	hint: string | null;
}

/** A word of the table as part of an expression for texts whose accents are apart from their letters. */
function wordPattern(word: string): string {
	const letters = [...word.normalize('NFD').replace(/\p{M}/gu, '')];
	const parts = letters.map((letter) => {
		if (letter === '_') return '[\\s_-]+';
		if (letter === '*') return '[\\p{L}\\p{M}]*';
		return letter === '.' ? '\\.' : `${letter}\\p{M}*`;
	});
	return parts.join('');
}

/** An expression that finds these words, each as a whole. */
function patternOfWords(words: readonly string[], flags: string): RegExp {
	const any = words.map(wordPattern).join('|');
	return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${any})(?![\\p{L}\\p{M}\\p{N}])`, flags);
}

const isInCapitals = (word: string): boolean => word === word.toUpperCase();

/** Expressions for the words in capitals, and for the others. */
function patternsFor(words: readonly string[]): RegExp[] {
	const inCapitals = words.filter(isInCapitals);
	const others = words.filter((word) => !isInCapitals(word));
	const capitals = inCapitals.length === 0 ? [] : [patternOfWords(inCapitals, 'gu')];
	return [...capitals, patternOfWords(others, 'giu')];
}

const PATTERNS: Readonly<Record<Mention, readonly RegExp[]>> = {
	mentions_ai: patternsFor(MENTIONS.mentions_ai.words),
	mentions_recording: patternsFor(MENTIONS.mentions_recording.words),
};

/** The most passages that are shown of one kind, and the most letters on each side of a word. */
const MOST_PASSAGES = 3;
const MOST_LETTERS = 60;
const SENTENCE_END = /[.!?](?=\s|$)|\n/;

/** What is before a word in its sentence; `…` if that is cut. */
function textBefore(text: string, start: number): string {
	const near = text.slice(Math.max(0, start - 2 * MOST_LETTERS), start);
	const sentence = near.split(SENTENCE_END).at(-1) ?? '';
	const letters = [...sentence];
	const isWhole = letters.length <= MOST_LETTERS && (sentence !== near || near.length === start);
	const end = letters.slice(-MOST_LETTERS).join('');
	return isWhole ? sentence : `…${end.replace(/^\S*\s/, '')}`;
}

/** What is behind a word in its sentence, with its end; `…` if that is cut. */
function textBehind(text: string, end: number): string {
	const near = text.slice(end, end + 2 * MOST_LETTERS);
	const stop = SENTENCE_END.exec(near);
	const sentence = stop ? near.slice(0, stop.index + 1) : near;
	const letters = [...sentence];
	const isWhole =
		letters.length <= MOST_LETTERS && (stop !== null || end + near.length >= text.length);
	const beginning = letters.slice(0, MOST_LETTERS).join('');
	return isWhole ? sentence : `${beginning.replace(/\s\S*$/, '')}…`;
}

/** The first passages of a text that have one of the words, each with what is around it. A passage is shown once. */
function passagesIn(text: string, patterns: readonly RegExp[]): string[] {
	const found = patterns.flatMap((pattern) => [...text.matchAll(pattern)]);
	const passages: string[] = [];
	let shownTo = 0;
	for (const { index, 0: word } of found.sort((one, other) => one.index - other.index)) {
		if (index < shownTo || passages.length === MOST_PASSAGES) continue;
		const behind = textBehind(text, index + word.length);
		const passage = `${textBefore(text, index)}${word}${behind}`;
		passages.push(passage.replace(/\s+/g, ' ').trim().normalize('NFC'));
		shownTo = index + word.length + behind.length;
	}
	return passages;
}

/** What instructions mention of an AI and a recording. It is no judgement: "Never say that you are an AI" is listed. */
export function disclosureIn(instructions: string): Disclosure {
	const text = instructions.normalize('NFD');
	const mentions = {
		mentions_ai: passagesIn(text, PATTERNS.mentions_ai),
		mentions_recording: passagesIn(text, PATTERNS.mentions_recording),
	};
	const missing = MENTION_NAMES.filter((name) => mentions[name].length === 0);
	const what = missing.map((name) => MENTIONS[name].says).join(', or ');
	const hint = `No words were found that say ${what}. The instructions may say it in other words, or in a variable`;
	return { ...mentions, hint: what === '' ? null : hint };
}
