/**
 * Which words say nothing by themselves about a life? Words of talking, doing and asking that occur in every
 * conversation with an assistant. A sentence without any other is about the conversation.
 */
const WORDS = `
able absolutely access account action actual actually add adding afford agree ahead alternative another answer answers anymore
anything anyway apart apply approach appreciate around aspect assist assume attention available avoid away back bad based basic
basically becoming begin beginning believe best better big bit bloody bother brief bring broad build call came cannot care case
chance change changes check chuck clear clearly close come comes comfortable coming compare compared comparing complete completed completely
concept concrete confident confirm confirmed confirming confuse confused consider content continue copy correct couple cover covered crack cracking
critical crucial current currently day days deal decent decide decision definitely delay delays depend detail detailed details differ
difference different difficult dig direct direction directly discuss done doubt draft easier easily easy effective effort else end enough
ensure entire especially essential essentially even every everything exact exactly example examples expect expected expecting explain extra fact fair
far fast faster feel feeling feels felt few figure final finally find fine finish finished first fit fix flawlessly focus focused follow
format forward found full fully gap gaps gave general get gets getting give gives giving glad go goes going gone good got gotta great
guess guide guy guys half hand handle handy hang happen happening hard harder hate hear heard help helped helpful helps hey hit hold
hope hopefully hour hours huge idea ideas identify image imagine immediate immediately important improve include including info information
input instant instruction instructions intense issue issues item jump keen keep keeping key kind knew know knowing known last late
later latest lay lead learn least leave left length less let level life like likely line list listed little load long longer look
looking looks lose lost lot lots love low made main make makes making manage management massive match mate material materials matter
may maybe mean means meant mention mentioned mess message method methods might mind minor minute minutes miss missed moment month months more morning most
move moving much muck name near need needed needs never new next nice night note notes nothing notice now number numbers obvious obviously offer
okay old once one ones only open option options order organised organized overall own page part particular parts past pay people perfect perfectly period person personal
phase pick picked place plan planned planning plans play please plus point points possible possibly practical prefer prepare prepared present pressure
pretty previous prior priority probably problem problems proceed process program progress proper properly provide provided pull push pushing put quality
question questions quick quickly quite rather ready real realistic realize really reason reckon recommend refer related relevant rely remember
repeat request require required rest result results review right risk rough run running sad safe said save saw say saying says search second secure
see seem seems seen select send sense sent serious set sets setting settle setup several share short show shows side similar simple simply since
single sit situation skip slot small solid solution solve some someone something soon sort sorted sorting sound sounds space specific specifically
spend spent spot stage stand standard start started starting state stay step steps stick still stop straight strategy stress structure stuck stuff style
suggest suggested suggestion summary super support sure switch system table take taken takes taking talk talking task tasks tell telling template term terms
thank thanks theme thing things think thinking thought thoughts three thrown tight time times today together told tomorrow tonight too took top total totally
touch toward towards track tried trouble true truly trust try trying turn two type under understand understanding understood until update
updates upon use used useful user uses using usual usually various version view wait waiting walk want wanted wanting wants waste wasted wasting way ways week weekend weeks
well went whatever whole wish within without word words work worked working works worried worries worry worse worst worth would write writing wrong yeah year years
yes yesterday yet overwhelmed overwhelming exhausted anxious drained blueprint framework concern concerns focus clarity criteria requirement requirements slow everyone listing hear hold heavy reading finishing fully forward chunk batch batches card cards flashcard flashcards
crack arvo ripper grouse mint legend legendary stoked knackered cruisy dramas dodgy sorted squiz go-ahead beauty bonza spewing buggered bugger reckon heaps gonna wanna kinda
`;
const GENERIC: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/));

export function isGeneric(word: string): boolean {
  return GENERIC.has(word) || GENERIC.has(word.replace(/(?:'s|s)$/, ""));
}
