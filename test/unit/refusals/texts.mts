import type { IDataObject } from 'n8n-workflow';
import { phrases } from '../../support/phrases.mts';

/*
 * Texts as people and programs write them in an outcome, a status, a tag or a note, in the ten languages of the room `refusals`.
 */

/** `Call Preference = Do not call` is a row with this column. */
export const rowOf = (text: string): IDataObject => {
	const [name = '', value = ''] = text.split(' = ');
	return { [name]: value };
};

/** They say: do not call this person. */
export const REFUSING: Readonly<Record<string, readonly string[]>> = {
	en: phrases`
		Remove this number | Please take my number off | Get me off your list | get me off this list |
		Off the list please | removed at request | stop all calls | Cease contact | cease all contact |
		Cease & desist | Do not reach out again | Don’t reach out again | Do not recontact |
		Never want to be called again | no contact requested | no more marketing calls | No cold calls |
		refused contact | contact refused | withdrew permission | consent_declined | not consented |
		didn’t give consent | did not give consent | Suppress | TPS registered | CTPS | on TPS list |
		lose this number | Do not callback | GDPR erasure request | GDPR deletion request |
		right to be forgotten | Objected to marketing calls | objects to calls | objection to processing |
		Customer asked to stop | Wants off the list | no contact please | I don’t want you to call me |
		Verbal DNC | hard opt out | Not interested, remove from list | not_interested_dnc | CUSTOM_DNC |
		DNC - Internal | Do not call this number | do-not-call | DoNotCall | Do Not Contact | DNC requested |
		add to dnc | Put on DNC | Take me off your list | take him off the list |
		Please take us off your calling list | Remove me from your list | remove from list | remove my number |
		Please remove my number | Wants to be removed | asked to be removed from list |
		Asked us to stop calling | stop calling me | Stop calling | Stop contacting | Never call again |
		Never call me again | Don’t call me again | Dont ever call again | do not ever call me |
		Do not call me anymore | no more calls | No more calls please | Not to be called | must not be called |
		Should not be called | Do not phone | Do not ring | Please don’t contact | Requested no contact |
		requested no further contact | no further calls | no further contact | Opt out | Opt-out | OPTOUT |
		optout | opted-out | opting out | Opted out of future calls | Customer wants to opt out |
		wishes to opt out | unsubscribe | Unsubscribed | consent_revoked | Consent withdrawn | revoked consent |
		withdrew consent | no consent | Does not consent | caller_requested_removal | removal requested |
		Requests removal | doesn’t want any more calls | does not want to be called |
		Does not want to be contacted again | don’t want to be called | Doesn’t want us to call |
		Wants no more calls | wants no calls | No calls | asked not to be called | Asked us not to call again |
		asked not to be contacted | told us not to call | said not to call | cease and desist | Blacklist |
		blacklisted | on the blacklist | suppression list | On the do not call list | National DNC | litigator |
		lose my number | Threatened to sue, do not call | DND | Refuses further contact |
		Declined further calls | Do not disturb | don’t bother me | leave me alone | delete my number |
		Delete my data | do not solicit | no solicitation | Please do not call this number again |
		Do not call back | Remove from calling list | Removed from the calling list | Remove number from list |
		Added to DNC list | DNC: yes | permission revoked | not on the blacklist, DNC |
		Does not consent to be contacted
	`,
	de: phrases`
		keine telefonische Kontaktaufnahme | Kein Kontakt gewünscht | ruft bitte nicht mehr an |
		möchte gelöscht werden | Löschung gewünscht | Datenlöschung gewünscht | Löschung der Daten |
		Widerspruch gegen Werbung | DSGVO Löschantrag | DSGVO-Löschung | verbittet sich Anrufe |
		verbittet sich weitere Anrufe | Untersagt weitere Anrufe | bitte aus Verteiler nehmen |
		lehnt Anrufe ab | verweigert Kontakt | Hat widerrufen | Telefonverbot | Widerruf der Einwilligung |
		Bitte nicht mehr anrufen | Nicht anrufen | nie wieder anrufen | Nicht mehr kontaktieren |
		keine Anrufe mehr | Keine weiteren Anrufe | Will nicht mehr angerufen werden |
		möchte nicht angerufen werden | Kein Anruf mehr | Keine Werbung | Werbesperre | Kontaktsperre |
		Anrufsperre | Widerspruch eingelegt | Werbewiderspruch | Einwilligung widerrufen |
		hat Einwilligung zurückgezogen | Aus der Liste streichen | bitte von der Liste nehmen | Nummer löschen |
		Rufen Sie mich nicht mehr an | rufen Sie nie wieder an | Wünscht keinen Kontakt | wünscht keine Anrufe |
		kein Kontakt mehr | Kein Kontakt erwünscht | Anruf unerwünscht | keine Einwilligung |
		DSGVO Widerspruch | Sperrliste | Kontakt untersagt | hat Anrufe untersagt | verbietet Anrufe |
		nicht mehr melden | Nummer bitte löschen
	`,
	fr: phrases`
		Ne plus jamais appeler | A demandé à ne plus être appelé | demande à ne plus être contacté |
		Supprimer ses coordonnées | Désinscription | se désinscrire | refuse les appels | refus d’être rappelé |
		retire son consentement | Stop démarchage | droit à l’oubli | refuse d’être appelé |
		opposé au démarchage | demande de suppression | A ne pas rappeler | Ne pas appeler | ne plus appeler |
		Ne plus contacter | Ne me rappelez plus | ne m’appelez plus | N’appelez plus |
		ne souhaite plus être appelé | Ne veut plus être contactée | Ne veut pas être appelé | Plus d’appels |
		Liste rouge | Opposition au démarchage | Bloctel | désinscrit | retirer de la liste |
		Me retirer de vos listes | Supprimer mon numéro | consentement retiré | refus de contact |
		Arrêtez de m’appeler | stop appels | ne désire plus être contacté | pas de démarchage | Arrêtez d’appeler
	`,
	es: phrases`
		Pide no ser llamado | Solicita no ser contactado | Baja solicitada | borrar mis datos |
		revocó su consentimiento | derecho de supresión | solicita baja | Rechaza llamadas |
		retiró el consentimiento | no llamarle | No llamar | no llamar más | No volver a llamar | no me llamen |
		No me llame más | No contactar | no quiere que le llamen | No quiere llamadas |
		no desea ser contactado | no quiere ser llamado | no más llamadas | Dar de baja | Darse de baja |
		lista Robinson | Quitar de la lista | Borrar mi número | consentimiento revocado | sin consentimiento |
		dejen de llamar | Dejar de llamar | no molestar | No vuelvan a llamarme | no volver a contactar
	`,
	it: phrases`
		Non desidera ricevere chiamate | non vuole ricevere telefonate | smettetela di chiamare |
		rimosso dalla lista | Chiede di essere rimosso | revoca consenso | chiede di non essere chiamato |
		Ha revocato il consenso | disiscrizione | da non richiamare | Non chiamare | Non chiamare più |
		non richiamare | Non contattare | non mi chiamate più | Non vuole essere chiamato |
		Non vuole essere contattata | non desidera essere ricontattato | Niente chiamate | Basta chiamate |
		Rimuovere dalla lista | cancellare dalla lista | consenso revocato | Registro delle opposizioni |
		togliere il numero | smettere di chiamare | non disturbare | non chiamatemi più | nega il consenso
	`,
	pt: phrases`
		Não me liguem mais | não deseja mais contato | removido da lista | apagar o meu número |
		Pediu para ser removido | pediu para sair da lista | Solicitou remoção | não quer mais contato |
		Pediu remoção da lista | retirou o consentimento | solicitou exclusão | Não ligar | não ligar mais |
		Não ligue mais | Não me ligue | não contactar | Não contatar | Nunca mais ligar |
		não quer mais ligações | Não deseja ser contactado | Não quer ser contatado | Remover da lista |
		retirar da lista | Parar de ligar | pare de ligar | sem consentimento | consentimento revogado |
		descadastrar | não perturbe | Não voltar a ligar | não telefonar | Excluir número |
		não quer receber chamadas
	`,
	nl: phrases`
		bel mij niet meer | van de bellijst halen | verwijderen uit bestand | Nummer verwijderen |
		graag nummer verwijderen | wil van de lijst af | trekt toestemming in | verzet aangetekend |
		wenst niet gebeld te worden | niet meer benaderen | heeft zich afgemeld | Niet bellen |
		niet meer bellen | Bel me niet meer | Bel niet meer | Nooit meer bellen | Niet meer contacteren |
		wil niet gebeld worden | Wil niet meer gebeld worden | wenst geen contact | geen contact meer |
		Geen telefoontjes meer | Van de lijst halen | uit lijst verwijderen | bel-me-niet-register |
		toestemming ingetrokken | geen toestemming | Uitgeschreven | stop met bellen | Wil geen contact
	`,
	pl: phrases`
		nie życzy sobie więcej telefonów | Wycofanie zgody | cofnięcie zgody | Prosi o usunięcie z bazy |
		proszę usunąć mój numer | na czarnej liście | Przestańcie dzwonić | Prosi o nie dzwonienie |
		nie zgadza się na telefony | cofnął zgodę | Nie dzwonić | Proszę nie dzwonić | nie dzwonić więcej |
		Proszę więcej nie dzwonić | Nie kontaktować | nie chce telefonów | Nie życzy sobie kontaktu |
		nie życzy sobie telefonów | Usunąć z listy | usunąć z bazy | wycofana zgoda | zgoda wycofana |
		wycofał zgodę | brak zgody | Zakaz dzwonienia | nie dzwońcie | Nigdy więcej nie dzwonić | sprzeciw |
		nie chce być kontaktowany | prosi o usunięcie numeru | Nie zgadza się na kontakt | Nie wyraża zgody
	`,
	sv: phrases`
		ska ej kontaktas | önskar ej kontakt | önskar inte kontakt | ta bort numret | borttagen från listan |
		nix-spärr | Saknar samtycke | svarta listan | Har nixat sig | önskar inte bli kontaktad | kontakta ej |
		Ring inte | ring inte igen | Ring aldrig igen | Ring mig inte | Ring inte mer | Kontakta inte |
		Vill inte bli uppringd | vill inte bli kontaktad | Ta bort från listan | Får ej kontaktas |
		får inte ringas | Inga fler samtal | återkallat samtycke | samtycke återkallat | nixad | Spärrad |
		avregistrerad | sluta ringa | Vill inte ha samtal
	`,
	da: phrases`
		Vil ikke have opkald | Slet nummer | slet mit nummer | fjern mit nummer | Trukket samtykke tilbage |
		Reklamebeskyttet | Vil ikke ringes op | ring ikke mere | Har frameldt sig | Ring ikke | Ring ikke igen |
		ring aldrig igen | Ring mig ikke | Må ikke ringes op | Må ikke kontaktes | Ønsker ikke opkald |
		ønsker ikke at blive ringet op | vil ikke kontaktes | Slet fra listen | fjern fra listen |
		Samtykke trukket tilbage | tilbagekaldt samtykke | Robinsonlisten | Ikke ringe | kontakt ikke |
		ingen opkald | stop med at ringe | Ønsker ikke kontakt | frabeder sig opkald
	`,
};

