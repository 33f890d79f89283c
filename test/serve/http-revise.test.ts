/** Who corrects labels over HTTP, and what does the server say to what is wrong? */
import { expect, test } from "vitest";
import { ask, idOf, newServer, tokenFor } from "../support/serve.ts";

/** A fact of the owner's and one of an agent's, and a caller for each role. */
async function scene() {
  const { server, workspace } = await newServer();
  const tokens = {
    owner: await tokenFor(workspace, "owner"),
    manager: await tokenFor(workspace, "owner", "owner", "agent"),
    agent: await tokenFor(workspace, "agent"),
    reader: await tokenFor(workspace, "reader"),
  };
  type Who = keyof typeof tokens;
  const add = async (who: Who, content: string) =>
    idOf(await ask(server, "POST", "/v1/memories", { token: tokens[who], body: { content } }));
  const own = await add("owner", "The bike is kept in the cellar.");
  const hearsay = await add("agent", "The bike shop closes at six.");
  const revise = (who: Who, id: string, body: unknown) =>
    ask(server, "POST", `/v1/memories/${id}/revise`, { token: tokens[who], body });
  const factNow = async (id: string) =>
    (await ask(server, "GET", `/v1/memories/${id}/inspect`, { token: tokens.owner })).body.fact;
  return { own, hearsay, revise, factNow };
}

test("the owner gives labels and empties them, and the history keeps each change", async () => {
  const { own, revise, factNow } = await scene();
  const labels = { segment: "preference", tags: ["bike"], importance: 0.9 };
  const given = await revise("owner", own, { ...labels, validTo: "2090-03-01" });
  expect(given).toMatchObject({ status: 200, body: { ...labels, validTo: Date.UTC(2090, 2, 1) } });
  const emptied = await revise("owner", own, { clear: ["validTo"] });
  expect(emptied).toMatchObject({ status: 200, body: labels });
  expect(await factNow(own)).not.toHaveProperty("validTo");
});

test("what is wrong is refused with a remedy, and changes nothing", async () => {
  const { own, revise, factNow } = await scene();
  const before = await factNow(own);
  const wrong: readonly (readonly [unknown, string])[] = [
    [{}, "name it in clear to empty it"],
    [{ validTo: null }, "name it in clear to empty it"],
    [{ clear: ["validTo"], validTo: "2090-01-01" }, "leave one of them out"],
    [{ clear: ["importance"] }, "clear[0] must be one of"],
    [{ content: "The bike is gone." }, 'no option \\"content\\"'],
    [{ authority: 0 }, 'no option \\"authority\\"'],
    [{ importance: 7 }, "from 0 to 1"],
    [{ validFrom: "2090-01-01", validTo: "2080-01-01" }, "validTo is before validFrom"],
    [[], "must be a JSON object"],
    ["{", "is not JSON"],
  ];
  for (const [body, remedy] of wrong) {
    const { status, text } = await revise("owner", own, body);
    expect([status, text]).toEqual([400, expect.stringContaining(remedy)]);
  }
  expect((await revise("owner", "01NOBODY", { tags: ["a"] })).status).toBe(404);
  expect(await factNow(own)).toEqual(before);
});

test("nobody else corrects what the owner said, and hearsay gets no rights by it", async () => {
  const { own, hearsay, revise, factNow } = await scene();
  const before = [await factNow(own), await factNow(hearsay)];
  for (const who of ["agent", "reader"] as const)
    for (const id of [own, hearsay])
      expect(await revise(who, id, { importance: 0 })).toMatchObject({
        status: 403,
        body: { code: "not-allowed" },
      });
  for (const change of [{ importance: 0 }, { validTo: "2000-01-01" }, { tags: ["spam"] }])
    expect(await revise("manager", own, change)).toMatchObject({ status: 403, body: { code: "write-gate" } });
  for (const who of ["owner", "manager"] as const)
    for (const change of [{ segment: "identity" }, { tier: "permanent" }, { essential: "harm" }])
      expect(await revise(who, hearsay, change)).toMatchObject({ status: 403, body: { code: "write-gate" } });
  expect([await factNow(own), await factNow(hearsay)]).toEqual(before);
  expect((await revise("manager", hearsay, { tags: ["shop"] })).status).toBe(200);
});
