// Which passes can a person start?
export const PASSES = [
  { name: "sweep", says: "Archives, prunes and promotes facts as the policy says." },
  { name: "dream", says: "Confirms what was said often, merges duplicates and links related facts." },
] as const;
export type PassName = (typeof PASSES)[number]["name"];
