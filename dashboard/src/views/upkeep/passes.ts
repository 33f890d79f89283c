// Which passes can a person start?
export const PASSES = [
  { name: "sweep", says: "Lets the policy archive, prune and promote what is due." },
  { name: "dream", says: "Confirms what was said often, merges duplicates, relates what belongs together." },
] as const;
export type PassName = (typeof PASSES)[number]["name"];
