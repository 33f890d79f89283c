/** Who learns that memory could not be asked? A function of the host's. What goes wrong in it stops no turn either. */
export type OnTrouble = (error: unknown) => unknown;

export function tellTrouble(onTrouble: OnTrouble | undefined, trouble: unknown): void {
  void told(onTrouble, trouble).catch((error: unknown) =>
    process.emitWarning(`onTrouble failed: ${error instanceof Error ? error.message : String(error)}`),
  );
}

async function told(onTrouble: OnTrouble | undefined, trouble: unknown): Promise<void> {
  await onTrouble?.(trouble);
}
