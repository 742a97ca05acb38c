import { REFUSALS } from './textWords';
import { phrases, tableOf } from './words';

/*
 * Names of fields that say whether somebody may be called: of columns, of questions and of what an analysis looks for.
 */

/** Names that say no. Words such as `blocked` count only as names: in a text they are too vague. */
export const REFUSAL_NAMES: ReadonlySet<string> = new Set([
	...Object.values(REFUSALS).flat(),
	...phrases('no not_to not_be dont', 'call contact called contacted'),
	...tableOf(`
		no_phone_calls consent_withdrawal withdrawal_of_consent consent_revocation revocation consent_expired consent_cancelled
		consent_canceled rucknahme_der_einwilligung baja sperrkennzeichen nix blocked revoked withdrawn deceased suppress suppression robinson tps ctps opposed objected
		sperre widerrufen widerspruch bloque oposicion bloqueo bloqueado bloccato opposizione oposicao geblokkeerd zablokowany blockerad blokeret
	`),
]);

/** Names that say yes: the person agreed to be called, or may be called. Their value can say no. */
export const CONSENT_NAMES: ReadonlySet<string> = new Set([
	...phrases(
		'can may ok_to okay_to allowed_to permission_to permitted_to',
		'call contact be_called be_contacted phone',
	),
	...phrases('can_we may_we', 'call contact phone'),
	...phrases(
		'accept accepts accepted agree_to agrees_to agreed_to',
		'calls phone_calls receive_calls be_called be_contacted',
	),
	...phrases(
		'anruf anrufe kontakt kontaktaufnahme telefonische_kontaktaufnahme telefonkontakt telefonwerbung werbung',
		'erlaubt gestattet',
	),
	...phrases('acepta autoriza permite aceita', 'llamadas contacto ligacoes chamadas contato'),
	...phrases('accepte_detre', 'appele appelee contacte contactee'),
	...phrases('call calls calling contact phone', 'allowed permitted permission consent'),
	...tableOf(`
		consent consented opt_in opted_in optin callable contactable allow_call allow_calls allow_phone allow_contact
		einwilligung zustimmung werbeeinwilligung werbeerlaubnis einverstandnis einverstanden anrufen_erlaubt darf_angerufen_werden darf_kontaktiert_werden
		consentement appel_autorise appels_autorises peut_etre_appele accepte_les_appels demarchage_autorise consentimiento puede_llamar se_puede_llamar llamadas_permitidas
		consenso chiamabile contattabile accetta_chiamate puo_chiamare chiamate_consentite consentimento pode_ligar toestemming mag_bellen mag_gebeld_worden zgoda zgody mozna_dzwonic
		samtycke far_ringas far_kontaktas samtykke ma_ringes ma_ringes_op ma_kontaktes suostumus согласие
	`),
]);

/** Words that leave a name's meaning as it is: `Opt-Out Date`, "Did the person opt out?". CRMs add `hs` and `c`. */
export const NEUTRAL_WORDS: ReadonlySet<string> = new Set(
	tableOf(`
		a an the at to on by in of from for with is are was has have had been be being and or since until when as
		i me my us our we you your he she his her him they them their it this that
		date time datetime timestamp day dates reason flag flags field list lists listed register registered registry status state value
		answer result response set given granted requested request requests request_date permanent permanently explicit confirmed settings setting preference preferences
		user customer client contact contacts person people callee caller lead leads recipient prospect member account subscriber
		call calls called calling caller phone telephone mobile voice number outbound marketing sales again anymore more any further future ever
		bitte svp favor prosze tack venligst mich uns nous mehr plus mas piu mais meer wiecej please want wants wanted wish wishes wished ask asks asked asking say said says like does did do should must
		all cell landline home work business office primary secondary express written prior gdpr tcpa dsgvo rgpd avg rodo
		telefonisch telefonische telefonico telefonica telefonicznie telefoniczny telephonique bellen marketingowa inscrit iscritto souhaite
		global internal external federal national company crm hs sf c q yes
		ist hat wurde am seit bis vom von zu der die das datum zeit grund kunde kundin kontakt person telefon anruf anrufe liste ja wunscht mochte
		est a le la les du de date client cliente liste appel appels telephone raison fecha del es esta el los las cliente lista llamada llamadas
		telefono motivo della do da data cliente chiamata chiamate lista telefono ligacao ligacoes chamada chamadas contato is heeft klant lijst datum telefoon
		na do jest klient lista data telefon kund kunden lista samtal kunde kunden liste opkald dato
	`),
);

/** Names of channels other than calls: who wants no e-mail may be called. */
export const OTHER_CHANNELS: ReadonlySet<string> = new Set(
	tableOf(
		'email emails e_mail mail mails sms mms text texts texting whatsapp fax newsletter newsletters post postal letter push cookies cookie tracking web mailchimp nyhedsbrev nyhetsbrev nieuwsbrief',
	),
);

/** Words for phone calls. */
export const CALL_WORDS: ReadonlySet<string> = new Set(
	tableOf(
		'call calls calling phone telephone voice mobile telefon anruf anrufe appel appels telephone llamada llamadas chiamate chamadas bellen samtal opkald',
	),
);

/** Fields with a short text about a person. One such word in the name is enough: `sub_disposition`. */
export const TEXT_FIELDS: ReadonlySet<string> = new Set(
	tableOf(`
		outcome outcomes status statuses disposition dispositions tag tags label labels note notes remark remarks comment comments result
		results reason category categories classification resolution intent wish feedback state stage cause
		dispo wrapup wrap action actions step follow followup preference preferences method group segment priority flag flags warning alert info memo
		description details detail message information instruction instructions type list beschreibung nachricht descripcion mensaje descrizione
		descricao omschrijving opis beskrivning beskrivelse
		vermerk vermerke kundennotiz notiz notizen bemerkung bemerkungen anmerkung anmerkungen kommentar kommentare hinweis hinweise ergebnis grund
		statut remarque remarques commentaire commentaires resultat motif etiquette
		estado estatus nota notas observacion observaciones comentario comentarios resultado etiqueta motivo
		stato esito note osservazioni commento commenti risultato etichetta
		situacao observacao observacoes anotacoes etiqueta
		opmerking opmerkingen notitie notities uitkomst reden resultaat
		uwagi uwaga notatka notatki komentarz wynik powod
		anteckning anteckningar utfall anledning noter bemaerkning bemaerkninger udfald arsag
	`),
);

/** Names of persons. A phrase of several words counts there: `Ada (do not call)`, and not "Dnc Sample". */
export const NAME_FIELDS: ReadonlySet<string> = new Set(
	tableOf(`
		name first_name last_name full_name surname contact_name customer_name vorname nachname nom prenom nombre
		apellido apellidos nome cognome azienda sobrenome naam voornaam achternaam imie nazwisko namn fornamn efternamn navn
		fornavn efternavn
	`),
);

/** Text fields whose objects hold a label: `tags: [{ name: "DNC" }]`. Results and reasons hold questions, too. */
export const LABEL_FIELDS: ReadonlySet<string> = new Set(
	tableOf('outcome status disposition tag tags label labels category stage'),
);
