/** Are the curves in docs/lifecycle.md those of the policies as they are now? */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { drawCurves } from "../../docs/images/curves.ts";

const images = new URL("../../docs/images/", import.meta.url);
const page = readFileSync(new URL("../../docs/lifecycle.md", import.meta.url), "utf8");

test.each(Object.entries(drawCurves()))("%s is current (npm run curves draws it), and shown", (name, svg) => {
  expect(readFileSync(new URL(name, images), "utf8")).toBe(svg);
  expect(page).toContain(`images/${name}`);
});
