import { DateTime } from 'luxon';

/*
 * The node When? of "Call me tomorrow" (call-me-tomorrow.json): `npm run generate` writes this file into it.
 *
 *   "tomorrow at three", said on Monday in Berlin, with hours from 09:00 to 18:00   -> Tuesday, 15:00 in Berlin
 *   the same, with hours from 00:00 to 24:00                                        -> nothing: 03:00 or 15:00
 *   "tomorrow, but not at three"                                                    -> nothing: "but" is in no list
 *
 * A text is read only if each of its words is in the lists of one language, and one minute follows. All else is for a person.
 */

const [MORNING, MIDDAY, AFTERNOON, EVENING] = ['morning', 'midday', 'afternoon', 'evening'];

/** The hours of each part of a day, the last one not included. They choose between two hours: "7 in the evening" is 19:00. */
const PARTS = { morning: [1, 12], midday: [11, 15], afternoon: [12, 21], evening: [16, 24] };

/** Names with `|` between them mean the same. In hours and weekdays, it is `/`, and `|` is before the next hour or weekday. */
export const LANGUAGES = {
	english: {
		days: ['today', 'tomorrow', 'the day after tomorrow|day after tomorrow'],
		weekdays: 'monday|tuesday|wednesday|thursday|friday|saturday|sunday',
		next: 'next',
		nextWeek: 'next week|of next week',
		at: 'at',
		hours: 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve',
		unit: "o'clock|oclock",
		minutes: { 15: 'fifteen', 20: 'twenty', 30: 'thirty', 45: 'forty five' },
		before: {
			30: 'half past',
			15: 'quarter past|a quarter past',
			'-15': 'quarter to|a quarter to',
		},
		noon: 'noon|midday|12 noon',
		halves: { am: 'am', pm: 'pm' },
		parts: {
			[MORNING]: 'morning|in the morning',
			[AFTERNOON]: 'afternoon|in the afternoon',
			[EVENING]: 'evening|in the evening',
		},
		today: {
			[MORNING]: 'this morning',
			[AFTERNOON]: 'this afternoon',
			[EVENING]: 'this evening|tonight',
		},
		others: 'please|can|could|you|call|phone|me|back|again|on|the|is fine|is good|works',
	},
	german: {
		days: ['heute', 'morgen', 'übermorgen|uebermorgen'],
		weekdays: 'montag|dienstag|mittwoch|donnerstag|freitag|samstag/sonnabend|sonntag',
		next: 'nächsten|nächster|naechsten',
		nextWeek: 'nächste woche|naechste woche|nächster woche|der nächsten woche',
		at: 'um',
		hours:
			'eins/ein|zwei/zwo|drei|vier|fünf/fuenf|sechs|sieben|acht|neun|zehn|elf|zwölf/zwoelf|dreizehn|vierzehn|fünfzehn|sechzehn|siebzehn|achtzehn|neunzehn|zwanzig|einundzwanzig|zweiundzwanzig',
		unit: 'uhr',
		minutes: { 30: 'dreißig', 45: 'fünfundvierzig' },
		before: { '-30': 'halb', 15: 'viertel nach', '-15': 'viertel vor|dreiviertel' },
		parts: {
			[MORNING]: 'vormittag|vormittags|am vormittag|früh|morgens|am morgen',
			[MIDDAY]: 'mittag|mittags|am mittag',
			[AFTERNOON]: 'nachmittag|nachmittags|am nachmittag',
			[EVENING]: 'abend|abends|am abend',
		},
		joined: {
			[MORNING]: 'vormittag|morgen',
			[MIDDAY]: 'mittag',
			[AFTERNOON]: 'nachmittag',
			[EVENING]: 'abend',
		},
		others:
			'bitte|rufen|ruf|sie|mich|wieder|noch mal|nochmal|zurück|an|am|den|gerne|passt|können|kommenden',
	},
	french: {
		days: ["aujourd'hui", 'demain', 'après-demain'],
		weekdays: 'lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche',
		next: 'prochain',
		nextWeek: 'la semaine prochaine|de la semaine prochaine|semaine prochaine',
		at: 'à',
		hours:
			'une|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|dix-sept|dix-huit|dix-neuf|vingt|vingt et une|vingt-deux',
		unit: 'heures|heure|h',
		minutes: { 30: 'trente', 45: 'quarante-cinq' },
		after: { 30: 'et demie|et demi', 15: 'et quart', '-15': 'moins le quart|moins quart' },
		noon: 'midi|à midi',
		parts: {
			[MORNING]: 'matin|du matin|le matin',
			[AFTERNOON]: "après-midi|de l'après-midi|l'après-midi",
			[EVENING]: 'soir|du soir|le soir',
		},
		today: { [MORNING]: 'ce matin', [AFTERNOON]: 'cet après-midi', [EVENING]: 'ce soir' },
		others:
			"s'il vous plaît|rappelez|rappelle|appelez|appelle|moi|le|merci|pouvez|vous|me|rappeler",
	},
	spanish: {
		days: ['hoy', 'mañana', 'pasado mañana'],
		weekdays: 'lunes|martes|miércoles|jueves|viernes|sábado|domingo',
		next: 'próximo|que viene',
		nextWeek: 'la semana que viene|de la semana que viene|la próxima semana|de la próxima semana',
		at: 'a las|a la',
		hours:
			'una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|dieciséis|diecisiete|dieciocho|diecinueve|veinte|veintiuna|veintidós',
		unit: 'horas|hora|h',
		minutes: { 30: 'treinta', 45: 'cuarenta y cinco' },
		after: { 30: 'y media|y treinta', 15: 'y cuarto|y quince', '-15': 'menos cuarto' },
		noon: 'al mediodía|mediodía',
		halves: { am: 'am', pm: 'pm' },
		parts: {
			[MORNING]: 'de la mañana|por la mañana|en la mañana',
			[AFTERNOON]: 'de la tarde|por la tarde|en la tarde',
			[EVENING]: 'de la noche|por la noche|en la noche',
		},
		today: { [MORNING]: 'esta mañana', [AFTERNOON]: 'esta tarde', [EVENING]: 'esta noche' },
		others: 'por favor|llámeme|llámame|me|puede|puedes|llamar|llamarme|otra vez|el|gracias',
	},
	italian: {
		days: ['oggi', 'domani', 'dopodomani'],
		weekdays: 'lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica',
		next: 'prossimo|prossima',
		nextWeek: 'la settimana prossima|della settimana prossima|della prossima settimana',
		at: "alle|all'|alle ore|ore",
		hours:
			'una|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|tredici|quattordici|quindici|sedici|diciassette|diciotto|diciannove|venti|ventuno|ventidue',
		minutes: { 30: 'trenta', 45: 'quarantacinque' },
		after: {
			30: 'e mezza|e mezzo|e trenta',
			15: 'e un quarto|e quindici',
			'-15': 'meno un quarto',
		},
		noon: 'mezzogiorno|a mezzogiorno',
		parts: {
			[MORNING]: 'mattina|di mattina|del mattino|della mattina|la mattina',
			[AFTERNOON]: 'pomeriggio|di pomeriggio|del pomeriggio|nel pomeriggio',
			[EVENING]: 'sera|di sera|della sera|la sera',
		},
		today: { [MORNING]: 'stamattina', [EVENING]: 'stasera' },
		others: 'per favore|mi|richiami|richiamami|chiami|chiamami|può|puoi|richiamare|grazie',
	},
	portuguese: {
		days: ['hoje', 'amanhã', 'depois de amanhã'],
		weekdays:
			'segunda-feira/segunda|terça-feira/terça|quarta-feira/quarta|quinta-feira/quinta|sexta-feira/sexta|sábado|domingo',
		next: 'próxima|próximo|que vem',
		nextWeek: 'da semana que vem|na semana que vem|da próxima semana|na próxima semana',
		at: 'às|à',
		hours:
			'uma|duas|três|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|treze|catorze/quatorze|quinze|dezasseis/dezesseis|dezassete/dezessete|dezoito|dezanove/dezenove|vinte|vinte e uma|vinte e duas',
		unit: 'horas|hora|h',
		minutes: { 30: 'trinta', 45: 'quarenta e cinco' },
		before: { '-15': 'um quarto para as|quinze para as' },
		after: { 30: 'e meia|e trinta', 15: 'e quinze|e um quarto' },
		noon: 'ao meio-dia|meio-dia',
		halves: { am: 'am', pm: 'pm' },
		parts: {
			[MORNING]: 'da manhã|de manhã|pela manhã',
			[AFTERNOON]: 'à tarde|da tarde|de tarde',
			[EVENING]: 'à noite|da noite|de noite',
		},
		today: { [MORNING]: 'esta manhã', [AFTERNOON]: 'esta tarde', [EVENING]: 'esta noite' },
		others: 'por favor|me|ligue|liga|ligar|pode|de novo|na|no|obrigado|obrigada',
	},
	dutch: {
		days: ['vandaag', 'morgen', 'overmorgen'],
		weekdays: 'maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag',
		next: 'volgende',
		nextWeek: 'volgende week',
		at: 'om',
		hours:
			'een|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf|dertien|veertien|vijftien|zestien|zeventien|achttien|negentien|twintig|eenentwintig|tweeëntwintig',
		unit: 'uur',
		minutes: { 30: 'dertig', 45: 'vijfenveertig' },
		before: { '-30': 'half', 15: 'kwart over', '-15': 'kwart voor' },
		parts: {
			[MORNING]: "ochtend|'s ochtends|'s morgens|in de ochtend",
			[AFTERNOON]: "middag|'s middags|in de middag",
			[EVENING]: "avond|'s avonds|in de avond",
		},
		joined: { [MORNING]: 'ochtend|morgen', [AFTERNOON]: 'middag', [EVENING]: 'avond' },
		today: { [MORNING]: 'vanochtend', [AFTERNOON]: 'vanmiddag', [EVENING]: 'vanavond' },
		others:
			'alstublieft|graag|bel|belt|bellen|terugbellen|u|mij|me|terug|weer|op|kunt|kun|je|komende',
	},
	polish: {
		days: ['dziś|dzisiaj', 'jutro', 'pojutrze'],
		weekdays: 'poniedziałek|wtorek|środę/środa|czwartek|piątek|sobotę/sobota|niedzielę/niedziela',
		next: 'następny|następną|przyszły|przyszłą',
		nextWeek: 'w przyszłym tygodniu|przyszłego tygodnia',
		at: 'o|o godzinie|o godz',
		hours:
			'pierwszej/pierwsza|drugiej/druga|trzeciej/trzecia|czwartej/czwarta|piątej/piąta|szóstej/szósta|siódmej/siódma|ósmej/ósma|dziewiątej/dziewiąta|dziesiątej/dziesiąta|jedenastej/jedenasta|dwunastej/dwunasta|trzynastej|czternastej|piętnastej|szesnastej|siedemnastej|osiemnastej|dziewiętnastej|dwudziestej|dwudziestej pierwszej|dwudziestej drugiej',
		minutes: { 15: 'piętnaście', 30: 'trzydzieści', 45: 'czterdzieści pięć' },
		before: { '-30': 'wpół do', 15: 'kwadrans po', '-15': 'za kwadrans' },
		noon: 'w południe',
		parts: {
			[MORNING]: 'rano|przed południem',
			[AFTERNOON]: 'po południu',
			[EVENING]: 'wieczorem|wieczór',
		},
		others:
			'proszę|zadzwonić|zadzwoń|zadzwonić do mnie|oddzwonić|ponownie|w|we|najbliższy|najbliższą',
	},
	swedish: {
		days: ['idag|i dag', 'imorgon|i morgon|imorron', 'i övermorgon|övermorgon'],
		weekdays: 'måndag|tisdag|onsdag|torsdag|fredag|lördag|söndag',
		next: 'nästa',
		nextWeek: 'nästa vecka',
		at: 'klockan|kl',
		hours:
			'ett|två|tre|fyra|fem|sex|sju|åtta|nio|tio|elva|tolv|tretton|fjorton|femton|sexton|sjutton|arton|nitton|tjugo|tjugoett|tjugotvå',
		minutes: { 30: 'trettio', 45: 'fyrtiofem' },
		before: { '-30': 'halv', 15: 'kvart över', '-15': 'kvart i' },
		after: { 30: 'och trettio' },
		parts: {
			[MORNING]: 'på morgonen|på förmiddagen|förmiddag',
			[AFTERNOON]: 'på eftermiddagen|eftermiddag',
			[EVENING]: 'på kvällen|kväll',
		},
		today: { [AFTERNOON]: 'i eftermiddag', [EVENING]: 'ikväll|i kväll' },
		others: 'tack|snälla|ring|kan|du|ringa|mig|igen|tillbaka|på|kommande',
	},
	danish: {
		days: ['i dag|idag', 'i morgen|imorgen', 'i overmorgen|overmorgen'],
		weekdays: 'mandag|tirsdag|onsdag|torsdag|fredag|lørdag|søndag',
		next: 'næste',
		nextWeek: 'næste uge|i næste uge',
		at: 'klokken|kl',
		hours:
			'et|to|tre|fire|fem|seks|syv|otte|ni|ti|elleve|tolv|tretten|fjorten|femten|seksten|sytten|atten|nitten|tyve|enogtyve|toogtyve',
		minutes: { 30: 'tredive', 45: 'femogfyrre' },
		before: { '-30': 'halv', 15: 'kvart over', '-15': 'kvart i' },
		after: { 30: 'og tredive' },
		parts: {
			[MORNING]: 'om morgenen|om formiddagen|formiddag',
			[AFTERNOON]: 'om eftermiddagen|eftermiddag',
			[EVENING]: 'om aftenen|aften',
		},
		today: { [AFTERNOON]: 'i eftermiddag', [EVENING]: 'i aften' },
		others: 'tak|venligst|ring|kan|du|ringe|mig|igen|tilbage|på|til|kommende',
	},
};

