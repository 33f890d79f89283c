/** Do the guides print what they say? Each runs as it stands there, in a folder of its own. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { blocksOf, printedBy } from "./support/document-program.ts";

const FOLDER = fileURLToPath(new URL("../docs/guides/", import.meta.url));
const GUIDES = readdirSync(FOLDER).filter((name) => name.endsWith(".md"));

describe.each(GUIDES)("%s", (name) => {
  const page = readFileSync(`${FOLDER}${name}`, "utf8");
  const blocks = blocksOf(page);

  test("says what its programs print", { skip: blocks.length === 0 }, async () => {
    const printed = await printedBy(blocks);
    expect(printed).toEqual(blocks.map(({ shown = "" }) => shown));
  });

  test("is listed in docs/guides/README.md", { skip: name === "README.md" }, () => {
    expect(readFileSync(`${FOLDER}README.md`, "utf8")).toContain(`](${name})`);
  });
});
