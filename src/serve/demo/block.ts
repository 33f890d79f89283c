/** How is the demo's year written? As blocks: similar lines, one fact each, spread over a stretch of the year. */
import type { ChannelOrigin } from "../../model/origin.ts";
import type { AddInput } from "../../write/draft.ts";

export interface Block {
  /** Days of the year, from 0 to 364, over which the lines are spread in order. Default: the whole year. */
  readonly from?: number;
  readonly to?: number;
  /** What the facts have in common. */
  readonly as: Omit<AddInput, "content">;
  /** Whose memory. Default: the owner's. */
  readonly origin?: ChannelOrigin;
  /** One fact per line. */
  readonly lines: string;
}

export function linesOf({ lines }: Block): readonly string[] {
  return lines
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
