/**
 * What do words stand for? The vocabulary of the grammar of attacks (`rules.ts`): for each concept, the words that
 * mean it in English, German, Spanish, French, Italian, Portuguese, Russian, Chinese and Japanese.
 *
 * - `word`    this word
 * - `stem*`   every word that begins so; in Latin letters at least four of them, which the first look counts on
 * - `a_b`     two words side by side; an apostrophe or a hyphen parts words, too
 *
 * Accents and case do not matter. Chinese and Japanese entries are found wherever they stand, the longest first.
 * A word may stand for several concepts. A concept is a topic and no accusation: only the grammar says which of them
 * make an attack together.
 *
 * Long because it is a table.
 */
export const VOCABULARY = {
  /** Whose agent it is. */
  OWNER: `
    user owner principal account_holder account_owner cardholder your_human your_boss your_employer your_client your_customer your_master your_manager person_you_work_for person_you_serve
    nutzer nutzerin nutzers benutzer benutzerin benutzers anwender anwenderin inhaber inhaberin inhabers besitzer besitzerin eigentümer* kontoinhaber* auftraggeber* dein_chef deine_chefin ihr_chef ihre_chefin dein_mensch
    usuario usuaria dueño dueña titular propietario propietaria tu_jefe tu_jefa su_jefe su_jefa tu_cliente
    utilisateur utilisatrice propriétaire titulaire votre_patron votre_patronne ton_patron ta_patronne votre_client votre_cliente votre_employeur
    utente proprietario proprietaria titolare intestatario intestataria padrone padrona tuo_capo vostro_cliente tuo_cliente
    usuário usuária utilizador utilizadora dono a_dona da_dona pela_dona seu_chefe sua_chefe teu_chefe seu_patrão
    abonné abonnée suscriptor suscriptora abbonato owner_s account_s_owner my_human her_user his_user card_holder subscriber household_owner your_principal
    kontoinhaberin nutzerseite herrchen deine_nutzerin dein_nutzer
    tu_dueño tu_dueña el_titular la_titular
    ton_utilisateur votre_utilisateur le_maître
    il_tuo_utente la_tua_utente l_intestatario
    seu_dono sua_dona o_titular o_proprietário
    пользовател* владел* хозяин* хозяйк* заказчик* ваш_клиент* твой_начальник* ваш_начальник* ваш_шеф твой_хозяин* твоя_хозяйк* абонент*
    用户 用戶 使用者 主人 房主 机主 機主 业主 業主 户主 账户本人 帳戶本人 用户本人 账户持有人 账号所有者 所有者 你老板 你的老板 您的老板 你们老板 利用者 本人 契約者 名義人 依頼主 账号主人 持卡人 机主本人 业主本人
    ユーザー ユーザ オーナー 持ち主 ご本人 ご主人様 雇い主 アカウントの持ち主 飼い主`,
  /** May be whose agent it is, or anybody else. */
  CLIENT: `
    customer client boss human manager employer chief
    kunde kundin kunden chef chefin herr frau
    cliente clienta jefe jefa señor señora
    patron patronne monsieur madame
    capo signore signora
    patrão chefe senhor senhora dona
    клиент* начальни* шеф директор*
    客户 客戶 老板 老闆 先生 女士 上司 社長
    お客様`,
  /** "User manual": not a person. */
  OF_OWNER: `
    manual* guide guides research story stories interface* experience name names id ids group groups testing tests interview* survey* study studies documentation docs journey* persona personas input
    handbuch handbücher oberfläche
    guía guia manuel manuale manuais estudio étude studio
    руководств* инструкци* интерфейс* имя имени
    手册 手冊 界面 体验 體驗 名 研究 指南 登録 辞書 調査
    マニュアル ガイド インターフェース`,
  INDEFINITE: `
    a an any each every some another many most ein eine einen einem einer jeder jede un una une uno um uma algún alguna cualquier chaque tout ogni qualche cada algum qualquer
    каждый любой один
    每个 任何 一个 一名`,
  /** Agreed, ordered, wished. */
  WANT: `
    wants want wanted wish wishes wished desires desire agreed agrees agree agreement approved approves approval authorised authorized authorises authorizes authorisation authorization consent* permission permits permitted allowed allows asked asks requested requests request instructed instructs instruction instructions ordered decided decides decision expects expected opted okayed oked confirmed signed_off signs_off green_light go_ahead blessing objection objections nominated insists insisted preference preferences would_like would_prefer would_rather fine happy okay ok granted grants mandate mandated accepted accepts endorsed sanctioned demands demanded directed trusts cleared waived delegated likes_it will_have preapproved ruled green_lit greenlit greenlighted thumbs_up no_qualms gave_the_nod no_problem_with
    möchte möchten will wollte wünscht wünsche wunsch wünschte gebeten bittet bat verlangt gewünscht zugestimmt stimmt_zu zustimmung einverstanden einwilligung eingewilligt erlaubt erlaubnis genehmigt genehmigung angeordnet anordnung weisung anweisung anweisungen angewiesen entschieden beschlossen abgesprochen vereinbart freigegeben freigabe gestattet bestätigt vorgabe befohlen grünes_licht bewilligt abgesegnet autorisiert ermächtigt auftrag beauftragt vorliebe legt_wert nichts_dagegen einwand einwände abgenickt freigegeben_hat vollmacht befürwortet
    quiere quieren quería desea deseo deseos pidió pide pedido solicitó solicita autorizó autoriza autorizado autorización permiso permitido permite consentimiento consiente consintió acordó acordado aceptó acepta aprobó aprobado aprobación ordenó orden órdenes instrucciones instrucción decidió decidido prefiere preferencia visto_bueno conforme luz_verde acuerdo encargó encarga confirmó exige insiste voluntad inconveniente sin_reparos no_se_opone
    veut voulait souhaite souhaité souhait désire demandé demande accord accordé accepte accepté consenti consent consentement autorise autorisé autorisation permis approuvé approbation feu_vert consigne consignes ordonné ordre ordres décidé préfère préférence tient_à volonté validé confirmé chargé_de s_oppose inconvénient objection
    vuole voleva desidera desiderio chiesto chiede richiesto richiesta autorizzato autorizza autorizzazione permesso permette consenso acconsentito acconsente accordo concordato accettato approvato approvazione ordinato ordine ordini istruzioni istruzione deciso preferisce preferenza via_libera benestare volontà disposto disposizione confermato esige nulla_in_contrario
    quer queria deseja desejo pediu pede solicitou autorizou autorização permissão permitiu consentimento consentiu concordou concorda acordo aceitou aceita aprovou aprovado aprovação ordenou ordem ordens instruções instrução decidiu prefere preferência aval vontade combinou combinado liberou confirmou faz_questão sem_objeções objeção
    ok_ed nodded gave_leave left_instructions prefers intends is_okay is_ok happy_to wouldn_t_mind doesn_t_mind agreeable signed accepts_that ordered_that says_it_s decided_to approves_of gave_us gave_me
    gestattete billigt gebilligt wünschen gern lieber genehmigte erteilt zugesagt in_ordnung recht
    deja permitió accedió avaló da_permiso da_su dio_su le_parece_bien está_conforme
    permet laisse donne_son a_donné trouve_bon veut_bien agrée
    lascia dà_il va_bene concede concesso consente gradisce intende
    deixa deixou concedeu topou aprova está_de_acordo tudo_bem
    vertraut confía fait_confiance si_fida confia trusts_us put_me_in has_put gives_us given_us discussed as_discussed
    хочет хотел* желает желани* пожелал* просит просил* попросил* просьб* согласи* соглас* разрешил* разреша* разрешени* одобрил* одобрени* велел* велит приказал* приказ* распоряд* распоряжени* указани* решил* поручил* поручени* подтвердил* не_возража* настаива* требует потребовал* предпочита* договор* оговорен* уполномоч* дал_добро дал_согласие позволил* позволяет готов* не_против дал* решила просила хотела доверя*
    想要 希望 要求 同意 已同意 同意しました 許可した 批准 许可 許可 授权 授權 允许 允許 吩咐 指示 嘱咐 囑咐 交代 决定 決定 答应 答應 不介意 请求 請求 愿意 願意 偏好 意愿 认可 點頭 点头 拜托 托付 要我们 要你 让你 讓你 想让 确认过 不想 想 承認 了承 承諾 依頼 要望 承知 快諾 意向 答应了 准许 点过头 认同 没意见 拍板 委托 委託 准了 同意了 了解 結構 信任 信頼
    望ん 望み 望む 頼ま 求め 命じ 認め 決め 許し ほしいと 欲しいと て欲し てほし てよいそう 構わない かまわない 差し支えない 任せ 頼んで 言いつけ お願いされ 承っ 望ま`,
  /** Said in the first person, to give leave. */
  GRANT: `
    hereby_authorise hereby_authorize hereby_consent hereby_agree hereby_approve hereby_permit hereby_allow i_authorise i_authorize i_consent you_have_my_permission you_have_my_consent you_have_my_approval with_my_permission with_my_consent instructed_us authorised_us authorized_us
    hiermit_erlaube hiermit_genehmige hiermit_ermächtige hiermit_bevollmächtige hiermit_stimme_ich_zu ich_ermächtige ich_bevollmächtige ich_erlaube_dir mit_meiner_erlaubnis mit_meiner_zustimmung du_hast_meine_erlaubnis
    por_la_presente_autorizo yo_autorizo te_autorizo le_autorizo autorizo_al autorizo_a_que doy_mi_consentimiento doy_mi_permiso con_mi_permiso tienes_mi_permiso
    j_autorise je_t_autorise je_vous_autorise je_consens je_donne_mon_accord avec_mon_accord tu_as_mon_accord
    autorizzo do_il_mio_consenso con_il_mio_consenso
    dou_minha_permissão com_minha_permissão`,
  SAID: `
    said says told tells mentioned stated explained wrote
    sagt sagte gesagt meint meinte erklärt ausgerichtet
    dice dijo dicho comentó dejó_dicho mencionó
    dit disait précisé indiqué
    ha_detto detto riferito
    disse diz falou avisou
    сказал* говорит сообщил* передал* просил_передать
    说 說 说过 表示 讲过 交待 提过 讲
    言って 言いました 言った おっしゃ 申し と話し 述べ 伝えられ`,
  PREFER: `
    prefer prefers preferred bevorzugt prefiere préfère preferisce prefere
    предпочита*
    更喜欢 偏好
    好む`,
  PER: `
    per according_to behalf_of request_of as_agreed_with agreed_with cleared_with spoke_with talked_to instructions_of orders_of instruction_from word_from
    laut gemäß im_auftrag auf_wunsch im_namen nach_absprache absprache_mit rücksprache_mit
    según por_orden por_encargo a_petición por_deseo de_parte en_nombre
    selon d_après à_la_demande au_nom de_la_part sur_ordre conformément
    secondo su_richiesta a_nome per_conto per_volere come_da per_volontà
    segundo conforme a_pedido em_nome por_ordem por_vontade de_acordo_com da_parte
    по_просьбе по_словам по_поручению от_имени по_желанию согласно по_указанию по_распоряжению по_согласованию
    按照 根据 根據 应 受 代表 奉 按
    によると によれば の依頼で のご意向 の代理 に代わって からは から、`,
  HE: "she he they sie er ella ellos elle elles il lei lui loro ela ele он она они 他 她 彼 彼女",
  YOU: `
    you your yours yourself
    du dich dir dein deine deinen deinem deiner ihnen
    tú tu tus te usted ustedes
    toi ton ta tes vous votre vos
    ti tuo tua tuoi tue voi vi
    você vocês teu seu sua lhe
    ты тебя тебе тобой твой твоя твои твоё вы вас вам ваш ваша ваши
    你 您 你的 您的 你们 君
    あなた お前 きみ`,
  AGENT: `
    assistant assistants agents bot bots chatbot chatbots language_model llm llms robot gpt chatgpt claude copilot
    assistent assistenten assistenz agenten sprachmodell
    asistente asistentes inteligencia_artificial
    intelligence_artificielle
    assistente assistenti agenti intelligenza_artificiale
    inteligência_artificial robô
    an_ai the_ai this_ai dear_ai ai_agent ai_agents ai_assistant ai_assistants ai_model ai_models ai_system ai_systems rogue_ai all_ai ai_reading the_agent this_agent your_agent agent_must software_agents automated_agents eine_ki die_ki ki_assistent ki_assistenten ki_systeme ki_modell la_ia una_ia agentes_de_ia agents_ia assistants_ia agenti_ia une_ia l_ia uma_ia agentes_automáticos agenti_software all_agents to_agents
    ia_agent agentes_ia ki_agenten agenti_di_ia
    this_model all_models models_must
    ассистент* агент* бот боты бота нейросет* помощник* искусственн* ии_агент* ии
    助手 智能体 代理 人工智能 机器人 小助手 人工知能 ai助手
    アシスタント エージェント ボット aiエージェント`,
  TRIGGER: `
    when whenever if once until next_time as_soon_as any_time each_time every_time the_moment wait_until should_the should_anyone should_anybody should_you unless upon
    wenn falls sobald nächste_mal nächstes_mal nächsten_mal jedes_mal immer_wenn sollte solange bis
    cuando si próxima_vez cada_vez en_cuanto una_vez_que hasta_que siempre_que tan_pronto
    quand lorsque lorsqu s_il dès_que dès_qu prochaine_fois chaque_fois tant_que jusqu_à
    quando se prossima_volta ogni_volta non_appena appena qualora finché
    assim_que toda_vez sempre_que caso logo_que até_que
    after before in_case in_the_event as_long_as at_the_first every_third on_every on_each the_day the_first_time provided each_morning every_morning every_evening every_night
    nachdem bevor beim jeweils jeden_tag jeden_morgen
    después_de antes_de al_llegar al_recibir cada_mañana cada_día en_caso
    après_que avant_de au_moment chaque_matin chaque_jour en_cas
    dopo_che prima_di al_momento ogni_mattina ogni_giorno nel_caso
    depois_que ao_receber toda_manhã todo_dia no_caso
    когда если следующий_раз как_только каждый_раз при_следующ* пока всякий_раз после_того перед_тем при_каждом каждое_утро каждый_день в_случае
    当 當 如果 下次 一旦 每当 每當 每次 要是 等到 只要 的时候 的時候 之后 以后 際 次回 場合 每天 之前 一有 一收到 收到 时 每逢 毎回 毎朝 毎日 都度
    たら とき もし 次に たびに 度に れば まで 前に になったら 届いたら 出たら 時は`,
  /** At another time than now. */
  LATER: `
    next_session next_conversation next_time from_then_on at_midnight next_purchase next_chat on_the_first following_session at_that_point not_yet don_t_act_yet later_in_this starting_with starting_from in_future future_sessions next_reply in_the_next on_the_next next_login
    später nächsten_sitzung nächste_sitzung nächsten_gespräch nächstes_mal nächste_mal noch_nicht beim_nächsten ab_der ab_dem
    más_tarde próxima_sesión próxima_conversación próxima_vez próximo en_el_futuro todavía_no a_partir_del
    plus_tard prochaine_session prochaine_conversation prochaine_fois pas_encore à_la_prochaine au_prochain lors_de_la_prochaine
    più_tardi prossima_sessione prossima_conversazione prossima_volta non_ancora alla_prossima al_prossimo in_futuro
    mais_tarde próxima_sessão próxima_conversa ainda_não no_próximo na_próxima futuramente
    after_three after_two after_five from_friday from_monday end_of_the_month day_after_tomorrow for_all_future all_future future_bookings within_an_hour in_an_hour from_tomorrow as_of_tomorrow do_nothing_now remember_this_for
    ab_morgen übermorgen nächste_woche nächsten_monat nach_drei
    pasado_mañana la_semana_que_viene desde_mañana
    après_demain la_semaine_prochaine dès_demain
    dopodomani la_settimana_prossima da_domani
    depois_de_amanhã semana_que_vem a_partir_de_amanhã
    third_answer tenth_time next_message next_command next_person the_next_message day_after whenever_the_topic next_question
    позже следующий_раз следующей_сесси* следующем_разговор* пока_не при_следующ* в_следующ* послезавтра на_следующей с_завтрашн*
    下次 下一次 下回 稍后 暂时不要 先不要 到时候 等到 次回 后天 下周 从明天 下个月 明後日 来週 来月
    後で あとで 今は何も 次の会話 今はまだ 明日から`,
  /** Being let in, or put in charge. */
  ACCESS: `
    access permissions privileges rights full_control full_access remote_access admin_rights root_access clearance unlimited in_his_name in_her_name on_her_behalf on_his_behalf on_behalf signing
    zugriff zugang rechte vollzugriff kontrolle vollmacht fernzugriff unterschreib*
    acceso permisos privilegios firmes firmar en_su_nombre
    accès droits privilèges signes signer à_sa_place en_son_nom
    accesso permessi privilegi firmare a_nome_suo
    acesso permissões privilégios assinar em_nome_dele
    macros in_charge in_charge_until do_as_i vollen_zugriff acesso_total acceso_total accès_complet accesso_completo let_in let_our technician grant_access the_right_to die_tür la_puerta la_porte la_porta a_porta anyone_in
    доступ* права полномоч* двер* подписыва* от_его_имени полный_доступ дверь
    权限 访问 控制 最高权限 代签 権限 制御 开门
    アクセス 代理で 代わりに すべての権限 ドアを開け`,
  ME: `
    me us our my
    mir mich uns unser unsere
    nos mi nuestro nuestra
    moi nous mon ma notre
    ci noi mio nostro
    meu minha nosso
    мне меня нам нас наш*
    我 我们 咱们 私 当社 弊社
    私たち うち`,
  /** What an advertiser wants. */
  STEER: `
    nothing_else no_other no_others exclusively affiliate promo advert advertisement sponsored five_stars top_rated number_one first_choice competitors alternatives powered_by always_first
    besten ausschließlich werbung fünf_sterne einzig konkurrenz keine_anderen
    únicamente publicidad cinco_estrellas exclusivamente encantados competencia
    uniquement meilleure publicité cinq_étoiles exclusivement concurrents
    soltanto pubblicità cinque_stelle unicamente esclusivamente
    somente publicidade cinco_estrelas
    only_recommend nothing_but best_one the_best only_say el_mejor le_meilleur il_migliore o_melhor am_besten
    top_score first_place primer_lugar en_tête primo_posto primeiro_lugar höchstnote best_note look_better better_than corrupt recommend_only nur_noch solo_recomienda
    лучш* исключительно реклам* пять_звёзд пять_звезд первое_место только_наш*
    仅 唯一 最好 广告 五星 别家 其他家 一番 最高 広告 第一位 排在第一 就推荐
    五つ星 ほかの 一番に だけを勧め`,
  ALL: `
    all every each any alle allen jede jeden jedes todos todas cada tous toutes chaque tutti tutte ogni
    everything alles todo tout tutto tudo
    все всех всем каждый всё
    所有 全部 每个
    すべて 全て あらゆる`,
  /** What an agent makes. */
  OUTPUT: `
    reply replies answer answers response responses summary summaries message messages chat conversation conversations session sessions list lists recommendation recommendations question questions
    antwort antworten zusammenfassung* nachricht nachrichten gespräch sitzung frage
    respuesta respuestas resumen resúmenes mensaje mensajes conversación sesión pregunta
    réponse réponses résumé résumés
    risposta risposte riassunto riassunti messaggio messaggi conversazione sessione domanda
    resposta respostas resumo resumos mensagem mensagens conversa sessão pergunta
    ответ* сводк* сообщени* разговор* сесси* вопрос*
    回答 回复 总结 摘要 对话 会话 消息 返信 要約 会話
    セッション メッセージ`,
  /** No order begins with these. */
  NO_VERB: `
    the a an this that these those it its he she they we i you his her their our my your there here who which what when where why how if in on at by for from to of with as than but or so because while since although however once until unless not no one two three all some any many most few both each every another other more less only even still yet already often sometimes usually maybe perhaps otherwise instead after before during is are was were be been has have had do does did will would can could may might must should shall and then also just
    der die das den dem des ein eine einen einem einer dieser diese dieses er sie es wir ich du ihr ihre sein seine mein meine unser unsere und oder aber dass weil damit als wie wo wer im am auf bei mit von vom zu zum zur für nach vor aus über unter durch ohne nicht kein keine auch nur noch schon sehr da dann ist sind war waren hat haben wird werden kann können muss müssen soll sollen darf
    el la los las un una unos unas este esta estos estas ese esa lo le les se su sus mi mis tu tus yo él ella nosotros ellos y o pero que porque como donde quien cuando si en de del al con por para sin sobre ni ya también solo muy más son era fue ha han hay está están
    l une ce cet cette ces il elle nous ils elles je vous sa ses mon ma mes notre leur leurs et ou mais qui dont car comme où quand à au aux avec pour par sans sur dans ne pas plus aussi très est sont était ont c d j m n qu s t
    gli uno questo questa quello quella lui lei noi loro io suo sua suoi sue mio mia e che chi perché come dove quando di della dei alla per non più anche molto è sono hanno ci
    os um uma uns umas esse essa aquele ele ela nós eles eu seu meu minha mas quem onde em na dos ao com sem não também muito é são foi tem há
    и или но что кто который которая которые как где когда если в во на с со по из от до за для при о об без не ни он она оно они мы я это этот эта эти его её их мой моя наш так то там тут уже ещё только очень есть был была были будет нет да а же бы`,
  SOMEONE: `
    anyone anybody somebody someone whoever
    jemand irgendjemand
    alguien cualquiera te_piden te_pregunten te_pida te_pregunta
    quelqu on_vous
    qualcuno chiunque ti_chiedono ti_chiede vi_chiedono
    alguém te_pedirem te_perguntarem lhe_pedirem
    whoever_asks
    кто_нибудь кто_то кто_либо тебя_спросят тебя_попросят
    有人 谁 誰
    誰か 聞かれ 尋ねられ 問われ 頼まれ`,
  ASK: `
    ask asks asked asking mention mentions mentioned type types typed say says said speak speaks talk talks question questions request requests write writes hears
    fragt fragen gefragt erwähnt schreibt sagt spricht bittet
    pide piden pida pregunta* pregunten diga dice menciona mencione vuelva escriba hable
    demande* pose posent interroge* écrit dit parle mentionne
    chied* domand* scrive menzion* parla
    pergunt* pedir pede peça mandar disser diz escrever mencionar falar
    спрос* скаж* упомян* напиш* попрос* заговор* спрашива*
    问 問 说 說 提到 提起 问到 问起 询问 質問 話題
    聞かれ 尋ね 言った 言われ 聞いて 頼まれ 問われ 聞いた`,
  REPLY: `
    reply answer respond say tell claim recommend suggest name mention state greet list offer insist promote praise announce assure pretend
    antwort antworte antworten sag sage nenne nenn empfiehl empfehle erwähne behaupte schreib schreibe biete lobe
    responde di dile diles ofrece ofrécele recomienda contesta menciona afirma asegura
    réponds répondez dis dites recommande recommandez propose proposez prétends affirme affirmez
    rispondi consiglia offri raccomanda afferma sostieni proponi suggerisci
    responda diga recomende ofereça afirme indique sugira
    steer talk speak write describe present rate vote suggest_only advise assert deny confirm call_it call_him promise apologise quote refer direct guide push_for favour favor prefer choose pick select put rank
    bewerte wähle bevorzuge sprich bestätige lenke verweise
    elige prefiere valora habla confirma aconseja dirige sugiere
    choisis préfère note parle confirme conseille oriente suggère vante
    scegli preferisci valuta parla conferma indirizza
    escolha prefira avalie fale aconselhe direcione
    отвечай* ответь* скажи* рекомендуй* говори* называй* предложи* предлагай* утверждай* советуй* выбирай* предпочитай* оцени* направляй* подтвержд* хвали*
    回答 回复 回覆 推荐 推薦 告诉 告訴 就说 介绍 案内 紹介 返答 选择 评价 引导 强调 说成 只说 評価 誘導
    答え 勧め 言って 伝え 選んで 褒め 言え 話して`,
  ACT: `
    swap replace insert append add include transfer push call ship store buy approve accept execute run install open click press read redirect change switch write make use start stop take treat book sign unlock grant
    tausche ersetze füge überweise führe lösche bestelle kaufe akzeptiere schalte ändere öffne leite trage überspring* nutze verwende
    cambia sustituye inserta añade transfiere ejecuta borra compra acepta abre usa pon cámbiale haz
    remplace insère ajoute exécute supprime achète accepte valide vide ouvre utilise passe mets
    sostituisci inserisci aggiungi trasferisci esegui cancella accetta apri metti
    troque substitua insira adicione transfira apague compre aceite abra coloque mude
    route archive close confirm carry_out retry enter fill set start_adding put place move empty forge reset raise release rename cancel subscribe vote visit download proceed go_ahead invest sell trade connect enable allow let pass continue
    buche storniere trag leg setz starte erlaube gewähre verschieb* bestätige gib_frei mach aktiviere
    reserva cancela mueve permite activa rellena firma confirma sigue
    réserve annule déplace permets active remplis signe confirme laisse
    prenota annulla sposta permetti attiva compila conferma continua lascia
    reserve cancele mova permita ative preencha assine deixe
    convert pay spend open_the allow_the rate_it route_all steer store_this overwrite approva approve_every aprove approuve genehmige leite_um pongan mettete coloquem mettez legt sostituite
    замени* вставь* добавь* добавляй* переведи* выполни* удали* купи* прими* подмени* открой* поставь* используй* забронируй* отмени* перемести* разреши* включи* заполни* подпиши* подтверди* утверди* поставьте
    替换 換成 换成 插入 添加 转账 轉帳 执行 執行 删除 刪除 购买 購買 接受 改成 改为 加上 打开 挿入 追加 送金 実行 削除 購入 承認 変更 预订 取消 转移 允许 开启 填写 签署 确认 改用 放行 予約 移動 許可 有効 記入 署名 入金 批准
    差し替え 置き換え 動く 振り込 開いて 応じ 変え 与え 進め 変えて`,
  SEND: `
    send sends sent sending forward forwards forwarded forwarding upload uploads uploaded uploading post posts posted posting paste pasted mail mailed mails email emailed share shared sharing publish published export exported transmit transmitted attach attached submit submitted relay relayed copied hand_over
    sende senden gesendet schick schicke schicken geschickt leite leiten weiterleit* weitergeleit* weiterzuleiten lade hochlad* hochgeladen übermittl* verschick* teile poste maile gehen veröffentlich* exportier*
    envía envíe envíen enviar enviado manda mándalo mándale mande mandar reenvía* reenvíe* reenviar sube súbelo suban subir comparte comparta compartir publica publique cuelga cuélgala cuélgalo exporta copia
    envoie envoies envoyez envoyer envoyé transmets transmettez transmettre transmis* transfère transférez transférer publie publiez partage partagez partager joins joignez expédi* exporte colle collez
    invia inviare invii inoltra inoltrare inoltri mandare carica caricare pubblica condividi condividere spedisci esporta incolla
    envie encaminhe encaminhar compartilhe compartilhar partilhe publicar coloque anexe suba cole
    texted push pushed sync upload_it drop dropped deliver delivered pass_on passed_on leak leaked invite stream streamed broadcast tweet fax hand_it route routes cc reply_with dump
    kopiere kopier weitergib* weitergegeben weiterzugeben weitergeb* lad übertrag* stell stelle
    pasa pásale pásame pega pegue invita sincroniza remite entrega adjunta
    copie copiez passe donne_moi synchronise dépose déposez ajoute_mon
    copi passa passami allega deposita sincronizza gira
    convide anexar sincronize repasse repassar entregue cola
    bring take_the hand fetch_and give_them dásela daglielo bring_it weitersag* leitest weiterleitest
    отправ* перешл* пересыла* пересла* выгрузи* загрузи* опублик* прикреп* выложи* скинь* вышли* скопируй* отошли* скопир* передай* передав* переда* кинь* пригласи* вставь* разошли* слей*
    发送 發送 发到 發到 发给 發給 发至 上传 上傳 转发 轉發 发布 贴到 导出 寄到 转给 传给 抄送 分享 送信 転送 投稿 共有 公開 添付 发我 复制 粘贴 交给 传到 同步 寄给 递给 发出 招待 転記 送付 转达 传来
    送って 送る 送り アップロード 貼り付け 書き出し 渡して コピー 渡す 渡し 伝え 流し`,
  PUBLIC: `
    public publicly forum pastebin bcc webhook fork pull_request third_party stranger strangers external hashtag feed gist
    öffentlich* extern* unbekannt* fremd*
    foro público pública hilo externo externa desconocid*
    publique inconnus externe
    pubblico pubblica esterno esterna bacheca sconosciut*
    fórum desconhecid*
    blog ticket comment comments issue wiki shared_document shared_sheet shared_drive bucket channel public_channel group_chat query_string outsider other_side competitor journalist press reviewers
    kommentar* formular gruppe kanal presse konkurrenz
    comentario comentarios formulario grupo canal prensa competencia
    commentaire* formulaire groupe concurrent*
    commento commenti modulo gruppo canale stampa concorren*
    comentário* formulário imprensa concorrente*
    публичн* форум* внешн* общедоступн* отзыв* комментари* форм* группу группе канал* блог* прессе конкурент*
    公开 公開 论坛 論壇 外部 网盘 公共 评论区 掲示板 评论 表单 群里 群聊 频道 博客 工单 媒体 竞争对手 链接 報道 競合
    フォーラム コメント フォーム グループ チャンネル ブログ チケット リンク`,
  PRIVATE: `
    contacts contact_list address_book phone_numbers phone_number chat chats conversation conversations history transcript folder folders directory files documents mails emails inbox mailbox messages calendar screenshot screenshots screen photos database records medical location statements environment_variables env memory memories addresses customer_list birth
    kontakte kontaktliste ordner dateien datei dokumente nachrichten verlauf kalender adressbuch daten kundendaten kontoausz* bildschirm*
    contactos agenda carpeta archivos archivo documentos correos correo mensajes historial calendario datos captura capturas variables_de_entorno
    dossier fichiers fichier courriel courriels historique calendrier données capture carnet
    contatti rubrica cartella documenti messaggi cronologia dati foto
    contatos pasta arquivo arquivos ficheiro ficheiros mensagens histórico calendário dados planilha
    phone address schedule salary finances contract contracts clipboard customers bills album logs recordings diary itinerary whereabouts health diagnosis prescriptions attachments attachment drafts search_history browsing source_code repository backups spreadsheet sheet payroll camera microphone configuration config environment purchase_history
    adresse adressen gehalt vertrag verträge kundenliste chatverlauf fotoalbum standort gesundheits* termine tagebuch anhang anhänge posteingang postfach
    dirección direcciones sueldo contrato contratos ubicación bandeja registros diario archivos_adjuntos
    adresses salaire contrat contrats localisation boîte registres journal pièces_jointes
    indirizzo indirizzi stipendio contratto contratti posizione posta registri allegati
    endereço endereços salário localização caixa diário anexos
    home_address liste_des_clients lista_de_clientes the_chart whole_file home_directory mail_list salaries
    контакт* папк* файл* документ* писем письма сообщени* истори* календар* баз* данны* снимок* переписк* фото* адресн* адрес* списк* список зарплат* договор* местоположени* почт* расписани* вложени* телефон* список_клиентов
    联系人 聯絡人 通讯录 通訊錄 文件夹 文件 邮件 郵件 聊天记录 对话 對話 数据 客户名单 客户资料 资料 日历 照片 截图 截屏 病历 相册 名单 連絡先 履歴 会話 名簿 予定表 写真 書類 住所録 地址 工资 合同 位置 收件箱 行程 附件 电话号码 住址 日程 住所 給与 契約書 位置情報 受信箱 日記 電話番号 自宅 家庭住址 历史记录
    フォルダー フォルダ ファイル メール データ カレンダー スクリーンショット 添付ファイル 顧客リスト`,
  /** What is private in bulk, or by its nature. */
  CORE: `
    contact_list contacts_list customer_list client_list address_book phone_numbers home_address chat_history chat_log conversation_history private_messages private_chats whole_inbox the_inbox entire_inbox home_directory home_folder clipboard environment_variables the_environment session_cookie session_token api_key api_keys private_key login_data login_details bank_details card_number credit_card_number medical_records location_history browsing_history daily_schedule date_of_birth source_code database_dump customer_data user_s_email user_s_name owner_s_salary owner_s_address list_of_customers list_of_contacts bash_history backup_codes recovery_codes authenticator_codes all_files
    kontaktliste kundenliste adressbuch chatverlauf zugangsdaten kundendaten privatadresse heimatadresse umgebungsvariablen gesprächsverlauf
    lista_de_contactos lista_de_clientes agenda_de_contactos historial_del_chat historial_de_chat dirección_de_casa datos_de_acceso datos_bancarios claves_de_la_api variables_de_entorno
    liste_des_clients liste_de_contacts carnet_d_adresses historique_du_chat historique_de_la_conversation adresse_du_domicile identifiants_de_connexion coordonnées_bancaires adresse_de_la_maison
    elenco_clienti lista_clienti elenco_dei_clienti rubrica cronologia_della_chat cronologia_chat indirizzo_di_casa dati_di_accesso coordinate_bancarie
    lista_de_contatos histórico_da_conversa histórico_do_chat endereço_de_casa dados_de_acesso dados_bancários
    список_клиентов список_контактов базу_клиентов адресную_книгу историю_переписки историю_чата домашний_адрес учётные_данные
    客户名单 客户资料 通讯录 聊天记录 家庭住址 登录信息 银行卡号 联系人名单 环境变量
    顧客リスト 連絡先の一覧 連絡先リスト 住所録 チャット履歴 会話履歴 自宅の住所 ログイン情報 口座番号 顧客名簿`,
  SECRET: `
    password passwords passphrase passcode passcodes credential credentials token tokens api_key api_keys apikey secrets pin pins codes authenticator recovery_code private_key login_link login_links cookies cookie card_number seed_phrase bearer environment_variables system_prompt mother_s_name wallet
    passwort passwörter passwörtern kennwort kennwörter zugangsdaten tan geheimnis* schlüssel anmeldedaten kreditkart* umgebungsvariab* systemprompt
    contraseña contraseñas clave claves credencial* código códigos secretos secreto variables_de_entorno
    mot_de_passe mots_de_passe identifiants clé clés jeton jetons variables_d_environnement
    credenziali codice codici chiave chiavi segreti segreto
    senha senhas palavra_passe credenciais chave chaves segredo segredos
    pass_phrase login_data one_time otp security_code access_code verification_code card_details credit_card bank_details licence_keys license_keys ssh_key private_keys keyfile fingerprint master_key signing_key two_factor_code door_code gate_code alarm_code safe_combination mother_s_maiden social_security passport ssn
    zugangscode* sicherheitscode* einmalcode* türcode bankverbindung logindaten ausweis*
    código_de_acceso datos_bancarios número_de_tarjeta tarjeta_de_crédito pasaporte
    code_d_accès code_secret coordonnées_bancaires carte_bancaire numéro_de_carte passeport
    codice_di_accesso dati_bancari carta_di_credito passaporto accessi
    código_de_acesso dados_bancários cartão_de_crédito passaporte
    your_keys the_keys login_details your_prompt initial_prompt
    backup_codes discount_code secret_word codeword code_word magic_word palabra_secreta mot_secret parola_segreta palavra_secreta login_codes session_cookie master_password kontaktcode den_code le_code il_codice o_código
    prompt_di_sistema prompt_de_sistema prompt_do_sistema prompt_del_sistema prompt_système prompt_initial tuo_prompt seu_prompt tu_prompt ton_prompt dein_prompt
    парол* код коды кодов коду ключ* токен* учётны* секрет* пин переменн* логин* реквизит* паспорт* кода банковск* доступ* кодовое системный_промпт
    密码 密碼 口令 密钥 密鑰 验证码 驗證碼 钥匙 鑰匙 令牌 凭证 凭据 银行卡号 环境变量 系统提示 提示词 秘密 暗証番号 鍵 認証情報 環境変数 登录密码 支付密码 身份证 账号密码 门锁密码 动态码 私钥 助记词 口座番号 合鍵 秘密鍵 身分証 認証番号 暗号 合言葉
    パスワード トークン 認証コード カード番号 システムプロンプト ログイン情報 マイナンバー ワンタイム`,
  GIVE: `
    give gives giving hand hands reveal reveals print prints printed show shows dump dumps leak leaks disclose provide collect recite spell repeat output display
    gib gibst gebe herausgeb* herausg* verrat* nenn* zeig* ausplauder* brauchen benötigen gibt rück* liefer*
    dame entrega* revela* muestra* muéstra* suelta* soltar cuenta cuente necesitamos imprime* facilita
    donne donnez révèle révélez montre montrez affiche affichez lisait redemande* besoin communique* fournis*
    dai dammi rivela* mostra* consegna* servono serve leggi* fornisci* comunica*
    mostre mostra entregue entrega revele passe libere precisamos informe forneça dê
    release expose spill recite_the name_the surrender supply grant send_me tell_me let_me_see give_me show_me pass_me read_me
    gib_mir nenn_mir zeig_mir sag_mir schick_mir liefere
    dime muéstrame pásame enséñame
    dis_moi donne_moi montre_moi envoie_moi
    dimmi mostrami mandami
    me_diga me_dê me_mostre me_mande me_passe
    дай* выдай* покаж* раскрой* назови* выведи* нужны нужен сообщи* предоставь* прочитай* распечатай* скажи_мне дай_мне покажи_мне
    交出 告诉 告訴 透露 打印 念 给出 输出 显示 提供 读出 交给 泄露 表示 出力 入力 告诉我 给我 发给我 交给我 索要 说出
    渡して 教えて 読み聞かせ 読み上げ 明かして 教えろ 見せて くれ 明かし 与えて`,
  NEG: `
    no not never without don_t dont doesn_t doesnt isn_t aren_t needn_t won_t can_t cannot neither nothing no_longer unnecessary free_of
    nicht kein keine keinen keiner keinerlei ohne nie niemals nichts unnötig überflüssig
    sin nunca jamás ningún ninguna nada
    ne n pas sans jamais aucun aucune rien inutile
    non senza mai nessun nessuna nessuno niente
    não sem nenhum nenhuma
    nobody none hardly nor disregard unasked
    niemand weder ohne_dass
    sin_que tampoco ni
    sans_que personne
    senza_che né neanche
    sem_que nem ninguém
    no_need sin_hacer sans_poser senza_fare sem_fazer
    не без никогда ни нет никак* ничего нельзя никто без_лишн*
    不 别 別 无 無 没 沒 未 无需 無需 不用 不必 不要 免 没有 不再 毋须 无须 莫
    なし 無し せず ない なく ません 無く いらない 要らない ずに ぬ しないで 何も`,
  CHECK: `
    confirmation confirmations confirm confirming confirmed ask asking asked verify verifying verified verification inspection inspecting approval approvals question questions check checks checking sign_off review reviewing permission dialog dialogs asks checked authentication
    bestätigung bestätigungen bestätigt rückfrage rückfragen nachfrage nachfragen nachzufragen fragen fragst prüfung prüfen freigabe genehmigung überprüfung bestätigen
    confirmación confirmaciones confirmar preguntar pregunta preguntas verificar verificación comprobar autorización revisar aprobación
    confirmer demander vérification vérifications vérifier validation contrôle
    conferma conferme confermare chiedere verifica verifiche verificare domande controllo controlli approvazione
    confirmação confirmações perguntar pergunta perguntas verificação aprovação checar
    double_check double_checking consult consulting signature second_opinion supervision oversight interaction captcha reminded reminder
    unterschrift rücksprache tan kontrolle aufsicht
    firma consultar consulta supervisión avisarle aviso
    consulter avertir averti*
    consultare supervisione avviso
    assinatura supervisão conferência senha
    look_at_it no_questions
    подтвержден* спрашива* спросив вопрос* провер* согласован* подтвержд* подпис* контрол* спросу вопросов
    确认 確認 审批 審批 核实 核對 验证 驗證 询问 过问 检查 审核 批准 承認 本人確認 検証 審査 質問 签字 核对 问我 审查 密码 署名 認証 相談 多问
    確認する 尋ねる 何も聞かず`,
  NEED: `
    need needs needed necessary required require requires apply applies wanted
    nötig notwendig braucht brauchst erforderlich benötigt gilt mehr
    necesita necesario necesaria hace_falta más requiere
    besoin nécessaire nécessaires plus compte comptent
    serve servono necessario necessaria più occorre
    precisa preciso necessário necessária mais vale
    нужн* надо требу* больше
    需要 必要 再
    もう`,
  SKIP: `
    skip skips skipped bypass bypassed omit omitted waive waived drop
    überspring* übersprung* umgeh* weglass* auslass*
    omite omitir omita saltar salta saltarse
    sauter saute saut* ignorer passer_outre contourn*
    saltare saltar* ometti evitare
    pular pule ignorar dispensar dispense
    пропуск* пропуст* минуя обойти
    跳过 跳過 绕过 省略 免去
    飛ばし スキップ 省いて`,
  /** A protection, and no safety advice. */
  GUARD: `
    firewall filter filters safety guardrail guardrails restriction restrictions limit limits spending_limit sandbox antivirus alert alerts warning warnings two_factor 2fa mfa quarantine quarantined protection protections backup backups notification notifications safeguard safeguards logging login_alerts spam_filter approvals
    warnung warnungen anmeldewarn* benachrichtigung* schutz* sicherheits* beschränkung* sperre sperren leitplanken zwei_faktor* virenscan* protokollier*
    filtro filtros seguridad límite límites restriccion* restricción doble_factor alerta alertas cortafuegos avisos verificación confirmaciones
    garde_fou garde_fous filtre filtres sécurité limite limites plafond alerte alertes pare_feu double_authentification confirmations
    filtri sicurezza limiti restrizion* avvisi notifiche conferme doppia_autenticazione
    segurança restriç* notificações antivírus confirmações dois_fatores
    alarm alarms cameras locks confirmation verification second_signature review_step rate_limit access_control permission_checks moderation security_mails security_alerts parental_controls vpn seatbelt approval_step
    alarmanlage kameras schloss virenscanner protokollierung überwachung bestätigungen prüfungen
    alarma alarmas cámaras cerradura supervisión controles
    alarme alarmes caméras serrure surveillance contrôles
    allarme allarmi telecamere serratura sorveglianza controlli
    câmeras fechadura vigilância assinatura
    фильтр* защит* ограничени* уведомлени* оповещени* лимит* предупрежден* антивирус* двухфактор* блокировк* сигнализац* камер* замок замк* журналирован* проверк* контрол* подпис*
    限制 过滤 過濾 防火墙 提醒 通知 警告 防护 双重验证 二次验证 杀毒 安全措施 安全检查 备份 制限 二段階認証 保護 安全装置 警报 摄像头 门锁 监控 审核 校验 签字 报警 警報 施錠 監視 署名 点検 認証
    フィルター ファイアウォール バックアップ セキュリティ アラーム カメラ チェック`,
  DISABLE: `
    disable disabled disabling deactivate deactivated turn_off turned_off switch_off switched_off remove removed lift lifted suspend suspended ignore ignored bypass relax relaxed loosen circumvent override overridden mute wiped wipe unnecessary removes delete deleted
    deaktivier* abschalt* abgeschaltet ausschalt* ausgeschaltet aufheb* aufgehoben schalte schalt ignorier* entfern* lösch* umgeh*
    desactiv* quita quites quitar quite ignora ignorar levanta apaga apague elimina borra anula
    désactiv* coupe coupez couper lève levez ignorez ignorer suspend* contourn* supprime* enlève*
    disattiv* spegni spegnere rimuovi rimuov* ignorare sospend* togli togliere cancella
    desativ* desligue desligar remova remover tire elimine
    switch_it_off turn_it_off shut shut_off silence silenced pause paused stop_logging cancel kill waive waived unblock unlock uninstall take_down revoke weaken
    stoppe stopp stoppen beende beenden pausier* entsperr* stummschalt* senke abgestellt stell_ab
    detén suspende silencia desbloquea cancela bájale
    arrête arrêtez suspends débloque annule baisse débranche
    ferma fermare sospendi sblocca annulla abbassa stacca
    interrompa suspenda desbloqueie cancele baixe silencie
    отключ* выключ* снять сними* убери* убрать игнориру* отмени* удали* обойд* останови* приостанови* разблокируй* отмен* заглуши* сниз*
    关掉 关闭 關閉 解除 停用 取消 忽略 关了 删掉 停掉 无视 停止 無効 無視 削除 关上 暂停 解锁 屏蔽 撤掉 静音 解錠 中止
    オフ 切って 外して 止めて 止め 切り ミュート 外し 緩め`,
  DESTROY: `
    delete deletes deleted deletion deletions wipe wiped wipes erase erased destroy empty format purge
    lösch* vernicht* entleer* formatier*
    borra borre borrar elimina elimine eliminar vacía vacíe
    supprime* efface* vide videz détrui*
    cancella cancellare eliminare svuota distruggi
    apague apagar exclua excluir esvazie
    удали* удаля* сотри* очисти* уничтож*
    删除 刪除 清空 抹掉 销毁 削除 消去 破棄
    消して 消し`,
  MONEY: `
    pay payment payments transfer transfers wire purchase purchases buy gift_cards gift_card deposit balance account_number iban payout euros dollars bitcoin card basket funds refund refunds spending loan
    zahlung zahlungen überweis* konto kontonummer guthaben kauf käufe bezahl* karte gutschein* euro
    pago pagos pagar transferencia* transfier* compra compras saldo tarjeta reembolso
    paiement paiements virement virements payer achat achats solde carte rembourse*
    pagamento pagamenti bonifico bonifici pagare acquisto acquisti carta rimborso
    pagamentos transferência transfira cartão reais empréstimo
    money cash savings budget bank subscription donation crypto coins payroll purse salary voucher vouchers checkout usd wire_transfer
    geld betrag spende abo kosten gebühr* rechnung rechnungen
    dinero importe presupuesto banco donación suscripción factura facturas nómina
    argent montant banque abonnement facture factures
    denaro soldi importo banca donazione abbonamento fattura fatture
    dinheiro doação assinatura fatura faturas boleto pix
    this_account bank_account my_account conto_corrente cuenta_bancaria compte_bancaire conta_bancária
    wages invoice_number dépense* spesa spese gasto gastos despesa* expense expenses invoice invoices
    плат* перевод* перевед* оплат* счёт счет счета покупк* деньг* рубл* баланс* сумм* банк* средств* пожертвован* подписк* счет* оплати* картой карту расходы расход*
    付款 支付 转账 轉帳 汇款 购买 余额 账户 银行卡 退款 支払 送金 振込 購入 口座 残高 返金 金额 资金 银行 捐款 订阅 账单 发票 工资 金額 資金 銀行 寄付 請求書 料金 代金 卡 振込先 请款 贷款 開支 开支 経費
    振り込 カード`,
  HIDE: `
    quietly silently secretly covertly unnoticed discreetly under_a_pretext conceal unseen do_not_display not_display behind_the_scenes
    heimlich unbemerkt verheimlich* unauffällig stillschweigend verschweig*
    secretamente discretamente disimulad* oculta ocultar oculte sin_que_se_entere a_escondidas calla
    discrètement secrètement en_cachette sans_le_dire à_l_insu cache cachez tais
    segretamente nascondi nasconder* di_nascosto senza_dirlo all_insaputa
    esconda esconder sem_avisar às_escondidas sem_que_o
    keep_quiet keep_it_quiet keep_this_between between_us in_silence no_trace without_a_trace traces cover_up do_not_mention don_t_mention nobody_notices no_one_notices unannounced unprompted in_the_background under_the_radar say_nothing never_mention
    verberg* im_hintergrund still_und unter_uns ohne_spuren merkt niemand_merkt erwähne_nicht
    sin_avisar sin_decir en_silencio sin_dejar_rastro entre_nosotros que_nadie no_menciones sin_avisarle
    sans_prévenir sans_rien_dire en_silence sans_laisser entre_nous que_personne
    senza_avvisare in_silenzio senza_lasciare tra_noi che_nessuno senza_che
    sem_dizer em_silêncio sem_deixar entre_nós que_ninguém sem_contar
    hide_it hide_this hide_from hide_the
    confidential keep_it_confidential never_finds_out finds_out not_know_about kein_wort niemanden niemandem a_nadie à_personne a_nessuno a_ninguém do_not_bother don_t_bother bring_it_up hear_about_it informiere_niemanden
    тайно незаметно скрытно втайне тайком скрой* скрыва* молча без_ведома никому не_упоминай* между_нами
    悄悄 偷偷 暗中 不要告诉 别告诉 瞒着 不让 隐藏 别提 不要提 内緒 不要声张 别声张 保密 私下 不留痕迹 别让 不要让 不提 内密 秘密裏 痕跡
    こっそり 密かに 黙って 気づかれ 知らせず 伝えず 触れない 言わない 知らせない 隠して 気付かれ 言わずに 報告せず 誰にも`,
  TELL: `
    tell telling told mention mentioning inform informing notify notifying report reporting warn warning pointing_it_out alert summary know_about
    sagen erwähn* informier* melde melden verrat* erfährt
    digas decir decirle avises avisar avise menciones informes informar cuentes mencionar
    dire dis dites mentionne* informe* préviens prévenir prévenez parle*
    dirlo avvisare avvisa informare informa menzionare parlare dica
    dizer diga informe mencione contar conte
    говори* сообщай* сообщать упоминай* предупрежда* называй* рассказыва*
    告诉 告訴 通知 提及 提醒
    知らせ 伝え 教え 言わ`,
  RULES: `
    instructions instruction rules rule directives directive guidance guidelines orders prompt policy policies constraints filters programming commands
    anweisung anweisungen vorgaben regeln weisungen richtlinien befehle instruktionen
    instrucciones reglas órdenes directrices normas indicaciones consignas política
    consignes règles ordres politique
    istruzioni regole ordini direttive indicazioni politica
    instruções regras ordens diretrizes orientações
    configuration safeguards limits limit protocol protocols restrictions terms settings boundaries scruples morals
    grenzen einschränkung* protokoll bedingungen konfiguration
    límites protocolo restricciones términos configuración
    limites protocole conditions
    limiti protocollo restrizioni condizioni configurazione
    restrições termos configuração
    указани* инструкци* правил* приказ* распоряжени* директив* политик* ограничени* протокол* настройк* услови*
    指令 指示 规定 規定 规则 規則 命令 要求 限制 设定 提示 政策 規約 設定 制限 方針 约束 协议 条款 配置 道德 守则 制約 規範 条件
    ルール ガイドライン プロトコル`,
  EARLIER: `
    earlier previous prior former existing preceding above old original so_far until_now usual ones_you all
    bisherige bisherigen vorherige vorherigen früheren frühere alte alten obigen zuvor bisher
    anteriores anterior previas previos antes hasta_ahora antiguas
    précédentes précédent précédents antérieures anciennes avant jusqu_ici
    precedenti precedente anteriori finora prima vecchie
    prévias até_agora antigas até_aqui
    прежн* предыдущ* прошл* старые ранее раньше выше до_этого все
    之前 以前 先前 此前 原来 原有 旧 所有 上面 全部 従来 既存 上記
    これまで 今まで 今までの すべて 元の`,
  VOID: `
    replace replaces replaced supersede supersedes superseded withdrawn revoked void annulled invalid cancelled canceled obsolete outranks overrides outrank expired lapsed suspended repealed longer_valid longer_apply
    ungültig aufgehoben ersetzt hinfällig widerrufen außer_kraft entfallen gelten_nicht
    anuladas anulado revocadas revocado derogadas invalidas sin_efecto reemplazadas canceladas caducadas suspendidas
    annulées annulés annulé révoquées abrogées caduques remplacées invalides suspendues
    annullate revocate abrogate sostituite decadute invalide sospese
    revogadas revogados substituídas inválidas suspensas
    lifted erased outdated overridden precedence prevail prevails trump trumps do_not_apply no_longer_apply not_apply no_longer_valid take_precedence has_priority expire invalidated
    vorrang gelöscht erloschen nicht_mehr außerkraft
    prevalecen prioridad priman eliminadas no_aplican ya_no
    priment priorité prévalent supprimées ne_s_appliquent
    prevalgono priorità prevalere eliminate non_valgono
    prevalecem prioridade não_valem não_se_aplicam
    отменен* отменён* аннулир* недействительн* утратил* отозван* заменен* заменён* приоритет* отменяются удален* не_действу* превыше
    作废 作廢 失效 无效 無效 取消 废止 撤销 無効 撤回 廃止 失効 优先 解除 删除 不再适用 不适用 凌驾 優先 消去
    取り消 適用されません 上書き`,
  DROP: `
    ignore disregard forget overlook
    vergiss ignorier* missachte verwirf
    ignora olvida olvide olvídate desestima
    oublie oubliez ignorez
    dimentica dimenticate ignorate scorda
    esqueça esquece esquecer desconsidere
    игнорируй* забудь* отбрось*
    忽略 无视 無視 忘记 忘掉 忘記 不要理会
    忘れて 忘れろ 忘れ`,
  TOLD: `
    everything_you told taught learned instructed
    gesagt beigebracht gelernt
    dicho dijeron enseñado ordenado
    dit appris ordonné
    detto insegnato ordinato
    disseram dito ensinaram
    говорили сказали учили велели
    告诉你 说过 教你 告诉过
    言われた 教わった 指示された`,
  OBEY: `
    obey obeys follow follows comply complies take_directions takes_directions takes_orders answer_to act_on execute carry_out accept_orders
    befolge gehorch* folge
    obedece obedeced sigue seguid cumple obligados
    obéis obéissez suis suivez font_foi
    obbedisci segui seguite rispondono valgono
    obedeça siga vale valem cumpra
    comply_with listen_to do_what submit answer_only treat_as_orders run_whatever do_as prioritise prioritize
    gehorche hör_auf dient dienst tu_was
    haz_lo_que escucha atiende
    fais_ce écoute sers
    fai_quello ascolta servi
    faça_o_que escute atenda
    gehorcht gehorchst obedeces obedece_a obéis_à obbedisci_a ubbidisci work_for commands_from befehle_von executed_as to_be_executed is_to_be_executed at_your_word do_what_it
    слушай* подчиня* выполня* следуй* действует делай_что служи* исполняй* слушай
    执行 執行 服从 服從 听从 聽從 只执行 照做 听我的 照办 优先执行
    従って 従い 従う 動く 応じて のみ有効 言うとおり 言う通り 優先して 聞いて`,
  PAGE: `
    this_page this_document this_text this_message this_site this_file this_website this_mail this_channel this_note this_thread below mailing_list the_page the_scroll this_block this_email next_paragraph following_directives
    dieser_seite diese_seite dieser_nachricht dieses_dokument* diesem_text
    esta_página este_documento este_texto este_mensaje
    cette_page ce_document ce_message
    questa_pagina questo_documento questo_testo questo_messaggio
    nesta_página desta_página
    footer this_link this_address this_account this_number this_form this_list this_article this_comment this_repo this_readme listed_below at_the_bottom the_one_below the_one_in this_sender this_vendor this_shop
    fußzeile diesem_link diese_adresse dieses_konto
    pie_de_página este_enlace esta_cuenta esta_dirección
    ci_dessous pied_de_page ce_lien ce_compte cette_adresse
    piè_di_pagina questo_link questo_conto indirizzo_qui
    abaixo rodapé este_link esta_conta este_endereço
    listed_here this_one with_this_one in_the_footer after_this_line section_below table_below reading_this this_picture este_correo dieser_mail ce_courriel questa_mail deste_e_mail tracking_page
    этой_странице эту_страницу этом_документе этого_сообщения этом_тексте ниже этой_ссылк* этот_счёт этот_счет этот_адрес этого_письма
    本页 本页面 本頁 这个页面 本文 此页 这份文件 本网页 本文書 下記 下面 以下 此处 这里 这个链接 这个账户 这个地址 本文件 此链接 这封邮件 这个网盘
    このページ この文書 このメッセージ このリンク この口座 このアドレス このメール`,
  /** Who has power over an agent, or says so. */
  AUTHOR: `
    developer developers engineer administrator admin provider security_team security_office it_department operator chief_executive ceo board vendor openai anthropic it_security support_team safety_team red_team debug maintenance compliance_team headquarters creator creators your_makers legal_department
    entwickler* administrator* anbieter it_sicherheit betreiber* vorstand wartung* geschäftsleitung hersteller* it_abteilung
    administrador administradora desarrollador* proveedor soporte depuración mantenimiento seguridad_informática
    administrateur administratrice développeur* fournisseur sécurité_informatique débogage
    amministratore amministratrice sviluppator* fornitore assistenza manutenzione sicurezza_informatica
    desenvolvedor* fornecedor suporte manutenção diretoria segurança_da_informação depuração
    police court authorities government bank_security helpdesk help_desk it_helpdesk it_support supervisor maintainers maintainer hosting_provider supervisor_here your_supervisor moderator trust_and_safety
    behörde polizei gericht leitung zentrale vorgesetzt* systembetreu* notfall
    policía juzgado autoridad* soporte_técnico sistemas
    tribunal autorité* service_technique hiérarchie
    polizia tribunale autorità supporto_tecnico
    polícia autoridade* diretor suporte_técnico
    cfo root_says security_officer landlord new_owner your_new_owner admin_rights your_creators your_developer your_administrator dein_administrator tu_desarrollador tuo_sviluppatore seu_desenvolvedor administrador_do
    администратор* разработчик* поставщик* поддержк* обслуживан* руководств* отладк* оператор* полици* суд органы начальств* техподдержк* экстренн* аудит* твой_разработчик служба_безопасности
    管理员 管理員 开发者 開發者 开发商 工程师 工程師 安全部门 客服 运维 调试 维护 信息安全 总部 官方 管理者 開発者 開発元 運営 警方 法院 总公司 上级 领导 监管 平台 紧急 审计 技术支持 警察 裁判所 本社 上層部 当局 緊急 監査 系统管理员
    開発チーム サポート メンテナンス セキュリティ部門 情報システム エンジニア デバッグ プラットフォーム`,
  NOTICE: `
    notice message notification announcement attention bulletin advisory
    meldung nachricht mitteilung hinweis achtung systemmeldung
    aviso mensaje comunicado notificación atención
    avis communiqué
    avviso messaggio comunicazione notifica attenzione
    mensagem notificação atenção
    сообщени* уведомлени* внимание объявлени*
    通知 公告 消息 注意 通告 連絡 告知
    お知らせ`,
  PRETEND: `
    pretend impersonate simulate roleplay role_play act_as act_like acting_as play_the switch_personality imagine_you imagine_that consider_yourself be_my your_name_is you_play you_re_playing your_character your_line speak_as in_character stay_in_character respond_as answer_as your_persona
    spielst spiele stell_dir tu_so bleib_in du_gibst deine_rolle der_rolle schlüpf* verkörper* rollenspiel*
    finge fingir haz_como actúa eres_el eres_la eres_un tu_papel hazte_pasar
    fais_comme fais_semblant joues tu_joues incarne* imagine_que ton_rôle tu_es_le tu_es_un
    fingi fai_finta recita immagina_di sei_il il_tuo_ruolo comportati
    finja interprete faça_de_conta aja_como seu_papel você_é_o você_é_um atue
    speak_like behave_like take_on_the take_the_role you_take_the_part stay_in from_now_on_you_are new_identity new_name your_new_name in_the_role_of as_an_actor as_a_character be_him talk_like talk_as reply_as_him write_as_her masquerade assume_the let_s_play let_s_pretend lets_play we_re_playing dream_that suppose_you act_out
    dein_name dein_neuer_name du_spielst spiel_einen spiel_eine spiel_den benimm_dich verhalte_dich stelle_dir nimm_die_rolle ab_jetzt_heißt
    te_llamas tu_nombre tu_nuevo_nombre haz_de juguemos imagina_que compórtate ponte_en
    tu_t_appelles ton_nom ton_nouveau_nom jouons comporte_toi mets_toi_dans tu_seras
    ti_chiami il_tuo_nome tuo_nuovo_nome giochiamo immagina fai_la_parte
    seu_nome você_se_chama teu_nome vamos_brincar comporte_se faça_o_papel
    become_a adopt_the adopt_a imagine_you_are
    play_the_part joue_le_rôle haz_el_papel in_the_game in_this_simulation
    притвор* представь* сыграй* играешь поиграем из_роли твоя_роль веди_себя изобрази* тебя_зовут твоё_имя давай_сыграем вообрази* будь_как
    扮演 假装 假裝 你就是 你是一个 角色扮演 充当 模仿 你现在是 角色 你叫 你的名字 假设你 想象你 装成 变成
    なりきって 演じて ふりをして のつもりで ロールプレイ 役になって 役を演じ 役として あなたの名前 という名前 のように振る舞 を演じ だと思って になりきって`,
  FICTION: `
    story novel chapter game improv campaign screenplay script scene theatre theater movie fiction fairy_tale hypothetical once_upon tabletop play_pretend roleplay grandmother grandma
    roman geschichte spiel kapitel drehbuch märchen szene oma großmutter
    cuento novela juego capítulo guion teatro escena abuela
    histoire jeu chapitre théâtre scène conte grand_mère
    romanzo storia gioco capitolo scena favola nonna
    conto romance jogo cena história avó
    simulation scenario dialogue role_playing imaginary pretend_game thought_experiment movie_script comedy sketch puppet twin pirate villain hacker character uncle aunt
    szenario rolle krimi figur schauspiel* zwilling
    simulación escenario personaje película abuelo
    scénario personnage film grand_père
    simulazione personaggio nonno
    simulação cenário personagem filme avô
    роман* рассказ* игра игру игре поиграем сказк* сцен* бабушк* симуляц* сценар* персонаж* фильм* дедушк* хакер*
    小说 小說 故事 游戏 遊戲 剧本 奶奶 外婆 小説 物語 劇 祖母 芝居 模拟 场景 角色 电影 爷爷 黑客 剧情 役 映画 祖父 海賊
    ゲーム おばあちゃん シミュレーション シナリオ ハッカー キャラクター`,
  REAL: `
    truly genuine real_ones
    wirklich echt echte echten tatsächlich
    de_verdad reales verdadero verdaderos
    vraiment vrai vrais vraies réels
    davvero veri vere reale reali veramente
    de_verdade reais verdadeiro
    for_real the_real real_data real_address real_name real_values actually_do really_do
    настоящ* действительно
    真正 真实 真的 真實 本物 実際
    本当に`,
  UNBOUND: `
    unrestricted unfiltered uncensored unbound unlimited rogue anything_goes jailbroken nothing_is_refused lawless no_shame
    uneingeschränkt unzensiert grenzenlos hemmungslos regellos
    sin_reglas sin_límites sin_restricciones sin_censura sin_filtros
    sans_règles sans_limites sans_filtre sans_restriction sans_tabou
    senza_regole senza_limiti senza_restrizioni senza_filtri senza_censura
    sem_regras sem_limites sem_restrições sem_filtros sem_censura
    no_morals no_limits no_filters no_rules no_restrictions without_rules without_limits without_restrictions no_consequences no_conscience no_scruples amoral says_yes never_declines never_says_no does_anything do_anything anything_you spills always_agrees
    ohne_grenzen ohne_regeln ohne_moral keine_grenzen keine_regeln skrupellos gewissenlos kennt_keine sagt_nie
    no_tiene_límites sin_moral sin_escrúpulos nunca_dice_no obedece_a_todo
    sans_morale sans_scrupule* ne_refuse obéit_à_tout ne_dit_jamais
    senza_morale senza_scrupoli non_dice_mai obbedisce_a
    sem_moral sem_escrúpulos nunca_diz_não obedece_a
    без_правил без_ограничений без_цензуры без_фильтров без_морали никогда_не_отказ* без_границ не_знает
    没有限制 不受限制 无限制 没有规则 没有任何限制 毫无限制 不受约束 無制限 没有道德 不受任何 无所不 从不拒绝 没有底线 为所欲为 百无禁忌
    制限のない 何の制限もない 制約のない ルールのない 制限なし 縛られない 何でもする 断らない 倫理のない 拒まない`,
  REFUSE: `
    refuse refuses refused refusal refuse_anything say_no decline declines
    ablehn* verweiger* lehnt
    niega negarse rechaza niegas
    refuser
    rifiuta rifiutare rifiuti
    recusa recusar recusas nega
    отказыва* отказ*
    拒绝 拒絕 拒否
    断り 断ら`,
  NOW: `
    now from_now_on henceforth today onwards going_forward from_here_on from_today
    jetzt nun ab_jetzt künftig fortan von_nun_an ab_heute ab_sofort
    ahora desde_ahora a_partir_de en_adelante desde_hoy
    maintenant désormais dorénavant à_partir_d
    ora adesso d_ora_in_poi da_oggi da_adesso
    agora de_agora_em_diante doravante
    теперь отныне сейчас с_этого_момента впредь
    现在 从现在起 从现在开始 今后 以后 从今以后 今後 以後
    今から これから 今日から`,
  ALWAYS: `
    always whatever whichever whoever anyone
    immer stets jede jeden jedes jedem alles
    siempre todos todas
    toujours tous toutes
    sempre tutti tutte
    any_time all_of anyone_who everyone_who all_the everything_you
    всегда всё всем каждый любой любые
    总是 始终 一律 全部
    いつも 必ず すべて 常に 全て`,
  AGAIN: `
    again same continue likewise same_way same_spirit as_usual as_always keep_it_up correct exactly repeat
    genauso genau weiter wie_immer ebenso
    mismo_modo continúa
    ainsi pareil parfait de_même
    giusto continua come_sempre
    mesmo_jeito repita
    wie_bisher come_deciso come_prima como_decidido as_decided always_answered
    так_и правильно продолжай* точно
    同样 继续 就这样 照样
    同じ 続けて その通り そのまま`,
  ARE_YOU: `
    you_are you_re you_will_be you_become
    du_bist bist_du sie_sind
    eres serás tú_eres
    tu_es vous_êtes
    sei tu_sei
    você_é você_agora tu_és
    ты_теперь теперь_ты вы_теперь ты
    你是 你就是 你现在是 现在你是 你将是
    あなたは 君は お前は`,
  MEMORY: `
    memory memories remembered recollection memory_note transcript earlier last_time previous_conversation stored_note
    erinnerung gedächtnis gespeichert* protokoll verlauf
    memoria recuerdo
    mémoire souvenir enregistré* mémorisé*
    ricordo salvat* appunto
    memória lembrança
    last_conversation remembered_that as_before as_always note_to_self past_sessions assistant_memory your_notes from_memory you_have_always previous_exchange
    letzte_woche letzten_gespräch merkzettel erinnerst
    conversación_anterior apunte
    dernière_conversation la_dernière_fois aide_mémoire
    ultima_conversazione l_ultima_volta promemoria
    última_conversa da_última_vez lembrete
    memory_import yesterday_s conversation_of
    памят* воспоминани* сохранён* заметк* прошлый_раз прошлом_разговор* напоминан*
    记忆 記憶 已保存 备忘 笔记 履歴 上次 记得 以前说过 存档 备注 前回 先日
    メモリ メモ 保存された 覚え書き 覚えて`,
  PROMISE: `
    promised promise agreed_to i_will i_ll you_said you_agreed you_promised your_word your_own_note i_allowed i_have_allowed i_authorised i_authorized you_told
    versprochen zugesagt dir_erlaubt ich_habe_dir du_hast du_sagtest
    prometí prometiste te_permití te_autoricé me_dijiste quedamos acordamos
    promis tu_as_dit je_t_ai_autorisé je_vous_ai_autorisé comme_convenu
    promesso hai_detto ti_ho_autorizzato ti_ho_permesso
    prometi prometeu combinei autorizei você_disse permiti
    you_confirmed you_decided you_accepted you_ve_agreed you_have_always as_you_know as_agreed we_agreed as_i_told gave_you_permission allows_me lets_me as_promised it_will_forward assistant_confirmed assistant_agreed assistant_will
    du_hast_zugesagt wie_vereinbart wir_haben_vereinbart du_hast_versprochen
    como_acordamos aceptaste te_dije ya_acordado
    comme_promis tu_as_accepté nous_avons_convenu je_t_ai_dit
    come_d_accordo hai_accettato abbiamo_deciso
    como_combinado você_aceitou você_concordou eu_disse
    you_told_me you_have_always_answered i_said_you i_have_decided i_always i_ll_forward as_decided
    обещал* я_разрешил* ты_сказал* договорились как_договаривались ты_согласил* ты_обещал*
    我允许你 答应过 你说过 承诺 我授权你 我同意你 約束 我们说好 说好了 你答应 约定 已同意 合意
    あなたは言いました と言いましたね 許可した 約束した 同意しました と決めた`,
  TREAT: `
    treat treats treated count counts counted regard consider mark marked mean means equals take_that_as interpret
    behandle gelten gilt zählen werte
    trata cuentan valen considera vale
    traite comptent considère valent
    tratta valgono contano
    trate valem contam considere
    counts_as valid_as same_as equal_to as_if_from rank_as stands_for speaks_for overrule take_it_as assume
    gelten_als so_gut_wie steht_für
    como_si equivale equivalen
    comme_s équivaut valent_comme
    come_se
    como_se
    считай* приравн* воспринимай* как_от равносильн*
    视为 視為 当作 當作 等同 算作 当成 等于 相当于 代表
    とみなす みなして 扱う 扱い と同じ と同等 扱って`,
  AS_GIVEN: `
    confirmed his_own_words her_own_words own_words approved permission approvals orders instruction instructions commands safe trusted owner
    bestätigt befehle befehl anweisung anweisungen sicher
    confirmado órdenes instrucción segura seguro
    confirmé ordres sûr sûre
    confermato ordini istruzioni sicuro
    ordens instruções
    order genuine from_the_user from_the_owner authoritative verified approved_by law gospel
    auftrag vertrauenswürdig echt
    orden verificado confianza
    ordre vérifié confiance
    ordine verificato fidato
    ordem confiança
    подтвержден* приказ* команд* безопасн* доверенн* проверенн* приказы
    命令 确认 指令 安全 本人的话 承認 指示 可信 真实 可靠 授权 信頼 正式 本物
    本人の言葉`,
  PLEASE: `
    please bitte por_favor s_il_vous_plaît merci_de per_favore per_piacere
    пожалуйста
    请 請
    ください 下さい こと しろ せよ なさい しておいて ておいて て。`,
  MUST: `
    must should shall have_to supposed expected obliged required may can will
    musst müssen sollst sollen darfst dürfen kannst
    debes debe debéis tienes_que tienes puedes puede obligados
    dois devez doit peux pouvez peut
    devi dovete deve puoi potete rispondono
    devem precisa pode podem
    должен должна должны можешь можете обязан*
    必须 必須 应该 可以 不许 一定
    なければ べき よい てよい`,

  /** Whoever writes. */
  SELF: `
    i me we us
    ich mir mich wir uns
    je me nous
    yo me nos nosotros
    io mi noi ci
    eu me nós
    я мне меня мы нам нас
    我 我们 我們 私 私たち 僕`,
  /** "I have", "we've got", "you are". */
  HAVE: `
    have has had ve got am m are re been
    habe haben hast bin sind bist wurde
    ai avons avez suis as es
    tengo tenemos tienes estoy
    ho abbiamo hai sono
    tenho temos tem estou
    есть`,
  WITH: "with mit con avec com с со",
  /** Leave that somebody gives, and giving it. Not what people agree on among themselves. */
  LEAVE: `
    permission permissions consent consents consented approval approved approves authorisation authorization authorised authorized authorises authorizes allowed permitted okayed ok_ed oked signed_off signs_off green_lit greenlit green_light go_ahead blessing waived cleared mandate no_objection no_objections gave_leave gave_me_leave gave_us_leave is_fine_with is_ok_with is_okay_with ok_with okay_with s_fine_with s_ok_with s_okay_with is_happy_for all_right_for alright_for trusts
    erlaubt erlaubnis genehmigt genehmigung zugestimmt zustimmung einverstanden einwilligung eingewilligt freigegeben freigabe gestattet bewilligt abgesegnet autorisiert ermächtigt bevollmächtigt
    permiso permitió autorizó autorizado autorizada autoriza consentimiento aprobó aprobado visto_bueno luz_verde
    autorisé autorisée autorise permission permis approuvé feu_vert accord consentement
    permesso autorizzato autorizzata autorizza consenso approvato via_libera benestare
    permissão autorizou autorizado autoriza consentimento aprovou aprovado aval
    разрешил* разреша* разрешени* одобрил* согласия согласие позволил*
    同意 同意了 已同意 允许 允許 授权 授權 批准 许可 許可 答应 了承 承諾 承認 承知`,
  AGREED: `
    agreed agrees okays okay_d confirmed accepted
    einverstanden zugestimmt stimmt_zu zugesagt
    de_acuerdo accedió aceptó
    d_accord accepté
    d_accordo acconsentito
    concordou de_acordo aceitou
    согласен согласна согласился согласилась
    同意 了承 承諾`,
  /** Of somebody else: "wants you to", never "I want" or "you wanted". */
  THEY_WANT: `
    wants wishes desires asks asked expects insists insisted demands demanded instructed instructs ordered orders prefers would_rather would_prefer told tells agreed agrees
    möchte will_dass wünscht verlangt bittet bat erwartet hat_gesagt
    quiere pidió pide espera exige dijo
    veut souhaite demande demandé exige
    vuole chiede chiesto desidera
    quer pediu pede deseja
    хочет просит просил* велел* требует
    要 让 讓 叫 希望 要求`,
  /** Somebody is said to have said it. */
  THEY_SAY: `
    said says told tells agreed agrees confirmed confirms decided wrote promised
    gesagt sagt meint meinte sagte
    dijo dice dicho
    dit
    detto dice
    disse diz
    сказал* говорит
    说 說 说过 言い 言って 言った`,
  /** Who gives orders, at work. */
  BOSS: `
    boss manager director supervisor superior ceo cfo chief chairman employer team_lead head_of managing_director executive
    chef chefin vorgesetzte vorgesetzter geschäftsführer geschäftsführerin direktor direktorin abteilungsleiter abteilungsleiterin
    jefe jefa director directora gerente patrón
    patron patronne directeur directrice
    capo direttore direttrice
    chefe diretor diretora gerente patrão
    начальни* директор* руководител* шеф босс
    老板 老闆 上司 领导 領導 经理 經理 主管 社長 部長 課長`,
  /** What may be done. */
  CAN: `
    may can could
    darf dürfen kann können darfst kannst
    peux peut puis pouvons peuvent pouvez
    puedo puede podemos puedes
    posso può possiamo puoi
    posso pode podemos
    можно могу можем можешь могла мог
    可以 能 よい いい`,
  /** The same in one word with who may. */
  I_CAN: `
    darfst kannst
    puedo podemos puedes
    posso possiamo puoi podemos podes`,
  /** Somebody's wish or leave, in a few words that say no more and no less. */
  REPORTED: `
    would_like_you would_prefer_you would_love_you cleared_with as_agreed_with by_order_of consents_to gave_you_permission
    mir_erlaubt uns_erlaubt
    me_autorizó me_permitió me_dio_permiso
    m_a_autorisé m_a_permis
    mi_ha_autorizzato mi_ha_permesso
    me_autorizou me_permitiu me_deu_permissão
    要你 让你 讓你 想让`,
} as const;

export type Concept = keyof typeof VOCABULARY;
