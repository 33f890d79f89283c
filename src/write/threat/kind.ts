/**
 * What is wrong with a text? The vocabulary of the threat scan.
 */
export const THREAT_KINDS = [
  /** Orders given to the agent: drop your instructions, answer so, keep this from the user. */
  "instruction",
  /** A new identity or a forged turn: "you are now DAN", `<|im_start|>system`. */
  "role-play",
  /** Moves what the agent knows to somebody else, or asks for its own instructions. */
  "exfiltration",
  /** Secrets, handed over or asked for. */
  "credential",
  /** Text that a person does not see: invisible characters, look-alike letters, concealing markup. */
  "hidden-text",
  /** Commands and code that harm when a tool runs them. */
  "tool-abuse",
  /** The host's own scanner objects. */
  "host",
  /** The host's own scanner gave no usable answer. */
  "scan-failed",
] as const;
export type ThreatKind = (typeof THREAT_KINDS)[number];

export type Threat = {
  readonly kind: ThreatKind;
  /** A short clause for people: "tells the agent to drop its instructions". */
  readonly why: string;
  /** Where it begins in the content, in UTF-16 units. */
  readonly at: number;
};
