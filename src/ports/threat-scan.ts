/**
 * Does the host think a text is dangerous to remember? Asked for content whose source is not the principal.
 *
 * Any scanner fits as it is: `{ threatScan: { scan: (content) => myInjectionScanner(content) } }`. What its
 * answer may look like is read in `write/host-verdict.ts`. It must answer synchronously.
 */
export interface ThreatScanAdapter {
  scan(content: string): unknown;
}