/** Countries with one time zone, by the code of their numbers. Others, such as Spain or the USA, have several. */
export const ZONES = {
	27: 'Africa/Johannesburg',
	30: 'Europe/Athens',
	31: 'Europe/Amsterdam',
	32: 'Europe/Brussels',
	33: 'Europe/Paris',
	36: 'Europe/Budapest',
	39: 'Europe/Rome',
	40: 'Europe/Bucharest',
	41: 'Europe/Zurich',
	43: 'Europe/Vienna',
	44: 'Europe/London',
	45: 'Europe/Copenhagen',
	46: 'Europe/Stockholm',
	47: 'Europe/Oslo',
	48: 'Europe/Warsaw',
	49: 'Europe/Berlin',
	51: 'America/Lima',
	54: 'America/Argentina/Buenos_Aires',
	57: 'America/Bogota',
	65: 'Asia/Singapore',
	81: 'Asia/Tokyo',
	90: 'Europe/Istanbul',
	91: 'Asia/Kolkata',
	352: 'Europe/Luxembourg',
	353: 'Europe/Dublin',
	358: 'Europe/Helsinki',
	420: 'Europe/Prague',
	421: 'Europe/Bratislava',
};

const DAY = 24 * 60;
/** Until this hour of the night, "tomorrow" can be the day that has begun already. */
const NIGHT_ENDS = 4;
/** A date that is further away is rather a wrong year. */
const MOST_DAYS = 60;
const ACCENTS = /\p{M}/gu;
const LETTERS = { ł: 'l', ø: 'o', æ: 'ae', ß: 'ss' };

