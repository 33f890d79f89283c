/**
 * What is there outside, that facts speak of? Paths, commands and dependencies, looked up and never changed.
 *
 * A host gives it to the drift stage. It must answer only about what its owner has allowed, and say "unknown"
 * about everything else: a fact from a web page may name any path.
 */
export interface Environment {
  /** Is there such a path? */
  path(path: string): Presence | Promise<Presence>;
  /** Can such a command be run? Nothing is run to find out. */
  command(name: string): Presence | Promise<Presence>;
  /** Does the project depend on such a package? */
  dependency(name: string): Presence | Promise<Presence>;
}

export type Presence = "there" | "gone" | "unknown";
