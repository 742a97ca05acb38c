import { DateTime } from 'luxon';

/*
 * What callers say, in the ten languages of the sample "Call me tomorrow", with what it means:
 *
 *   morgen um drei -> 03-26 15:00                     this minute
 *   morgen gegen drei -> asked                        nobody can know the minute, or nobody may be called then
 *   in two hours -> asked, means 03-25 12:12          a person would know it, and is asked
 *
 * All of it is said on a Wednesday, at 10:12. The clocks are changed on the Sunday after it.
 */

const MARCH = '2026-03-04T10:12';
const SPRING = '2026-03-25T10:12';
const AUTUMN = '2026-10-21T10:12';

export interface Phrase {
	language: string;
	text: string;
	zone: string;
	/** When it was said, with its offset. */
	said: string;
	/** The minute that is read, with its offset; empty if a person is asked. */
	read: string;
	/** The minute that it means; empty if nobody can know it. */
	means: string;
}

const said =
	(language: string, zone: string, moment: string) =>
	({ raw: [lines = ''] }: TemplateStringsArray): Phrase[] => {
		const withOffset = (local: string) =>
			DateTime.fromISO(local, { zone }).toFormat("yyyy-MM-dd'T'HH:mmZZ");
		return lines
			.trim()
			.split('\n')
			.map((line) => {
				const [text = '', meaning = ''] = line.trim().split(' -> ');
				const [, day, time] = /(\d\d-\d\d) (\d\d:\d\d)$/.exec(meaning) ?? [];
				const means = day ? withOffset(`${moment.slice(0, 4)}-${day}T${time}`) : '';
				const read = meaning.startsWith('asked') ? '' : means;
				return { language, text, zone, said: withOffset(moment), read, means };
			});
	};