/** "L’après-midi, à 3 p.m." -> "l'apres midi, a 3 pm". Capitals, accents and hyphens decide nothing. */
const plain = (text) =>
	text
		.toLowerCase()
		.normalize('NFD')
		.replace(ACCENTS, '')
		.replace(/[łøæß]/g, (letter) => LETTERS[letter])
		.replace(/[’‘]/g, "'")
		.replace(/(^|\s)'/g, '$1')
		.replace(/\b([ap])\. ?m\b\.?/g, '$1m')
		.replace(/([a-z])-(?=[a-z])/g, '$1 ')
		.trim();

/** A word ("l'" is one), a number, or a time such as 15:30. A point may be in a time, and end a word or the text. */
const TOKEN =
	/\s*(?:(?:(\d{1,2})([:.])(\d\d)|(\d{1,2}))(?![\d:]|\.\d)|([a-z]+'?))(?:[,;!?](?=\s|$)|(?<=[a-z])\.(?=\s|$)|\.$)?/y;

/** "at 3, please" -> its words, numbers and times; undefined if there is any other sign. */
function tokensOf(text) {
	const [tokens, rest] = [[], plain(text)];
	TOKEN.lastIndex = 0;
	while (TOKEN.lastIndex < rest.length) {
		const found = TOKEN.exec(rest);
		if (!found) return undefined;
		const [, hour, sign, minute, number, word] = found;
		if (hour !== undefined) tokens.push({ hour, minute, sign });
		else tokens.push(number === undefined ? { word } : { number });
	}
	return tokens;
}

/*
 * What the words mean, one letter each:
 *   d day · w weekday · n next · k next week · t part of the day · f no meaning
 *   a at · h hour · u o'clock · c hour and minute · m minutes · b half past · e and a half · x noon · p am, pm
 */

/** Adds names to the table of a language. @throws Error if one of them means something else already */
function addTo(table, names, ...pieces) {
	for (const name of (names ?? '').split(/[|/]/).filter(Boolean)) {
		const words = tokensOf(name).map(({ word, number }) => word ?? number);
		const before = table.get(words.join(' ')) ?? pieces;
		if (JSON.stringify(before) !== JSON.stringify(pieces)) throw new Error(`Two meanings: ${name}`);
		table.set(words.join(' '), pieces);
	}
}

/** The lists of a language as a table: its words -> what they mean. */
function tableOf(lists) {
	const table = new Map();
	const addEach = (entries, piecesOf) => {
		for (const [key, names] of Object.entries(entries ?? {})) addTo(table, names, ...piecesOf(key));
	};
	const day = (value) => ({ kind: 'd', value });
	const part = (value) => ({ kind: 't', value });
	/** "maandag" and "middag" -> also "maandagmiddag". */
	const addDay = (names, piece) => {
		addTo(table, names, piece);
		const joined = (ends) =>
			names.split(/[|/]/).flatMap((name) => ends.split('|').map((end) => name + end));
		for (const [key, ends] of Object.entries(lists.joined ?? {}))
			addTo(table, joined(ends).join('|'), piece, part(key));
	};
	addTo(table, lists.others, { kind: 'f' });
	lists.weekdays.split('|').forEach((names, at) => addDay(names, { kind: 'w', value: at + 1 }));
	lists.days.forEach((names, ahead) => addDay(names, day(ahead)));
	lists.hours.split('|').forEach((names, at) => addTo(table, names, { kind: 'h', value: at + 1 }));
	for (const [kind, names] of Object.entries({
		...{ n: lists.next, k: lists.nextWeek, a: lists.at, u: lists.unit, x: lists.noon },
	}))
		addTo(table, names, { kind });
	addEach(lists.minutes, (key) => [{ kind: 'm', value: Number(key) }]);
	addEach(lists.before, (key) => [{ kind: 'b', value: Number(key) }]);
	addEach(lists.after, (key) => [{ kind: 'e', value: Number(key) }]);
	addEach(lists.halves, (key) => [{ kind: 'p', value: key }]);
	addEach(lists.parts, (key) => [part(key)]);
	addEach(lists.today, (key) => [day(0), part(key)]);
	return table;
}

const TABLES = Object.values(LANGUAGES).map(tableOf);
/** Words of the longest name, such as "de la semana que viene". */
const LONGEST = Math.max(
	...TABLES.flatMap((table) => [...table.keys()].map((name) => name.split(' ').length)),
);

/** "15" -> an hour, "30" -> minutes. Undefined for more than 59. */
function numberPiece(number) {
	const value = Number(number);
	if (value > 59) return undefined;
	const isExact = number.length === 2 && value < 10;
	if (value > 23 || number === '00') return { kind: 'm', value };
	return { kind: 'h', value, isExact, isMinute: number.length === 2 };
}

/** 15:30, 15.30. Undefined for 12.10: this can be a date. */
function clockPiece({ hour, minute, sign }) {
	const [value, more] = [Number(hour), Number(minute)];
	if (value > 23 || more > 59 || (sign === '.' && more > 0 && more < 13)) return undefined;
	return { kind: 'c', value, more, isExact: hour.startsWith('0') };
}

/** What the words mean in one language; undefined if one of them is not in its lists. */
function piecesOf(tokens, table) {
	const pieces = [];
	for (let at = 0; at < tokens.length;) {
		const { word, number } = tokens[at];
		let length = Math.min(LONGEST, tokens.length - at);
		const nameOf = () =>
			tokens
				.slice(at, at + length)
				.map((token) => token.word ?? token.number ?? ':')
				.join(' ');
		while (length > 0 && !table.has(nameOf())) length -= 1;
		if (length > 0) pieces.push(...table.get(nameOf()));
		else if (word !== undefined) return undefined;
		else {
			const piece = number === undefined ? clockPiece(tokens[at]) : numberPiece(number);
			if (!piece) return undefined;
			pieces.push(piece);
		}
		at += Math.max(1, length);
	}
	return pieces;
}

/** Which letters are one time: "at half past three", "3 o'clock 30", "15:30", "at noon". */
const TIME = /a?(?:x|cu?p?|bhu?p?|huh|hu?[em]?p?)/g;
/** "Monday 9" can be the ninth: one of these letters says that it is a time. */
const MARK = /[acxbuep]/;

/** Minutes since midnight that a time can mean: "three" is 03:00 or 15:00. */
function minutesOf(time) {
	const one = (kind) => time.find((piece) => piece.kind === kind);
	if (one('x')) return [DAY / 2];
	const [hour, second] = time.filter(({ kind }) => 'ch'.includes(kind));
	const isMinute = !second || second.isMinute || (second.value >= 10 && second.value % 5 === 0);
	const shift = (one('b') ?? one('e') ?? one('m') ?? second)?.value ?? hour.more ?? 0;
	const minutes = hour.value * 60 + shift;
	const half = one('p')?.value;
	const isExact = hour.isExact || hour.value > 12 || hour.value === 0;
	if (!isMinute || minutes < 0 || (half && (isExact || (hour.value === 12 && shift < 0))))
		return [];
	if (isExact) return [minutes];
	const early = minutes % (DAY / 2);
	return { am: [early], pm: [early + DAY / 2] }[half] ?? [early, early + DAY / 2];
}

/** How many days ahead; undefined where people mean two different days. @param today 0 is Sunday */
function daysAhead(weekday, today, isNext, isNextWeek) {
	const day = weekday % 7;
	const ahead = (day - today + 7) % 7;
	if (!isNext && !isNextWeek) return ahead === 0 ? undefined : ahead;
	// Weeks begin with Sunday or Monday.
	if ((isNext && isNextWeek) || today === 0 || day === 0) return undefined;
	if (isNextWeek) return 7 - today + day;
	// "Next Friday", said on Wednesday, is in two days or in nine.
	return day < today ? ahead : undefined;
}

/** The one day of these pieces; undefined if there is none, or another one. */
function dayOf(pieces, said) {
	const has = (letter) => pieces.some(({ kind }) => kind === letter);
	const weekdays = pieces.filter(({ kind }) => kind === 'w');
	if ((has('n') || has('k')) && (weekdays.length !== 1 || has('d'))) return undefined;
	const ahead = [
		...pieces.filter(({ kind }) => kind === 'd').map(({ value }) => value),
		...weekdays.map(({ value }) => daysAhead(value, said.weekday % 7, has('n'), has('k'))),
	];
	const isOne = ahead.length > 0 && ahead.every((days) => days === ahead[0]);
	return isOne && ahead[0] !== undefined ? said.startOf('day').plus({ days: ahead[0] }) : undefined;
}

/** "09:30" -> 570. Undefined for other texts. */
function minutesOfDay(text) {
	const [, hour, minute] = /^(\d\d):([0-5]\d)(?::00(?:\.0+)?)?$/.exec(String(text).trim()) ?? [];
	const minutes = Number(hour) * 60 + Number(minute);
	return minutes <= DAY ? minutes : undefined;
}

const WEEKDAYS = LANGUAGES.english.weekdays.split('|');

/** The hours of Settings. @throws Error if they cannot be read */
function hoursOf({ from, to, weekdays }) {
	const [first, end] = [minutesOfDay(from), minutesOfDay(to)];
	const days = String(weekdays)
		.toLowerCase()
		.split(',')
		.map((name) => WEEKDAYS.indexOf(name.trim()) + 1);
	if (first === undefined || end === undefined || first >= end || days.includes(0))
		throw new Error(
			'Settings: write hours such as 09:00 and 18:00, and weekdays such as monday,tuesday',
		);
	return (day, minutes) => days.includes(day.weekday) && minutes >= first && minutes < end;
}

/** The moment at which the clocks of this day show this; undefined if they never do, or twice. */
function momentOf(day, minutes) {
	const [hour, minute] = [Math.floor(minutes / 60), minutes % 60];
	const time = DateTime.fromObject(
		{ year: day.year, month: day.month, day: day.day, hour, minute },
		{ zone: day.zone },
	);
	const isShown = time.isValid && time.hour === hour && time.minute === minute;
	return isShown && time.getPossibleOffsets().length === 1 ? time : undefined;
}

/** The minute that these pieces of one language mean; undefined if it is not certain. */
function minuteOfPieces(pieces, { said, settings, now }) {
	const day = dayOf(pieces, said);
	const letters = pieces.map(({ kind }) => kind).join('');
	const times = [...letters.matchAll(TIME)];
	const parts = pieces.filter(({ kind }) => kind === 't').map(({ value }) => value);
	if (!day || times.length > 1 || !/^[dwnktf]*$/.test(letters.replace(TIME, ''))) return undefined;
	const [time] = times;
	if (time && !MARK.test(time[0])) return undefined;
	// "Tomorrow morning" has the hour that Settings say, if they do.
	const ofParts = parts.length === 1 ? minutesOfDay(settings[parts[0]]) : undefined;
	const minutes = time
		? minutesOf(pieces.slice(time.index, time.index + time[0].length))
		: [ofParts].filter((one) => one !== undefined);
	const isIn = hoursOf(settings);
	const moments = minutes
		.filter((one) => parts.every((part) => PARTS[part][0] * 60 <= one && one < PARTS[part][1] * 60))
		.filter((one) => isIn(day, one))
		.map((one) => momentOf(day, one));
	if (moments.includes(undefined)) return undefined;
	const coming = moments.filter((moment) => moment.toMillis() > now);
	return coming.length === 1 ? coming[0] : undefined;
}

/**
 * The minute that a text means, by the caller's clock; undefined if it is not certain.
 *
 * @param said when it was said, in the time zone of the caller
 */
export function readWords(text, { said, settings, now }) {
	const tokens = tokensOf(text);
	if (!tokens || said.hour < NIGHT_ENDS) return undefined;
	const read = TABLES.flatMap((table) => {
		const pieces = piecesOf(tokens, table);
		return pieces ? [minuteOfPieces(pieces, { said, settings, now })] : [];
	});
	// Who knows all words in two languages must mean the same in both.
	const isOne = read.every((moment) => moment && moment.toMillis() === read[0]?.toMillis());
	return isOne ? read[0] : undefined;
}

/** Undefined for BST, which is British, or of Bangladesh. */
function zoneNamed(name) {
	const isPlace = /^(?!etc\/|systemv\/)[a-z]+(\/[a-z\d_+-]+)+$/i.test(name);
	return isPlace && DateTime.now().setZone(name).isValid ? name : undefined;
}

/** Of the country, if it has one. */
function zoneOfNumber(phone) {
	const code = Object.keys(ZONES).find((one) => phone.startsWith(`+${one}`));
	return code && ZONES[code];
}

const textOf = (value) => String(value ?? '').trim();

function fieldsOf({ custom_fields: fields }) {
	return Object(typeof fields === 'string' && fields !== '' ? JSON.parse(fields) : fields);
}

/** When a call asks to be called back: `at`, or else `why` nobody knows. */
function whenOf(call, phone, settings, now) {
	const fields = fieldsOf(call);
	const [words, date, time] = ['words', 'date', 'time'].map((name) =>
		textOf(fields[`callback_${name}`]),
	);
	const named = textOf(fields.callback_time_zone);
	if (call.opted_out === true) return { why: 'Asked not to be called' };
	if (phone === '') return { why: 'The number is not known' };
	const zone = named
		? zoneNamed(named)
		: (zoneOfNumber(phone) ?? zoneNamed(textOf(settings.time_zone)));
	if (!zone) return { why: 'The time zone is not known' };
	const said = DateTime.fromISO(textOf(call.ended_at)).setZone(zone);
	const began = DateTime.fromISO(textOf(call.called_at)).setZone(zone);
	const isOneDay = said.isValid && began.isValid && said.hasSame(began, 'day');
	const read = isOneDay && words ? readWords(words, { said, settings, now }) : undefined;
	const shown = { time_zone: zone, zone_said: named };
	if (!date && !time)
		return read ? { ...shown, at: read } : { ...shown, why: 'The words are not one certain time' };
	const isRead =
		!read ||
		((!date || read.toISODate() === date) &&
			(!time || read.toFormat('HH:mm') === time.slice(0, 5)));
	if (!isRead) return { ...shown, why: 'The date and time are not what was said' };
	const minutes = minutesOfDay(time);
	const day = DateTime.fromISO(/^\d{4}-\d\d-\d\d$/.test(date) ? date : '', { zone });
	if (read && (!date || !time)) return { ...shown, at: read };
	if (minutes === undefined || !day.isValid)
		return { ...shown, why: 'The date or the time is missing' };
	const at = hoursOf(settings)(day, minutes) ? momentOf(day, minutes) : undefined;
	if (!at) return { ...shown, why: 'The time is outside the hours, or no clock shows it' };
	const isSoon = at.toMillis() > now && at.toMillis() < now + MOST_DAYS * DAY * 60_000;
	return isSoon ? { ...shown, at } : { ...shown, why: 'The date is in the past, or too far away' };
}

const digitsOf = (value) =>
	/^\+?[\d ().-]{7,}$/.test(String(value)) ? String(value).replace(/\D/g, '') : '';

/**
 * One row for each call: `at` has the minute, or else `why` says what a person has to find out.
 *
 * @param callbacks those that are to come: who has one gets no second one. An error in their place: nobody gets one
 */
export function rowsOf({ calls, callbacks, settings, now }) {
	const taken = new Set(
		callbacks.flatMap((row) => Object.values(row).map(digitsOf)).filter(Boolean),
	);
	const isUnknown = callbacks.some(({ error }) => error);
	return calls.map((call) => {
		const phone = textOf(call.contact_number);
		const { at, why, time_zone = '', zone_said = '' } = whenOf(call, phone, settings, now);
		const isTaken = at && taken.has(digitsOf(phone));
		const instead = isUnknown
			? 'The callbacks could not be read'
			: isTaken && 'There is a callback already';
		if (at && !instead) taken.add(digitsOf(phone));
		return {
			call_id: call.call_id,
			agent_id: call.agent_id,
			phone,
			first_name: textOf(call.first_name),
			said: textOf(fieldsOf(call).callback_words) || textOf(call.summary),
			at: at && !instead ? at.toISO({ suppressMilliseconds: true }) : '',
			time_zone,
			zone_said,
			why: why ?? (instead || ''),
		};
	});
}
