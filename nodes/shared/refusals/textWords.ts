import { phrases, tableOf } from './words';

/*
 * Words in short texts that say: do not call this person. They have no apostrophes, and `_` between words, in English,
 * German, French, Spanish, Italian, Portuguese, Dutch, Polish, Swedish and Danish.
 */

/** The phrases of each language. */
export const REFUSALS: Readonly<Record<string, readonly string[]>> = {
	en: [
		...phrases(
			'do_not dont never not_to to_not must_not should_not shouldnt please_not',
			'call contact phone telephone dial ring disturb bother solicit recontact reach_out callback be_called be_contacted be_phoned',
		),
		...phrases(
			'no_more no_further no_future no_marketing no_sales',
			'calls call phone_calls marketing_calls sales_calls contact',
		),
		...phrases('no', 'cold_calls unsolicited_calls contact_requested'),
		...phrases(
			'stop quit stopped cease',
			'calling contacting phoning ringing calls all_calls all_contact',
		),
		...phrases(
			'not_want doesnt_want dont_want didnt_want never_want never_wants not_wish doesnt_wish not_like no_longer_wants no_longer_wishes',
			'calls more_calls further_calls future_calls to_be_called to_be_contacted be_called be_contacted to_receive_calls contact further_contact',
		),
		...phrases(
			'refuses refused declines declined',
			'calls further_calls future_calls contact further_contact any_calls',
		),
		...phrases(
			'remove removed delete deleted strike',
			'from_list from_lists from_calling_list from_call_list from_database from_records',
		),
		...phrases(
			'take took taken',
			'me_off us_off him_off her_off them_off my_number_off this_number_off off_list off_calling_list off_call_list',
		),
		...phrases('get', 'me_off us_off off_list off_calling_list'),
		...phrases('requested requests request asked_for wants', 'removal opt_out no_contact no_calls'),
		...phrases(
			'not_want doesnt_want dont_want didnt_want',
			'us_to_call us_to_contact us_calling you_to_call you_to_contact you_calling',
		),
		...phrases('not doesnt didnt', 'consent give_consent'),
		...phrases(
			'remove delete erase',
			'this_number my_number my_phone_number his_number her_number my_data my_details my_contact_details',
		),
		...phrases('consent', 'revoked withdrawn denied declined refused removed'),
		...phrases('permission', 'revoked withdrawn'),
		...phrases('revoked withdrew', 'permission'),
		...phrases('objected_to objects_to objection_to', 'calls further_calls marketing processing'),
		...phrases('removed removal remove', 'at_request on_request per_request requested'),
		...phrases(
			'revoked withdrew withdrawn revoke withdraw denied no without',
			'consent permission_to_call',
		),
		...tableOf(`
			dnc dncl ndnc dnd no_calls opt_out opted_out opts_out opting_out opt_outs unsubscribe unsubscribed unsubscribes remove_me be_removed
			removal_request removal_requested lose_my_number lose_this_number cease_contact cease_and_desist cease_desist not_consented
			contact_refused off_the_list_please dncr suppress ctps on_tps tps_registered tps_list tps_listed erasure_request deletion_request
			gdpr_erasure gdpr_deletion right_to_be_forgotten known_litigator tcpa_litigator black_list black_listed block_list block_listed
			suppression_list suppressed litigator robinson_list calls_not_wanted leave_alone leave_me_alone no_solicitation no_soliciting stop_call stop_contact asked_to_stop asked_us_to_stop wants_off_list want_off_list no_contact_please
		`),
	],
	de: [
		...phrases(
			'nicht nicht_mehr nie nie_mehr nie_wieder nicht_wieder nicht_nochmal nicht_noch_einmal niemals nicht_mehr_wieder',
			'anrufen kontaktieren telefonieren belastigen zuruckrufen angerufen_werden kontaktiert_werden',
		),
		...phrases(
			'keine keine_weiteren keinerlei',
			'anrufe werbung werbeanrufe telefonanrufe kontaktaufnahme kontaktaufnahmen telefonische_kontaktaufnahme telefonwerbung',
		),
		...phrases(
			'kein keinen',
			'anruf_mehr anruf_erwunscht anruf_gewunscht weiterer_anruf kontakt_mehr kontakt_erwunscht kontakt_gewunscht',
		),
		...phrases('wunscht_keinen will_keinen mochte_keinen', 'kontakt anruf'),
		...phrases(
			'rufen_sie rufen_sie_mich rufen_sie_uns ruft ruf rufe',
			'nicht_an nicht_mehr_an nie_an nie_mehr_an nie_wieder_an nicht_wieder_an',
		),
		...phrases(
			'rufen_sie_bitte ruft_bitte ruf_bitte',
			'nicht_an nicht_mehr_an nie_mehr_an nie_wieder_an nicht_wieder_an',
		),
		...phrases('anruf anrufe kontakt', 'unerwunscht untersagt verboten'),
		...phrases(
			'verbietet untersagt verweigert verbittet_sich',
			'anrufe weitere_anrufe kontakt weiteren_kontakt kontaktaufnahme',
		),
		...phrases('widerspruch', 'gegen_werbung gegen_anrufe gegen_telefonwerbung'),
		...phrases('nummer telefonnummer daten', 'loschen'),
		...phrases(
			'aus_liste von_liste aus_anrufliste von_anrufliste aus_kartei aus_verteiler vom_verteiler',
			'streichen gestrichen loschen geloscht nehmen entfernen entfernt',
		),
		...phrases('einwilligung zustimmung', 'widerrufen entzogen zuruckgezogen verweigert'),
		...phrases('widerruft hat_widerrufen keine ohne', 'einwilligung zustimmung'),
		...tableOf(`
			loschung_gewunscht datenloschung loschung_der_daten dsgvo_loschung loschantrag mochte_geloscht_werden
			werbesperre anrufsperre telefonsperre kontaktsperre sperrvermerk anrufverbot kontaktverbot werbeverbot werbewiderspruch
			telefonverbot lehnt_anrufe_ab lehnt_kontakt_ab hat_widerrufen widersprochen widerspruch_eingelegt dsgvo_widerspruch nicht_mehr_melden widerruf gesperrt sperrliste robinsonliste abgemeldet abbestellt ausgetragen austragen anrufe_unerwunscht
		`),
	],
	fr: [
		...phrases(
			'ne_pas ne_plus ne_jamais ne_plus_jamais',
			'appeler rappeler contacter recontacter telephoner deranger demarcher',
		),
		...phrases(
			'ne_souhaite_pas ne_souhaite_plus ne_veut_pas ne_veut_plus ne_desire_pas ne_desire_plus',
			'etre_appele etre_appelee etre_rappele etre_contacte etre_contactee etre_recontacte dappels dappel',
		),
		...phrases(
			'ne_plus_etre ne_pas_etre',
			'appele appelee rappele rappelee contacte contactee recontacte recontactee derange derangee',
		),
		...phrases('plus pas aucun', 'dappel dappels appel'),
		...phrases(
			'nappelez ne_mappelez ne_appelez ne_rappelez ne_contactez ne_telephonez',
			'pas plus jamais',
		),
		...phrases('arretez_de arreter_de cessez_de cesser_de', 'mappeler appeler contacter rappeler'),
		...phrases('arretez arreter cessez', 'dappeler'),
		...phrases(
			'retirer retire supprimer radier enlever',
			'de_liste de_listes du_fichier de_vos_listes de_votre_liste de_nos_listes',
		),
		...phrases('refuse_detre refus_detre', 'appele appelee rappele contacte contactee recontacte'),
		...phrases(
			'supprimer effacer retirer',
			'numero mon_numero son_numero mes_donnees ses_donnees mes_coordonnees ses_coordonnees',
		),
		...phrases('consentement', 'retire revoque refuse'),
		...phrases('sans refus_de retrait_du pas_de retire_son revoque_son', 'consentement'),
		...tableOf(
			'refuse_les_appels refuse_appels stop_demarchage desinscription desinscrire droit_a_loubli bloctel oppose_au_demarchage demande_de_suppression demande_de_retrait liste_noire liste_rouge stop_appel stop_appels refus_de_contact refus_dappel pas_de_demarchage liste_repoussoir desinscrit desabonne desabonnement opposition droit_dopposition',
		),
	],
	es: [
		...phrases(
			'no nunca no_me no_nos no_volver_a no_vuelva_a no_vuelvan_a no_se_debe',
			'llamar llamarme llamarle llame llamen contactar contactarme contacte contacten molestar telefonear',
		),
		...phrases(
			'no_quiere no_desea no_quiere_recibir no_desea_recibir no_autoriza no_mas sin',
			'llamadas mas_llamadas ser_contactado ser_llamado ser_contactada ser_llamada',
		),
		...phrases('no_quiere_que no_desea_que', 'llamen llamemos contacten contactemos'),
		...phrases('no_ser', 'llamado llamada contactado contactada molestado molestada'),
		...phrases('dejar_de deje_de dejen_de', 'llamar llamarme llamarle molestar'),
		...phrases(
			'quitar eliminar borrar sacar excluir',
			'de_lista de_listado numero mi_numero su_numero mis_datos sus_datos',
		),
		...phrases('dar dado dada darse', 'de_baja'),
		...phrases('consentimiento', 'revocado retirado denegado'),
		...phrases('sin revoca revoco retira retiro', 'consentimiento su_consentimiento'),
		...phrases('rechaza no_acepta', 'llamadas mas_llamadas'),
		...phrases('solicita solicito pide pidio', 'baja'),
		...tableOf('baja_solicitada derecho_de_supresion lista_robinson lista_negra desuscrito'),
	],
	it: [
		...phrases(
			'non non_mi mai',
			'chiamare richiamare contattare disturbare telefonare chiamate chiami chiamatemi chiamarmi richiamatemi contattatemi contattarmi',
		),
		...phrases('smettere_di smettete_di smettetela_di smetta_di', 'chiamare chiamarmi telefonare'),
		...phrases(
			'non non_vuole non_desidera non_vuole_piu non_desidera_piu niente basta',
			'chiamate telefonate ricevere_chiamate ricevere_telefonate ricevere_altre_chiamate essere_chiamato essere_chiamata essere_richiamato essere_contattato essere_contattata essere_ricontattato essere_ricontattata',
		),
		...phrases(
			'rimuovere rimosso rimossa cancellare cancellato cancellata togliere tolto eliminare eliminato',
			'dalla_lista dalle_liste dallelenco dal_database numero il_numero mio_numero dati_personali',
		),
		...phrases('consenso', 'revocato ritirato negato'),
		...phrases('senza revoca revoca_del revocato ritirato nega rifiuta', 'consenso'),
		...tableOf(
			'di_essere_rimosso di_essere_rimossa di_essere_cancellato cancellazione_dati cancellazione_dei_dati iscritto_rpo iscritto_al_rpo lista_nera registro_opposizioni registro_delle_opposizioni disiscritto disiscrizione',
		),
	],
	pt: [
		...phrases(
			'nao nunca_mais nao_voltar_a nao_me',
			'ligar ligue liguem telefonar contactar contatar chamar perturbe perturbar incomodar',
		),
		...phrases(
			'nao_quer nao_deseja nao_quer_mais nao_deseja_mais nao_quer_receber nao_deseja_receber sem',
			'chamadas ligacoes ser_contactado ser_contatado ser_contactada ser_chamado',
		),
		...phrases(
			'remover removido removida retirar retirado excluir excluido tirar apagar',
			'da_lista de_lista das_listas numero o_numero meu_numero o_meu_numero',
		),
		...phrases('parar_de pare_de parem_de', 'ligar contactar contatar telefonar'),
		...phrases('consentimento', 'revogado retirado negado'),
		...phrases('sem revogou retirou', 'consentimento'),
		...phrases('nao_quer nao_quer_mais nao_deseja nao_deseja_mais', 'contato contacto'),
		...tableOf(
			'nao_perturbe ser_removido ser_removida sair_da_lista solicitou_remocao pediu_remocao remocao_da_lista solicitou_exclusao pediu_exclusao lista_negra descadastrar descadastrado',
		),
	],
	nl: [
		...phrases(
			'niet niet_meer nooit nooit_meer niet_opnieuw',
			'bellen terugbellen opbellen contacteren benaderen storen contact_opnemen',
		),
		...phrases('bel', 'niet niet_meer me_niet me_niet_meer mij_niet mij_niet_meer nooit_meer'),
		...phrases(
			'niet wil_niet wil_niet_meer wenst_niet',
			'gebeld_worden gebeld_te_worden benaderd_worden benaderd_te_worden worden_gebeld',
		),
		...phrases('geen', 'telefoontjes oproepen belletjes verkoopgesprekken'),
		...phrases(
			'van_lijst van_de_lijst uit_lijst uit_de_lijst van_bellijst van_de_bellijst uit_bestand uit_het_bestand',
			'halen verwijderen verwijderd schrappen',
		),
		...phrases('verwijderen', 'uit_bestand uit_het_bestand van_lijst van_de_lijst'),
		...phrases('nummer gegevens', 'verwijderen wissen'),
		...phrases('toestemming', 'ingetrokken geweigerd'),
		...phrases('geen zonder', 'toestemming'),
		...phrases('wil_geen wenst_geen', 'contact oproepen telefoontjes'),
		...phrases('stop_met stoppen_met', 'bellen'),
		...tableOf(
			'van_de_lijst_af trekt_toestemming_in verzet_aangetekend geen_contact_meer bel_me_niet_register belverbod zwarte_lijst uitgeschreven afgemeld',
		),
	],
	pl: [
		...phrases(
			'nie nie_wolno nigdy',
			'dzwonic dzwonic_wiecej kontaktowac oddzwaniac przeszkadzac telefonowac dzwon dzwoncie',
		),
		...phrases(
			'nie_zyczy_sobie nie_chce',
			'telefonow wiecej_telefonow kontaktu wiecej_kontaktu dalszego_kontaktu polaczen rozmow',
		),
		...phrases('usunac usuniecie usunieto wypisac wykreslic', 'z_listy z_bazy'),
		...phrases('zgoda', 'wycofana cofnieta odwolana'),
		...phrases('wycofana cofnieta odwolana', 'zgoda'),
		...phrases('nie_chce_byc', 'kontaktowany kontaktowana nekany nekana'),
		...phrases('usuniecie usunac', 'numeru numer moj_numer danych dane moje_dane'),
		...phrases('nie_zgadza_sie_na', 'kontakt telefon telefony'),
		...phrases('nie_wyraza nie_wyrazil nie_wyrazila', 'zgody'),
		...phrases(
			'wycofanie wycofania cofniecie cofniecia wycofal wycofala wycofano cofnieto cofnal cofnela brak bez',
			'zgody zgode',
		),
		...tableOf(
			'na_czarnej_liscie przestancie_dzwonic przestac_dzwonic sprzeciw zakaz_dzwonienia nie_dzwonienie zakaz_kontaktu sprzeciw_wobec_kontaktu czarna_lista lista_robinsona wypisany rezygnacja_z_kontaktu',
		),
	],
	sv: [
		...phrases('ring kontakta stor', 'inte ej aldrig inte_igen'),
		...phrases(
			'far_inte far_ej skall_inte skall_ej ska_inte ska_ej bor_inte',
			'ringas kontaktas ringas_upp',
		),
		...phrases(
			'vill_inte vill_ej onskar_inte onskar_ej',
			'kontakt bli_uppringd bli_kontaktad ha_samtal bli_ringd ha_fler_samtal',
		),
		...phrases('ta_bort borttagen stryk struken', 'fran_listan fran_ringlistan'),
		...phrases('ta_bort radera', 'nummer numret mitt_nummer mina_uppgifter'),
		...phrases('samtycke', 'aterkallat aterkallad nekat'),
		...phrases('aterkallat nekat inget utan saknar', 'samtycke'),
		...tableOf(
			'nixsparr nix_sparr svarta_listan inga_samtal inga_fler_samtal sluta_ringa nixat nixad nixregistret nix_telefon sparrad sparrlista svartlistad avregistrerad avanmald',
		),
	],
	da: [
		...phrases('ring kontakt forstyr', 'ikke aldrig ikke_igen'),
		...phrases('ma_ikke maa_ikke skal_ikke', 'ringes kontaktes ringes_op'),
		...phrases(
			'onsker_ikke vil_ikke',
			'opkald have_opkald have_flere_opkald kontakt kontaktes at_blive_ringet_op at_blive_kontaktet ringes_op blive_ringet_op blive_kontaktet flere_opkald',
		),
		...phrases('fjern slet fjernes slettes', 'fra_listen fra_ringelisten'),
		...phrases('fjern slet', 'nummer nummeret mit_nummer mine_data'),
		...phrases('samtykke', 'trukket_tilbage tilbagekaldt naegtet'),
		...phrases('intet uden tilbagekaldt', 'samtykke'),
		...tableOf(
			'trukket_samtykke_tilbage reklamebeskyttet ikke_ringe ikke_ringes ikke_kontaktes stop_med_at_ringe frabeder_sig ingen_opkald ingen_flere_opkald robinsonlisten robinson_listen spaerret spaerreliste sortlistet afmeldt frameldt',
		),
	],
};

