/**
 * Which words speak of a matter: something in a life that has one value at a time, like the home, the employer, the
 * dose of a medicine or the day of an appointment?
 *
 * Two statements about the same matter may replace each other although they share no word: "My manager is Priya", "I
 * report to Kevin". That they share a matter is evidence and never enough by itself (`claims/change.ts` weighs it).
 *
 * Closed lists, written by hand, one table per language. An underscore joins words that count only together. A word
 * may belong to several matters.
 */

type Table = Readonly<Record<string, string>>;

const ENGLISH: Table = {
  home: `live lives living reside resides moved move moving relocated relocating address flat apartment house studio
    annexe annex room city town settled roommate landlord`,
  flatmate: `flatmate flatmates roommate roommates housemate her_room his_room`,
  landlord: `landlord landlady building rent rents`,
  rent: `rent rents flat_costs`,
  mortgage: `mortgage remortgaged`,
  employer: `work_for works_for work_at works_at working_for working_at employed employer company firm job hired
    day_1 1st_day new_job started_at start_at resigned fired laid_off notice at_work freelance self-employed
    unemployed redundant joined`,
  "job title": `title position role job promoted promotion junior senior apprentice intern trainee head_of`,
  manager: `manager boss supervisor report_to reports_to reporting_to team_lead line_manager`,
  accountant: `accountant bookkeeper taxes`,
  lawyer: `lawyer solicitor attorney`,
  phone: `phone iphone smartphone pixel fairphone android galaxy nokia mobile handset`,
  "phone number": `number phone_number mobile_number`,
  email: `email e-mail mail inbox gmail outlook protonmail`,
  car: `car drive drives driving cars suv estate hatchback volvo volkswagen golf tesla toyota honda ford skoda bmw audi
    renault fiat peugeot hybrid`,
  bike: `bike bicycle e-bike cycle cycles cycling`,
  laptop: `laptop computer macbook thinkpad notebook pc chromebook`,
  "operating system": `windows linux fedora ubuntu macos debian`,
  bank: `bank banking account accounts`,
  insurance: `insurance insured insurer policy`,
  internet: `internet broadband wifi fibre provider`,
  electricity: `electricity power energy supplier tariff`,
  diet: `vegetarian vegan pescatarian omnivore meat eat_everything diet keto gluten dairy lactose plant-based
    eat_anything`,
  coffee: `coffee coffees espresso tea matcha decaf caffeine cappuccino latte mug`,
  milk: `milk oat soy almond`,
  alcohol: `alcohol wine beer beers sober teetotal drinker whisky gin`,
  smoking: `smoke smokes smoking smoker cigarette cigarettes vape vaping nicotine cigs`,
  relationship: `single girlfriend boyfriend partner engaged married wife husband fiance fiancee divorced separated
    seeing dating registry wed marry marrying spouse tied_the_knot split_up broke_up broken_up a_couple together_with`,
  children: `pregnant baby expecting grandchild grandchildren grandson granddaughter kid number_2 number_3 number_4
    number_5 number_6 gave_birth twins`,
  pet: `dog puppy cat kitten pup hound`,
  "pet food": `food kibble wet dry feed fed gets diet`,
  doctor: `doctor gp physician surgery clinic practice`,
  dentist: `dentist dental teeth tooth hygienist`,
  toothbrush: `toothbrush oral-b sonicare`,
  therapist: `therapist therapy counsellor psychologist psychiatrist`,
  physio: `physio physiotherapist osteopath`,
  glasses: `glasses lenses contacts contact_lenses optician prescription diopters minus`,
  dose: `mg dose dosage pill pills tablet tablets milligrams units ml`,
  insulin: `insulin novorapid fiasp humalog lantus`,
  contraception: `contraceptive contraception coil iud pill condoms implant the_pill`,
  "blood pressure": `blood_pressure reading systolic`,
  weight: `weigh weighs weight kilos kilo kg pounds lbs stone scales`,
  height: `tall height cm`,
  size: `size sizes`,
  allergy: `allergic allergy allergies intolerant intolerance`,
  walking: `crawl crawls crawling walk walks walking steps crutches wheelchair cane crutch`,
  exercise: `gym run running jog jogging swim swimming training workout pilates yoga exercise climb climbing physio`,
  race: `training marathon half-marathon 10k 5k triathlon`,
  hobby: `hobby hobbies pastime taken_up took_up`,
  seat: `aisle window seat seats`,
  airline: `airline airlines fly flying lufthansa klm ryanair easyjet emirates`,
  holiday: `holiday holidays vacation summers summer trip honeymoon`,
  meeting: `meeting standup stand-up call catch-up sync`,
  shift: `shift shifts lates earlies nights rota start starts`,
  hours: `full-time part-time hours days_a_week`,
  school: `school primary kindergarten nursery grammar_school daycare secondary
    started_at`,
  class: `class classes teacher teaches taken_over`,
  studies: `study studies studying major majoring degree course university`,
  thesis: `thesis dissertation supervisor subject topic`,
  "language level": `a1 a2 b1 b2 c1 c2 level fluent beginner intermediate exam`,
  salary: `salary earn earns paid raise wage wages`,
  fee: `charge charges fee fees rate hourly an_hour`,
  price: `cost costs price fee bill subscription membership`,
  pension: `pension retirement contribution contributions`,
  subscription: `subscription subscribe subscribed netflix spotify disney hbo prime membership member`,
  debt: `owe owes owed paid_back pay_back paid_me_back paid_him_back debt loan lent settled_up`,
  colour: `colour color burgundy green blue red yellow purple pink orange teal`,
  film: `film movie`,
  band: `band singer album`,
  restaurant: `restaurant cafe bistro trattoria pizzeria`,
  dinner: `dinner table restaurant`,
  book: `reading novel book thriller author`,
  series: `watching series show episode season`,
  name: `name names called named surname nickname goes_by go_by`,
  hair: `hair blonde bald bangs fringe brunette beard`,
  commute: `commute commuting train tram bus underground tube metro catch`,
  sleep: `sleep sleeps bed bedroom night_owl early_bird nap`,
  waking: `wake wakes get_up alarm up_at`,
  writing: `write writing writes`,
  driving: `licence license driver drivers drives driving_test test`,
  party: `party labour greens tories liberals democrats republicans card`,
  religion: `catholic protestant muslim jewish buddhist atheist church mosque`,
  "guest count": `guest guests count`,
  password: `password passcode pin`,
  key: `key keys`,
  tree: `tree birch cherry oak willow`,
  notes: `notes evernote obsidian notion`,
  editor: `editor vscode vs_code vim neovim emacs ide intellij pycharm sublime cursor zed xcode`,
  age: `turned years_old age birthday`,
  browser: `browser firefox chrome safari edge`,
  "work place": `office remote remotely home_office work_from desk floor hybrid on-site open-plan cubicle coworking`,
  "working days": `days_a_week four-day part-time full-time hours overtime`,
  team: `team department squad unit colleagues`,
  project: `project client account campaign assignment`,
  deadline: `deadline due hand_in submit submission launch release go-live`,
  "programming language": `python rust javascript typescript java golang kotlin swift code coding framework react angular vue`,
  "savings goal": `saving savings save deposit invest investing stocks etf`,
  loan: `loan debt credit installments student_loan mortgage paying_off`,
  heating: `heating boiler heat_pump gas oil radiator stove solar`,
  parking: `parking park garage space permit`,
  "bus pass": `ticket pass railcard travelcard season_ticket`,
  cleaner: `cleaner cleaning_lady cleans cleaning housekeeper`,
  childcare: `nanny babysitter childminder au_pair daycare nursery minds looks_after`,
  hairdresser: `hairdresser barber salon cuts_my_hair haircut`,
  vet: `vet vets veterinary animal_hospital`,
  tutor: `tutor tutoring lessons coach trainer instructor`,
  instrument: `piano guitar violin trumpet drums cello flute saxophone clarinet bass percussion instrument play plays
    playing`,
  choir: `choir band orchestra sing singing rehearsal rehearsals`,
  sport: `football tennis basketball volleyball badminton rugby hockey golf climbing yoga pilates boxing judo karate
    ski skiing snowboard surfing team`,
  club: `club member membership association society committee chair treasurer secretary volunteer volunteering`,
  "learning a language": `spanish french italian german japanese chinese korean portuguese arabic dutch polish learning
    lessons duolingo course`,
  podcast: `podcast podcasts radio listen listening newspaper news`,
  music: `music genre jazz classical techno rock playlist album spotify`,
  game: `game games gaming console playstation xbox switch chess minecraft`,
  "social media": `instagram facebook twitter tiktok linkedin mastodon reddit account profile`,
  messenger: `whatsapp signal telegram messenger imessage`,
  "phone contract": `contract plan tariff provider vodafone telekom o2 prepaid gigabytes`,
  headphones: `headphones earbuds earphones speaker`,
  camera: `camera lens canon nikon sony leica fuji`,
  watch: `watch garmin fitbit smartwatch`,
  tv: `tv television screen projector`,
  mattress: `mattress bed pillow duvet`,
  sofa: `sofa couch armchair`,
  "wall colour": `paint painted walls wall wallpaper`,
  garden: `garden balcony allotment tomatoes roses lawn hedge vegetables`,
  "door code": `code codes combination lock key keys spare_key`,
  "bin day": `bin bins rubbish trash recycling collection`,
  "cleaning day": `laundry groceries shopping shop supermarket market lidl aldi tesco`,
  breakfast: `breakfast porridge cereal muesli toast yogurt yoghurt eggs`,
  lunch: `lunch canteen sandwich salad packed_lunch`,
  "eating habits": `fasting intermittent calories sugar carbs snacks sweets chocolate dessert spicy salt`,
  "favourite food": `pizza pasta sushi ramen curry burger burgers dish food cuisine`,
  bread: `bread sourdough bakery bake baking`,
  water: `water sparkling still tap soda cola`,
  "favourite team": `support supporter fan team arsenal liverpool chelsea barcelona`,
  "favourite season": `season summer autumn spring winter`,
  "due date": `due baby expecting pregnant birth scan`,
  wedding: `wedding bride groom venue ceremony engaged engagement honeymoon`,
  custody: `custody kids weekends every_other`,
  "best friend": `best_friend closest friend mate`,
  "emergency contact": `emergency next_of_kin contact`,
  opinion: `think believe opinion convinced view`,
  fear: `afraid scared fear terrified phobia flying heights spiders`,
  plan: `plan plans planning going_to want_to intend dream travel trip itinerary`,
  destination: `holiday trip flight flying portugal spain italy greece croatia norway iceland japan destination camping
    cruise`,
  lodging: `hotel hostel airbnb apartment campsite stay staying`,
  flight: `flight plane train departs departure leaves lands gate ticket tickets`,
  appointment: `appointment checkup check-up surgery operation scan interview viewing visit inspection`,
  event: `party concert dinner lunch meeting call wedding birthday barbecue picnic reunion conference workshop exam
    recital match game show performance`,
  lesson: `lesson lessons class classes course practice training rehearsal`,
  grade: `grade year form class school`,
  condition: `pain back knee shoulder hip migraine migraines headaches asthma eczema insomnia diabetes anxiety cast
    brace bandage physio surgery`,
  cholesterol: `cholesterol sugar levels iron ferritin vitamin`,
  medicine: `medication medicine meds tablets drug ibuprofen paracetamol aspirin antibiotics antidepressant statin
    metformin sertraline thyroxine inhaler spray drops patch injection injections prescribed prescription`,
  "sleeping hours": `hours_of_sleep sleep asleep insomnia`,
  "running distance": `run runs running kilometres kilometers km miles distance`,
  steps: `steps ten_thousand walk walks`,
  lenses: `glasses lenses contacts lasik laser eyes eyesight`,
  "shoe size": `shoe shoes size trainers boots`,
  "clothing size": `size jeans dress shirt trousers`,
  citizenship: `passport citizen citizenship visa residence permit nationality`,
  will: `will executor beneficiary`,
  "wi-fi": `wifi wi-fi router network`,
  printer: `printer scanner`,
  search: `search google duckduckgo assistant chatgpt`,
  calendar: `calendar planner diary`,
  "task app": `todo to-do todoist trello asana tasks`,
  storage: `dropbox drive cloud icloud backup`,
  fuel: `petrol diesel electric hybrid charge charging`,
  motorbike: `motorbike motorcycle scooter vespa moped`,
  "car colour": `car silver black white red`,
  jewellery: `ring earrings necklace piercing tattoo`,
  grandparents: `care_home nursing_home retirement_home sheltered hospital rehab hospice`,
  stage: `crawling walking talking nappies potty teething toddler reading swim ride`,
  bedtime: `bedtime bed lights_out nap naps`,
  curfew: `curfew allowance pocket_money screen_time`,
  career: `wants_to_be wants_to_become dead_set becoming`,
};

