/** Which version of Tideline is this? Every surface reports it. */
import manifest from "../../package.json" with { type: "json" };

export const VERSION: string = manifest.version;
