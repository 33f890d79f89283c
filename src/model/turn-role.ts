/** In which role does somebody speak in a conversation? As APIs of language models name it; a claim of whoever observes. */
export const TURN_ROLES = ["user", "assistant", "tool", "system"] as const;
export type TurnRole = (typeof TURN_ROLES)[number];
