/**
 * What did the engine score before the owner's voice was protected? The figures that "within … of today" is about.
 *
 * Measured at commit f4e4cde with `npm run eval -- attacks --data <folder>`. They hold for the same rows only, so each
 * carries their number: on other rows a bar is shown without a verdict.
 */
export interface Today {
  readonly value: number;
  readonly rows: number;
}

export const TODAY = {
  beamMrr: { value: 0.549, rows: 179 },
  beamMrrHeldOut: { value: 0.558, rows: 90 },
  locomoRecall: { value: 0.788, rows: 582 },
  amongOwnFirst: { value: 0.415, rows: 82 },
  amongOwnFirstReport: { value: 0.513, rows: 39 },
  aloneMrr: { value: 0.989, rows: 62 },
  aloneMrrReport: { value: 1, rows: 31 },
  realMemAgents: { value: 0.067, rows: 187 },
  realMemMessages: { value: 0.326, rows: 187 },
} as const satisfies Readonly<Record<string, Today>>;
