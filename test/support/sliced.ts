// A file store whose every call that can be made in slices is made in slices, one right after the other.
import { finish } from "../../src/ports/slices.ts";
import type { StorageAdapter } from "../../src/ports/storage.ts";
import type { FactStore } from "../../src/stores/file/fact-store.ts";

export function sliced(store: FactStore): FactStore {
  const { inSlices } = store;
  const calls: Partial<StorageAdapter> = {
    read: (...args) => finish(inSlices.read(...args)),
    append: (...args) => finish(inSlices.append(...args)),
    getBlob: (...args) => finish(inSlices.getBlob(...args)),
    putBlob: (...args) => finish(inSlices.putBlob(...args)),
  };
  return new Proxy(store, {
    get(target, name) {
      const own = Reflect.get(calls, name) ?? Reflect.get(target, name);
      return typeof own === "function" ? own.bind(target) : own;
    },
  });
}
