// Which passes can a person start?
export const PASSES = [
  { name: "distil", says: "Makes facts of the turns of conversations that wait." },
  { name: "sweep", says: "Archives, prunes and promotes the facts that are due under the policy." },
  {
    name: "dream",
    says: "Confirms facts that were said often, merges duplicates, links related facts and archives noise.",
  },
  {
    name: "think",
    says: "Merges, sums up, writes cards and doubts old beliefs with a language model; code decides.",
  },
] as const;
export type PassName = (typeof PASSES)[number]["name"];