/** 200 of them, 20 in each language. */
export const PHRASES: readonly Phrase[] = [
	...said('english', 'America/New_York', MARCH)`
		tomorrow at three -> 03-05 15:00
		Call me tomorrow at 3 pm. -> 03-05 15:00
		tomorrow at 10 -> 03-05 10:00
		Please call me back on Monday at half past two. -> 03-09 14:30
		next Monday at 9:30 -> 03-09 09:30
		Monday next week at 11 a.m. -> 03-09 11:00
		the day after tomorrow at noon -> 03-06 12:00
		this afternoon at quarter to five -> 03-04 16:45
		today at 1 o'clock -> 03-04 13:00
		Friday at 3:15 p.m., please -> 03-06 15:15
		tomorrow, Thursday, at four in the afternoon -> 03-05 16:00
		next Friday at 3 -> asked
		next Monday morning -> asked
		tomorrow at 8 -> asked
		Wednesday at 11 -> asked
		Sunday at 12 -> asked
		tomorrow between two and three -> asked
		not tomorrow, Friday at ten -> asked, means 03-06 10:00
		at three -> asked, means 03-04 15:00
		tomorrow around half three -> asked
	`,
	...said('german', 'Europe/Berlin', SPRING)`
		morgen um drei -> 03-26 15:00
		Morgen um 15 Uhr. -> 03-26 15:00
		übermorgen um halb vier -> 03-27 15:30
		Rufen Sie mich bitte am Montag um 9 Uhr 30 an! -> 03-30 09:30
		nächsten Montag um viertel vor elf -> 03-30 10:45
		am Freitag um 14.30 Uhr -> 03-27 14:30
		heute Nachmittag um fünf -> 03-25 17:00
		morgen Vormittag um zehn -> 03-26 10:00
		Dienstag nächster Woche um zwölf Uhr -> 03-31 12:00
		Montag, 13:45 Uhr -> 03-30 13:45
		Donnerstagnachmittag um vier -> 03-26 16:00
		am Montag um viertel vier -> asked, means 03-30 15:15
		morgen gegen drei -> asked
		nächsten Freitag um drei -> asked
		morgen früh -> asked
		morgen um acht -> asked
		morgen, aber nicht um drei -> asked
		am 12. um 15 Uhr -> asked
		Freitag 12.10. um 9 Uhr -> asked
		morgen Abend um acht -> asked
	`,
	...said('french', 'Europe/Paris', AUTUMN)`
		demain à trois heures -> 10-22 15:00
		demain à 15h30 -> 10-22 15:30
		Rappelez-moi lundi à dix heures, s’il vous plaît. -> 10-26 10:00
		après-demain à midi -> 10-23 12:00
		lundi prochain à 9 h -> 10-26 09:00
		mardi de la semaine prochaine à onze heures et demie -> 10-27 11:30
		cet après-midi à quatre heures -> 10-21 16:00
		vendredi à trois heures moins le quart -> 10-23 14:45
		jeudi matin à dix heures et quart -> 10-22 10:15
		aujourd’hui à 17 heures -> 10-21 17:00
		demain à deux heures de l'après-midi -> 10-22 14:00
		demain à 8 heures -> asked
		vendredi prochain à 15 heures -> asked
		lundi en huit à 10 heures -> asked, means 11-02 10:00
		demain vers trois heures -> asked
		demain matin -> asked
		mercredi à 15 heures -> asked
		lundi 9 -> asked
		plutôt demain à trois heures -> asked, means 10-22 15:00
		demain soir à huit heures -> asked
	`,
	...said('spanish', 'Europe/Madrid', AUTUMN)`
		mañana a las tres -> 10-22 15:00
		mañana a las 15:30 -> 10-22 15:30
		Llámeme el lunes a las diez y media, por favor. -> 10-26 10:30
		pasado mañana a la una -> 10-23 13:00
		el próximo lunes a las 9:30 -> 10-26 09:30
		el viernes a las cinco menos cuarto de la tarde -> 10-23 16:45
		hoy a las 17 horas -> 10-21 17:00
		esta tarde a las cuatro -> 10-21 16:00
		mañana por la mañana a las once -> 10-22 11:00
		el martes de la semana que viene a las doce -> 10-27 12:00
		el jueves a las 3 pm -> 10-22 15:00
		mañana a las ocho -> asked
		el viernes que viene a las tres -> asked
		mañana por la mañana -> asked
		mañana a eso de las tres -> asked
		más tarde -> asked
		dentro de dos horas -> asked, means 10-21 12:12
		el miércoles a las tres -> asked
		el sábado a las once -> asked
		mañana no, el viernes a las diez -> asked, means 10-23 10:00
	`,
	...said('italian', 'Europe/Rome', SPRING)`
		domani alle tre -> 03-26 15:00
		domani alle 15:30 -> 03-26 15:30
		Mi richiami lunedì alle dieci, per favore. -> 03-30 10:00
		dopodomani a mezzogiorno -> 03-27 12:00
		lunedì prossimo alle nove e mezza -> 03-30 09:30
		venerdì alle quattro meno un quarto -> 03-27 15:45
		oggi pomeriggio alle cinque -> 03-25 17:00
		domani mattina alle undici -> 03-26 11:00
		martedì della settimana prossima alle ore 14 -> 03-31 14:00
		domani all'una -> 03-26 13:00
		giovedì alle 16.30 -> 03-26 16:30
		domani alle otto -> asked
		venerdì prossimo alle tre -> asked
		domani pomeriggio -> asked
		verso le tre di domani -> asked
		fra due ore -> asked, means 03-25 12:12
		domani dopo le tre -> asked
		mercoledì alle tre -> asked
		domenica alle undici -> asked
		lunedì 9 alle tre -> asked
	`,
	...said('portuguese', 'Europe/Lisbon', SPRING)`
		amanhã às três -> 03-26 15:00
		amanhã às 15h -> 03-26 15:00
		Ligue-me na segunda-feira às dez e meia, por favor. -> 03-30 10:30
		depois de amanhã ao meio-dia -> 03-27 12:00
		próxima segunda às 9h30 -> 03-30 09:30
		sexta-feira às quinze para as quatro -> 03-27 15:45
		hoje às 17 horas -> 03-25 17:00
		esta tarde às quatro -> 03-25 16:00
		amanhã de manhã às onze -> 03-26 11:00
		terça-feira da semana que vem às duas da tarde -> 03-31 14:00
		quinta às 16:30 -> 03-26 16:30
		amanhã à uma -> 03-26 13:00
		amanhã às oito -> asked
		sexta que vem às três -> asked
		amanhã à tarde -> asked
		amanhã por volta das três -> asked
		daqui a duas horas -> asked, means 03-25 12:12
		quarta às três -> asked
		domingo às onze -> asked
		amanhã às três ou quatro -> asked
	`,
	...said('dutch', 'Europe/Amsterdam', AUTUMN)`
		morgen om drie uur -> 10-22 15:00
		morgen om 15:30 -> 10-22 15:30
		Kunt u mij maandag om half elf terugbellen? -> 10-26 10:30
		overmorgen om kwart over twee -> 10-23 14:15
		volgende maandag om 9 uur -> 10-26 09:00
		morgenmiddag om vier uur -> 10-22 16:00
		vanmiddag om vijf uur -> 10-21 17:00
		dinsdag volgende week om kwart voor twaalf -> 10-27 11:45
		vrijdag om twee uur 's middags -> 10-23 14:00
		vandaag om 16 uur -> 10-21 16:00
		maandagochtend om tien uur -> 10-26 10:00
		morgen om acht uur -> asked
		volgende vrijdag om drie uur -> asked
		morgenochtend -> asked
		morgen rond drie uur -> asked
		over twee uur -> asked, means 10-21 12:12
		woensdag om drie uur -> asked
		zaterdag om elf uur -> asked
		niet morgen maar vrijdag om tien uur -> asked, means 10-23 10:00
		morgen om half drie of drie uur -> asked
	`,
	...said('polish', 'Europe/Warsaw', SPRING)`
		jutro o trzeciej -> 03-26 15:00
		jutro o 15:30 -> 03-26 15:30
		Proszę zadzwonić w poniedziałek o dziesiątej. -> 03-30 10:00
		pojutrze w południe -> 03-27 12:00
		w przyszły poniedziałek o 9:30 -> 03-30 09:30
		w piątek o wpół do czwartej -> 03-27 15:30
		dziś o siedemnastej -> 03-25 17:00
		jutro po południu o czwartej -> 03-26 16:00
		jutro rano o jedenastej -> 03-26 11:00
		we wtorek w przyszłym tygodniu o godzinie 14 -> 03-31 14:00
		w czwartek kwadrans po drugiej -> 03-26 14:15
		jutro o ósmej -> asked
		w następny piątek o trzeciej -> asked
		jutro rano -> asked
		jutro około trzeciej -> asked
		za dwie godziny -> asked, means 03-25 12:12
		w środę o trzeciej -> asked
		w niedzielę o jedenastej -> asked
		nie jutro, w piątek o dziesiątej -> asked, means 03-27 10:00
		jutro o trzeciej albo czwartej -> asked
	`,
	...said('swedish', 'Europe/Stockholm', AUTUMN)`
		imorgon klockan tre -> 10-22 15:00
		i morgon kl. 15.30 -> 10-22 15:30
		Ring mig på måndag klockan tio, tack. -> 10-26 10:00
		i övermorgon klockan halv fyra -> 10-23 15:30
		nästa måndag kl 9:30 -> 10-26 09:30
		på fredag kvart i fyra -> 10-23 15:45
		idag klockan 17 -> 10-21 17:00
		i eftermiddag klockan fyra -> 10-21 16:00
		imorgon på förmiddagen klockan elva -> 10-22 11:00
		på tisdag nästa vecka klockan två -> 10-27 14:00
		på torsdag kl. 16 -> 10-22 16:00
		imorgon klockan åtta -> asked
		nästa fredag klockan tre -> asked
		imorgon eftermiddag -> asked
		imorgon vid tretiden -> asked
		om två timmar -> asked, means 10-21 12:12
		på onsdag klockan tre -> asked
		på söndag klockan elva -> asked
		inte imorgon, på fredag klockan tio -> asked, means 10-23 10:00
		imorgon klockan tre eller fyra -> asked
	`,
	...said('danish', 'Europe/Copenhagen', SPRING)`
		i morgen klokken tre -> 03-26 15:00
		i morgen kl. 15.30 -> 03-26 15:30
		Ring til mig på mandag klokken ti, tak. -> 03-30 10:00
		i overmorgen klokken halv fire -> 03-27 15:30
		næste mandag kl 9:30 -> 03-30 09:30
		på fredag kvart i fire -> 03-27 15:45
		i dag klokken 17 -> 03-25 17:00
		i eftermiddag klokken fire -> 03-25 16:00
		i morgen om formiddagen klokken elleve -> 03-26 11:00
		på tirsdag i næste uge klokken to -> 03-31 14:00
		på torsdag kl. 16 -> 03-26 16:00
		i morgen klokken otte -> asked
		næste fredag klokken tre -> asked
		i morgen eftermiddag -> asked
		i morgen ved tretiden -> asked
		om to timer -> asked, means 03-25 12:12
		på onsdag klokken tre -> asked
		på søndag klokken elleve -> asked
		ikke i morgen, på fredag klokken ti -> asked, means 03-27 10:00
		i morgen klokken tre eller fire -> asked
	`,
];
