import { isBroken, isFiller, sayableName } from '../../../nodes/shared/values';
import { phrases } from '../../support/phrases.mts';

/** What programs write where they have no value. */
const FILLERS = phrases`
	#N/A | #REF! | #VALUE! | #NAME? | #DIV/0! | #NUM! | #NULL! | #NV | #BEZUG! | #¡REF! | null | NULL | None |
	nil | undefined | NaN | nan | N/A | n/a | (null) | \\N | <NA> | <UNKNOWN> | [object Object] |
	Invalid Date | Invalid DateTime | - | -- | — | <not provided> | <MISSING> | <first_name> | [UNKNOWN] |
	(unknown) | (None) | [NULL] | Loading... | Err:502 | #FELD! | #WAARDE! | #N/B | #NAZWA? | #VÆRDI! |
	#SAKNAS! | #PUUTTUU! | #ЗНАЧ! | #Н/Д
`;

/** What a person may be called, or mean. */
const VALUES = phrases`
	Null | Nil | Nan | Na | None so far | Nonetheless | Ada | 0 | no | none | #1 | <3 | <ada@example.com> |
	<p>Hi</p> | [laughs] | [1,2] | Loading dock
`;

describe('fillers', () => {
	test.each(FILLERS)('%s is no value', (filler) => {
		expect(isFiller(filler)).toBe(true);
		expect(isFiller(` ${filler}\n`)).toBe(true);
		expect(sayableName(filler)).toBe('');
		const isWritten = isBroken(filler);
		const said = isWritten ? '' : /\s/.test(filler) ? `Ada ${filler}` : 'Ada';
		expect(sayableName(`Ada ${filler}`)).toBe(said);
	});

	test.each(VALUES)('%s is a value', (value) => {
		expect(isFiller(value)).toBe(false);
	});
});

/** A text as a program shows it that reads each byte of UTF-8 as a letter. */
const misread = (text: string, encoding: 'latin1' | 'windows-1252'): string =>
	new TextDecoder(encoding).decode(new TextEncoder().encode(text));

describe('broken texts', () => {
	test.each([
		...['J\uFFFDrg', 'M\uFFFD\uFFFDller', 'Å\u0081ukasz', 'Å\u00A0pela', 'NicolÃ\u00A0'],
		...phrases`
			Oâ€™Neil | Ã–zlem | PEÃ‘A | LÃ³pez | NicolÃ | sÄ… | MichaÅ‚ | Nguyá»…n | ðŸ˜€ Ada | 1.23E+11 | 1,23E+11 |
			Ada [object Object] | [object Object],[object Object]
		`,
	])('%s has lost letters', (text) => {
		expect(isBroken(text)).toBe(true);
		expect(sayableName(text)).toBe('');
	});

	test.each(phrases`
		Jörg | Özlem | MÜLLER | PEÑA | Garção | Łukasz | Ångström | Иван | O’Neil | Žižek | Ğ | Špela | Nicolà |
		Michał | Nguyễn | Άννα | محمد | יוסף | 김 | สมชาย | 李小龙
	`)('%s read one byte at a time is broken, and as it is it is not', (text) => {
		expect(isBroken(misread(text, 'windows-1252'))).toBe(true);
		expect(isBroken(text)).toBe(false);
		expect(sayableName(text)).toBe(text);
	});

	test.each(phrases`
		SÃO PAULO | IRMÃ | “IRMÃ” | IRMÃ – MAÇÃ | PARANÁ | CAFÉ® | Nestlé™ | Ðặng | Å | Â | 20 °C | 2×½ |
		Ø 5 mm | “voilà”… | « café »… | kÅ | 12E+3 | E+Motion
	`)('%s is as somebody wrote it', (text) => {
		expect(isBroken(text)).toBe(false);
	});
});

test.each([
	...phrases`
		Ada | Ada  Lovelace | Null | Na Li | O’Neil | 50 Cent | 李 | NA Li | True | Jean - Pierre | Studio 2000
	`.map((name) => [name, name]),
	...phrases`
		Ada undefined | undefined, Ada | Ada, undefined | Ada - | - Ada
	`.map((name) => [name, 'Ada']),
	...phrases`
		null null | 46083 | +1 212 555 0101 | 2026-03-01T00:00:00Z | 03/01/2026 | ??? | unknown | NA |
		<first_name> | [Name] | unknown unknown | NA NA | null, null | 1 Mar 2026 | Mar 1, 2026 |
		Sun Mar 01 2026 00:00:00 GMT+0000 (Coordinated Universal Time) | {{ $json.name }} |
	`.map((name) => [name, '']),
])('the name "%s" is said as "%s"', (name, said) => {
	expect(sayableName(name)).toBe(said);
});
