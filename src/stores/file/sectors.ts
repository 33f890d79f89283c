/**
 * Did these bytes never reach the medium? A power cut takes whole sectors of a write, and what was there before
 * shows again: zeros behind the former end of a file, or the spaces of the room that a writer had made.
 */
const SECTOR_BYTES = 512;
const ZERO = 0;
export const SPACE = 32;

/** Is there a sector whose share of [from, to) is blank? `base`: where the bytes begin in their file. */
export function hasBlankSector(bytes: Uint8Array, base: number, from: number, to: number): boolean {
  const first = Math.floor((base + from) / SECTOR_BYTES) * SECTOR_BYTES;
  for (let sector = first; sector < base + to; sector += SECTOR_BYTES) {
    const start = Math.max(from, sector - base);
    const end = Math.min(to, sector + SECTOR_BYTES - base);
    if (end > start && isBlank(bytes, start, end)) return true;
  }
  return false;
}

function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
  const first = bytes[from];
  if (first !== ZERO && first !== SPACE) return false;
  for (let i = from + 1; i < to; i++) if (bytes[i] !== first) return false;
  return true;
}