/** Phrases with another meaning, though they hold one of the above: "Konto gesperrt", "unsubscribed from emails". */
export const OTHER_MEANINGS: ReadonlySet<string> = new Set([
	...phrases(
		'email emails e_mail mail sms text texts whatsapp fax newsletter newsletters mailchimp email_marketing',
		`opt_out opted_out opt_outs unsubscribe unsubscribed suppressed black_listed abgemeldet abbestellt ausgetragen desinscrit desabonne
		desuscrito disiscritto descadastrado uitgeschreven afgemeld wypisany avregistrerad avanmald afmeldt frameldt`,
	),
	...phrases(
		`opt_out_of opted_out_of opting_out_of opt_out_from opted_out_from unsubscribe_from unsubscribed_from unsubscribed abgemeldet_von
		desinscrit_de desabonne_de uitgeschreven_voor afgemeld_voor afmeldt afmeldt_fra wypisany_z avregistrerad_fran`,
		`email emails e_mail e_mails mail mails all_emails marketing_emails sms text texts text_messages whatsapp newsletter newsletters
		nieuwsbrief nyhedsbrev nyhetsbrev newslettera`,
	),
	...phrases('konto karte anschluss', 'gesperrt'),
	...phrases('vertrag', 'widerruf widerrufen'),
	...phrases('widerruf', 'vertrag des_vertrags'),
	...phrases('no_calls', 'made yet made_yet so_far logged'),
	...phrases(
		'no denied refused not doesnt_consent_to not_consent_to no_consent_to',
		'recording recording_consent consent_to_recording',
	),
	...phrases('recording', 'consent_denied consent_declined consent_refused'),
]);

