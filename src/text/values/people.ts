/**
 * Which words name people (and animals) by their relation to somebody? Each word leads to one name of the relation, so
 * that "mum" and "mother" are the same person. Closed lists, one line per relation.
 */
const LINES = `mother mum mom mama mutter madre mère
  father dad papa vater padre père
  parents eltern padres genitori
  sister schwester hermana sœur sorella
  brother bruder hermano frère fratello
  son sohn hijo fils figlio
  daughter tochter hija fille figlia
  kids children kinder hijos enfants figli bambini
  wife husband spouse ehefrau ehemann esposa marido mari femme moglie marito
  partner boyfriend girlfriend freund freundin novio novia copain copine fidanzato fidanzata
  grandmother grandma gran granny nana oma abuela grand-mère nonna
  grandfather grandpa granddad opa abuelo grand-père nonno
  grandparents
  uncle onkel tío oncle zio
  aunt auntie tante tía zia
  cousin cousins
  niece nichte sobrina nièce
  nephew neffe sobrino neveu
  mother-in-law
  father-in-law
  in-laws
  brother-in-law
  sister-in-law
  godson
  goddaughter
  friend friends
  neighbour neighbor neighbours neighbors
  colleague colleagues coworker
  flatmate flatmates roommate roommates housemate
  ex ex-boss ex-wife ex-husband
  dog puppy pup hund perro chien cane
  cat kitten katze gato chat gatto
  baby
  grandson
  granddaughter
  grandchildren grandkids`;

export const PEOPLE: ReadonlyMap<string, string> = new Map(
  LINES.split("\n").flatMap((line) => {
    const words = line.trim().split(/\s+/);
    return words.map((word) => [word, words[0] as string] as const);
  }),
);