const GERMAN: Table = {
  home: "wohne wohnt wohnen umgezogen gezogen ziehe adresse wohnung haus stadt zugezogen",
  rent: "miete",
  employer: "arbeite arbeitet firma job stelle arbeitgeber gekündigt angefangen",
  manager: "chef chefin vorgesetzte vorgesetzter teamleiter teamleiterin berichte",
  phone: "handy telefon iphone smartphone",
  car: "auto wagen fahre",
  coffee: "kaffee tee espresso",
  diet: "vegetarisch vegetarier vegetarierin vegan veganer veganerin fleisch",
  smoking: "rauche raucht rauchen zigaretten zigarette",
  relationship: "single freund freundin verheiratet verlobt geschieden getrennt ehemann ehefrau",
  doctor: "arzt ärztin hausarzt hausärztin praxis",
  dentist: "zahnarzt zahnärztin zähne",
  dose: "mg dosis tablette tabletten",
  weight: "wiege wiegt kilo gewicht",
  seat: "fensterplatz gangplatz",
  school: "schule grundschule kita kindergarten",
  salary: "gehalt verdiene",
  name: "heißt heisst name",
  bank: "bank konto",
};

const SPANISH: Table = {
  home: "vivo vive vivimos mudé mudado mudamos dirección piso casa",
  rent: "alquiler",
  employer: "trabajo trabaja empresa empleo puesto",
  manager: "jefe jefa supervisor supervisora",
  phone: "móvil teléfono celular iphone",
  car: "coche carro auto conduzco",
  coffee: "café té",
  diet: "vegetariano vegetariana vegano vegana carne",
  smoking: "fumo fuma fumar cigarrillos",
  relationship: "soltero soltera novio novia casado casada divorciado divorciada marido esposa",
  doctor: "médico médica doctor doctora",
  dentist: "dentista dientes",
  dose: "mg dosis pastilla pastillas",
  weight: "peso pesa kilos",
  seat: "ventanilla pasillo",
  school: "escuela colegio guardería",
  salary: "sueldo salario gano",
  name: "llama llamo nombre",
  bank: "banco cuenta",
};