/** Words that change nothing between those of a phrase: `remove my number from the list`. */
export const FILLERS: ReadonlySet<string> = new Set(
	tableOf(`
		a an the my me us our your his her their this that these please any ever number numbers phone telephone again
		die der den dem das diese diesen dieser mich uns unsere bitte nummer telefonnummer
		le la les l mon ma nous moi ce cette svp numero
		el los las lo mi este esta por favor il lo i gli mio questo numero o os as meu este het mijn deze numer ten prosze detta mitt snalla mig mej oss
		dette mit venligst
	`),
);

/** Words that deny what stands right behind them: "not on the DNC list", "nicht gesperrt". */
export const DENIALS: ReadonlySet<string> = new Set(
	tableOf(`
		not no never non none without didnt doesnt dont isnt wasnt hasnt havent hadnt wont cannot
		nicht kein keine keinen keinem nie ohne pas jamais sans nunca sin tampoco mai senza nao sem niet geen nooit zonder nie bez nigdy
		inte ej utan aldrig ikke uden ingen
	`),
);

/** Words that ask for what stands behind them: "asked how to opt out". */
export const QUESTIONS: ReadonlySet<string> = new Set(tableOf('how wie como hoe jak hur hvordan'));

/** Words that may stand between a denial and what it denies: "did not ask to opt out", "is not yet on a list". */
export const BETWEEN_DENIAL: ReadonlySet<string> = new Set(
	tableOf(`
		yet been be being was is to on in at by of a an the any ask asked asking request requested want wanted wish wished say said mention
		mentioned have has had want wants currently
		auf in der die das dem einer eine mehr um gebeten wunscht gewunscht est ete dans sur la le une un demande a esta sido en el una pedido e
		stato nella sulla chiesto foi na op de een het om gevraagd jest na w pa en et den om bett bedt
	`),
);

