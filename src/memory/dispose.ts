/**
 * How does a handle close at the end of its block? With `using memory = …` (`await using` where verbs return promises),
 * if the runtime and the compiler know it. Older runtimes have no such symbol; there a handle is closed with `close()`.
 */

/** The method that `using` calls, for compilers that know it (lib esnext.disposable); for others nothing. */
export type Disposes<Key extends "dispose" | "asyncDispose", Answer> = typeof Symbol extends {
  readonly [K in Key]: infer Name extends symbol;
}
  ? { readonly [K in Name]: () => Answer }
  : Record<never, never>;

/** Closes handles of this class where `using` ends. */
export function closeAtEnd(
  handles: { readonly prototype: { close(): unknown } },
  key: "dispose" | "asyncDispose",
): void {
  const name = (Symbol as { readonly [K in typeof key]?: symbol })[key];
  if (name === undefined) return;
  Object.defineProperty(handles.prototype, name, {
    value(this: { close(): unknown }) {
      return this.close();
    },
    writable: true,
    configurable: true,
  });
}