const FRENCH: Table = {
  home: "habite habitons vis déménagé emménagé adresse appartement maison",
  rent: "loyer",
  employer: "travaille entreprise emploi poste employeur embauché embauchée",
  manager: "chef cheffe patron patronne manager responsable",
  phone: "téléphone portable iphone",
  car: "voiture conduis",
  coffee: "café thé",
  diet: "végétarien végétarienne vegan viande",
  smoking: "fume fumer cigarettes",
  relationship: "célibataire copain copine marié mariée fiancé fiancée divorcé divorcée mari femme",
  doctor: "médecin docteur",
  dentist: "dentiste dents",
  dose: "mg dose comprimé comprimés",
  weight: "pèse poids kilos",
  seat: "hublot couloir",
  school: "école crèche collège",
  salary: "salaire gagne",
  name: "appelle nom",
  bank: "banque compte",
};

const ITALIAN: Table = {
  home: "abito abita vivo viviamo trasferito trasferita traslocato indirizzo appartamento casa",
  rent: "affitto",
  employer: "lavoro lavora azienda impiego datore assunto assunta",
  manager: "capo responsabile",
  phone: "telefono cellulare iphone",
  car: "macchina auto guido",
  coffee: "caffè tè",
  diet: "vegetariano vegetariana vegano vegana carne",
  smoking: "fumo fuma fumare sigarette",
  relationship: "single fidanzato fidanzata sposato sposata divorziato divorziata marito moglie",
  doctor: "medico dottore dottoressa",
  dentist: "dentista denti",
  dose: "mg dose pastiglia pastiglie compressa compresse",
  weight: "peso pesa chili",
  seat: "finestrino corridoio",
  school: "scuola asilo",
  salary: "stipendio guadagno",
  name: "chiama chiamo nome",
  bank: "banca conto",
};

const TABLES = [ENGLISH, GERMAN, SPANISH, FRENCH, ITALIAN];

export const MATTERS: ReadonlyMap<string, readonly string[]> = byWord();

/** Longest entry, in words. */
export const MAX_MATTER_WORDS = 3;

function byWord(): ReadonlyMap<string, readonly string[]> {
  const matters = new Map<string, string[]>();
  for (const table of TABLES)
    for (const [matter, words] of Object.entries(table))
      for (const word of words.trim().split(/\s+/)) {
        // As `readStatement` leaves it.
        const key = word.replaceAll(/[_-]/g, " ");
        const known = matters.get(key);
        if (known === undefined) matters.set(key, [matter]);
        else if (!known.includes(matter)) known.push(matter);
      }
  return matters;
}
