/** What is left of a turn that holds credentials, and how much work is it to leave them out? */
import { beforeEach, expect, test, vi } from "vitest";
import { maskSecrets } from "../../src/converse/mask.ts";

const looks = vi.hoisted(() => ({ texts: 0, chars: 0 }));
vi.mock("../../src/write/secrets.ts", async (importOriginal) => {
  const real = await importOriginal<typeof import("../../src/write/secrets.ts")>();
  return {
    ...real,
    findSecrets: (text: string) => {
      looks.texts += 1;
      looks.chars += text.length;
      return real.findSecrets(text);
    },
  };
});
beforeEach(() => Object.assign(looks, { texts: 0, chars: 0 }));

const SECRET = "My password is Tulip!27haus.";
const NOTE = "[a password was left out here]";

test("the sentence that holds a credential is left out, and nothing else", () => {
  expect(maskSecrets(`I live in Bern. ${SECRET} I like tea.\nMy cat is called Rex.`)).toEqual({
    text: `I live in Bern. ${NOTE} I like tea.\nMy cat is called Rex.`,
    count: 1,
  });
});

test("each of a few is left out by itself", () => {
  const said = `${SECRET} I like tea.`;
  const { text, count } = maskSecrets([said, "We met in May.", said, said].join("\n"));
  expect(count).toBe(3);
  expect(text.split("\n")).toEqual([
    `${NOTE} I like tea.`,
    "We met in May.",
    `${NOTE} I like tea.`,
    `${NOTE} I like tea.`,
  ]);
});

test("nothing is left of a credential with stops in it", () => {
  expect(maskSecrets("My password is Summer2024!rest77. I like tea.").text).toBe(`${NOTE} I like tea.`);
});

test("a text that lists credentials is left out as a whole", () => {
  expect(maskSecrets(`${SECRET}\n`.repeat(200))).toEqual({ text: NOTE, count: 1 });
});

test.each([
  ["short lines", "pw a\n"],
  ["short sentences", "pass. "],
  ["credentials", `${SECRET}\n`],
])("a long text of %s takes no look at each of them", (_, piece) => {
  const text = piece.repeat(32_000 / piece.length) + SECRET;
  expect(maskSecrets(text)).toMatchObject({ count: 1 });
  expect(looks.texts).toBeLessThan(600);
  expect(looks.chars).toBeLessThan(20 * text.length);
});
