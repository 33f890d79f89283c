// As much of the rivals' types as the benchmarks use: the packages themselves are not installed when the
// project is type-checked (see bench/package.json).
declare module "better-sqlite3" {
  interface Statement {
    run(...params: readonly unknown[]): { changes: number; lastInsertRowid: number | bigint };
    get(...params: readonly unknown[]): unknown;
    all(...params: readonly unknown[]): unknown[];
  }
  class Database {
    constructor(path: string, options?: { readonly?: boolean });
    exec(sql: string): this;
    pragma(text: string): unknown;
    prepare(sql: string): Statement;
    transaction<Args extends readonly unknown[], Result>(
      body: (...args: Args) => Result,
    ): (...args: Args) => Result;
    close(): this;
  }
  export default Database;
}

declare module "minisearch" {
  interface Options<T> {
    readonly fields: readonly (keyof T & string)[];
    readonly storeFields?: readonly (keyof T & string)[];
    readonly idField?: keyof T & string;
  }
  class MiniSearch<T> {
    constructor(options: Options<T>);
    add(document: T): void;
    addAll(documents: readonly T[]): void;
    removeAll(): void;
    search(query: string): readonly { readonly id: unknown; readonly score: number }[];
    toJSON(): unknown;
  }
  export default MiniSearch;
}