/** They deny it, or only ask about it: nobody is called because of them, and nobody is listed. */
export const DENYING: readonly string[] = phrases`
	DNC scrubbed | DNC check passed | DNC: clear | not on the do-not-call list | did not opt out |
	nicht gesperrt | not on DNC list | Customer did not opt out | has not opted out | Not yet opted out |
	never opted out | hasn’t unsubscribed | not blacklisted | isn’t on the DNC list | Not a DNC request |
	No DNC request | no opt-out | no opt out requested | DNC: no | opt-out = false |
	steht nicht auf der Sperrliste | keine Werbesperre | pas sur liste noire | no está en la lista negra |
	non è nella lista nera | não está na lista negra | niet op de zwarte lijst | inte spärrad | ikke spærret |
	nie wypisany | asked how to opt out | How to opt out | did not ask to be removed |
	does not want to opt out | Not asked to opt out | DNC: not found | Do not call back: no
`;

/** They say something else, such as how a call ended. */
export const HARMLESS: readonly string[] = phrases`
	telephony_provider_permission_denied | Email opt out | unsubscribed from newsletter |
	unsubscribed from emails | opted out of email | opt-out of SMS | no calls made | no calls yet |
	recording consent denied | Anschluss gesperrt | Karte gesperrt | Konto gesperrt | Widerruf Vertrag |
	vom Newsletter abgemeldet | Newsletter abbestellt | afgemeld voor nieuwsbrief | Wants a callback |
	asked us to call again | Please call again | OK to call | wants to be called | remove item from cart |
	20% off list price | No answer - call again | No time, call later | Not today | Never available |
	cannot talk | nicht erreichbar | bitte anrufen | Bitte zurückrufen | ne répond pas | llamar mañana |
	volver a llamar | richiamare | voltar a ligar | niet bereikbaar | zadzwonić | ring igen | ikke hjemme |
	Complaint | call_completed | marked_as_spam | scam_detected | blocked_by_carrier | silence-timed-out |
	opted_in | Consent obtained | permission granted | could not be contacted | cannot be reached | no_answer |
	no answer | not_interested | Not interested | callback_requested | Callback requested | wrong_number |
	Wrong number | voicemail | left voicemail | no contact made | customer declined | call blocked by carrier |
	Declined | refused | hung up | hangup | busy | failed | rejected | interested | appointment booked |
	booked | Not available | call later | Call back later | call me tomorrow | not qualified | Disqualified |
	language barrier | no show | Already a customer | Already customer | do it later | transferred | deceased |
	dead air | disconnected number | number blocked | Removed from campaign | machine_detected |
	silence_timeout | canceled | Contact made | contacted | No call made | no_call_back | not contacted |
	not reached | never answered | never answers | call dropped | Price too high | unsuccessful | success |
	Follow-up | follow up needed | no decision | requested more info | requests quote |
	Callback: no preference | no further action | No further questions | not the right person |
	decision maker not available | Gatekeeper | Stopped responding | Contract withdrawn | Offer withdrawn |
	Loan denied | insurance declined | permission | Rückruf gewünscht | nicht erreicht | kein Interesse |
	Kein Anschluss | keine Antwort | besetzt | Mailbox | Termin vereinbart | falsche Nummer | nicht abgehoben |
	Pas de réponse | pas intéressé | rappeler demain | Injoignable | Messagerie | No contesta | Ocupado |
	Buzón de voz | no interesado | número equivocado | Non risponde | occupato | non interessato | Segreteria |
	não atende | sem interesse | Caixa postal | Geen gehoor | niet bereikt | geen interesse | In gesprek |
	terugbellen | Nie odebrał | zajęte | niezainteresowany | inget svar | upptaget | inte intresserad |
	ring tillbaka | intet svar | optaget | ikke interesseret | ring tilbage | Hat nix gesagt | nix erreicht |
	STOP | Kein Widerspruch | asked how we got his number | withdrew his offer |
	does not consent to recording | Nahm den Anruf nicht an | Rufen Sie bitte später an | Will keinen Vertrag |
	Besuch unerwünscht | Kontakt am Montag | Verweigert Auskunft | Hat nichts gegen Werbung | Termin löschen |
	Kommt von der Liste | Einwilligung liegt vor | Vertrag Widerruf | Ne pas laisser de message |
	Ne souhaite pas acheter | Appel demain | Appelé deux fois | N’appelez que le matin | A essayé d’appeler |
	Arrêtez de livrer | Supprimer le rendez-vous | Refuse d’être enregistré | Dossier refusé |
	Consentement obtenu | Sin respuesta | Pide que le llamen mañana | No quiere que vengan | Llamado dos veces |
	Dar cita mañana | Borrar cita | De baja por enfermedad | Crédito denegado | Consentimiento firmado |
	Dos llamadas perdidas | Rechaza la oferta | Solicita información | Chiamare domani |
	Vuole smettere di fumare | Cancellare appuntamento | Ordine ritirato | Consenso ottenuto |
	Duas chamadas perdidas | Pedido retirado | Consentimento assinado | Não quer comprar | Novo contato |
	Bel morgen terug | Morgen bellen | Afspraak verwijderen | Komt van de lijst | Aanbod geweigerd |
	Toestemming gegeven | Wil geen offerte | Wil stoppen met roken | Brak kontaktu | Nie chce oferty |
	Usunąć wizytę | Numer z listy | Oferta wycofana | Zgoda udzielona | Kontaktowany w maju |
	Nie zgadza się na cenę | Wysłano formularz zgody | Nie wyraża zainteresowania | Får inte svar |
	Vill inte köpa | Ta bort mötet | Namn från listan | Lån nekat | Samtycke finns | Kan kontaktes mandag |
	Skal ikke bruge noget | Vil ikke købe | Slet aftalen | Navn fra listen | Tilbud trukket tilbage |
	Samtykke givet | Two missed calls | Name from list | Take a message | Get in touch in May |
	Objected to the price | Pense ne pas être là demain | Nom du fichier | Dice no ser el titular |
	Quiere dejar de fumar | Quer parar de fumar | Nie chce być klientem
`;
