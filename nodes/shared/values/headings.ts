/** A heading without capitals, accents and signs. */
export const plainHeading = (heading: string): string =>
	heading
		.normalize('NFD')
		.toLowerCase()
		.replace(/[^\p{L}\d]/gu, '');

/** Usual headings, written as one text with blanks between them. */
export const headings = (text: string): ReadonlySet<string> =>
	new Set(text.split(/\s+/).map(plainHeading));

/**
 * Headings of columns with phone numbers, in ten languages, English first, without capitals, accents and signs.
 * Contacts and the lists of the rules are read by them.
 */
export const PHONE_HEADINGS: readonly string[] =
	`phone phonenumber phoneno contactnumber contactphone tonumber telephone telephonenumber tel mobile mobilephone mobilenumber
	mobileno cell cellphone cellnumber msisdn e164 telefon telefonnummer telefonnr telnr handy handynummer handynr mobil mobilnummer
	mobiltelefon mobilfunknummer rufnummer numerodetelephone numtelephone portable telephoneportable telmobile telefono numerodetelefono
	telefonomovil movil numerodemovil celular numeroditelefono cellulare numerodicellulare telefone numerodetelefone telemovel telefoon
	telefoonnummer mobiel mobielnummer gsm numertelefonu nrtelefonu telefonkomorkowy komorka tlf tlfnr mobiltlf mobilnr puhelin puhelinnumero телефон номертелефона мобильный`.split(
		/\s+/,
	);

const known = new Set(PHONE_HEADINGS.map(plainHeading));

/** The words of a heading, without accents and capitals: `homePhone 2` is home, phone, 2. */
const headingWords = (heading: string): string[] =>
	heading
		.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
		.split(/[^\p{L}\p{M}\d]+/u)
		.map(plainHeading)
		.filter(Boolean);

/**
 * Whether a column holds phone numbers, by its last words: `Móvil`, `Phone 2`, `home_phone`, `phones`; not
 * `phone_type`, not `hotel`. A number, or the s of a plural, is ignored.
 */
export function isPhoneHeading(heading: string): boolean {
	const words = headingWords(heading);
	return words.some((_word, index) => {
		const end = words.slice(index).join('');
		return [end, end.replace(/(?:\d+|s)$/, '')].some((name) => known.has(name));
	});
}

/** What stands beside a number and says which phone it is, such as the p of lists of leads. */
const labels = new Set([
	...known,
	...`p t m c h w ph mob cel wa whatsapp telegram signal viber sms callto number nummer numero
	home work office business private personal direct main landline privat arbeit dienstlich geschäftlich zuhause büro festnetz bureau domicile
	travail perso fixe casa trabajo oficina fijo trabalho escritório fixo lavoro ufficio fisso thuis werk kantoor vast dom praca hjem arbejde hem kom
	arbete jobb koti työ`
		.split(/\s+/)
		.map(plainHeading),
]);

/** Whether these words only say which phone it is. Others may mean that it must not be called, such as `old`. */
const isPhoneLabel = (text: string): boolean =>
	labels.has(plainHeading(text)) || headingWords(text).every((word) => labels.has(word));

/** A text in quotes, also as a formula, or behind the apostrophe with which spreadsheets mark a text. */
const QUOTED = /^\s*(?:=?\s*"([^"]*)"|['’]([^']*)'?)\s*$/;

/** A number without what programs and people put around it: `'+49…`, `="+49…"`, `whatsapp:+55…`, `Mobile: +1…`. */
export function withoutLabel(text: string): string {
	const [, quoted, marked] = QUOTED.exec(text) ?? [];
	const bare = quoted ?? marked ?? text;
	const unlabelled = (whole: string, label: string) => (isPhoneLabel(label) ? '' : whole);
	return bare
		.replace(/^\s*(\p{L}[^\d+(]*?)(?:[:.\s]+(?=[\d(])|[:.\s]*(?=\+))/u, unlabelled)
		.replace(/\s*[([]([^\d()[\]]+)[)\]]\s*$/, unlabelled)
		.trim();
}