/** Words for a check of a list: "DNC check passed" says that the person is not on it. */
export const CHECKS: ReadonlySet<string> = new Set(
	tableOf('check checked scrub scrubbed lookup screening screened'),
);

/** Words that say no, as an answer. */
export const NO: ReadonlySet<string> = new Set(
	tableOf(
		'no false 0 n f off nope negative nein non falsch faux falso nee nie nej nao falsk falskt unwahr',
	),
);

/** Words that say yes, as the beginning of an answer. */
export const YES: ReadonlySet<string> = new Set(
	tableOf('yes true y t yep yeah ja oui si sim tak wahr vrai jo'),
);

/** Whole values of a field such as `do_not_call` that mean: there is no refusal. */
export const NOTHING: ReadonlySet<string> = new Set(
	tableOf(`
		good available safe dialable valid
		null none nil na n_a nan undefined unknown unset clear clean cleared passed ok allow allowed opted_in subscribed inactive disabled
		unblocked not_mentioned not_asked not_discussed not_applicable not_requested unchecked unclear unsure not_sure undetermined inconclusive unable_to_determine cannot_determine tbd callable
		safe_to_call ok_to_call okay_to_call call_ok do_call can_call may_call no_match no_record no_records non_dnc no_dnc not_set not_found not_listed not_stated not_specified
		not_available not_on_list not_in_list not_on_any_list not_on_file not_detected not_given not_known not_indicated not_provided not_registered not_yet never failure failed fail
		entfallt nicht_zutreffend nicht_erwahnt nicht_besprochen nicht_gefragt nicht_gesetzt unbekannt keine keiner kein
		non_mentionne pas_mentionne inconnu aucun aucune no_mencionado desconocido ninguno ninguna non_menzionato sconosciuto nessuno nessuna
		nao_mencionado desconhecido nenhum nenhuma niet_genoemd onbekend geen nie_wspomniano nieznane brak inte_namnt okant ingen ikke_naevnt ukendt
	`),
);

/** Words of a consent that was taken back or refused. */
export const NO_CONSENT: ReadonlySet<string> = new Set(
	tableOf(`
		revoked withdrawn expired never denied declined refused rejected removed cancelled canceled not_given not_granted opted_out opt_out unsubscribed
		widerrufen entzogen zuruckgezogen abgelehnt verweigert nicht_erteilt retire revoque refuse non_donne revocado retirado denegado
		rechazado revocato ritirato negato rifiutato revogado recusado negado ingetrokken geweigerd niet_gegeven wycofana wycofano cofnieta
		odwolana odmowa aterkallat aterkallad nekat trukket_tilbage tilbagekaldt naegtet afvist
	`),
);
