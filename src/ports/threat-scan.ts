/**
 * Does the host consider a text dangerous to remember? Asked about content that does not come from the principal.
 *
 * Any scanner can be used as it is: `{ threatScan: { scan: (content) => myInjectionScanner(content) } }`.
 * `write/host-verdict.ts` interprets its answer, which must be synchronous.
 */
export interface ThreatScanAdapter {
  scan(content: string): unknown;
}
