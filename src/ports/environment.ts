/**
 * What do facts refer to outside memory? Paths, commands and dependencies. They are looked up and never changed.
 *
 * A host passes an environment to the drift stage. It must answer only about what its owner has allowed and say
 * "unknown" about everything else, because a fact from a web page may name any path.
 */
export interface Environment {
  /** Does this path exist? */
  path(path: string): Presence | Promise<Presence>;
  /** Can this command be run? Nothing is run to find out. */
  command(name: string): Presence | Promise<Presence>;
  /** Does the project depend on this package? */
  dependency(name: string): Presence | Promise<Presence>;
}

/** Whether something is there. */
export type Presence = "there" | "gone" | "unknown";
