/**
 * Which Tideline is this? Said by every surface.
 */
import manifest from "../../package.json" with { type: "json" };

export const VERSION: string = manifest.version;
