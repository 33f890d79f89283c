/**
 * What tells a host's function that nobody waits for it any more? The platform's `AbortSignal`, where the host's types
 * know one (those of browsers and of Node do): our own public types need no platform types.
 */
export type Signal = typeof globalThis extends {
  readonly AbortSignal: { readonly prototype: infer Platform };
}
  ? Platform
  : unknown;
