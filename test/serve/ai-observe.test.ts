/** What of the calls to a model becomes turns of a conversation, and what does the caller notice of it? */
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { type MemoryMiddlewareOptions, memoryMiddleware, type TurnSink } from "../../src/ai.ts";
import { OBSERVE_WAIT_MS } from "../../src/limits.ts";
import type { Origin } from "../../src/model/origin.ts";
import { inboxOf } from "../../src/model/stream.ts";
import { fact, newMemory, PEER } from "../support/memory.ts";
import { readAll } from "../support/workspace.ts";

const ELLA = "My sister Ella lives in Bergen.";
const system = { role: "system", content: "You are kind." };
const user = (text: string) => ({ role: "user", content: [{ type: "text", text }] });
const assistant = (text: string) => ({ role: "assistant", content: [{ type: "text", text }] });
const asked = {
  role: "assistant",
  content: [{ type: "tool-call", toolCallId: "1", toolName: "search", input: {} }],
};
const found = (toolName: string, output: object) => ({
  role: "tool",
  content: [{ type: "tool-result", toolCallId: "1", toolName, output }],
});
const reply = (text: string, more: object = {}) => ({
  content: [
    { type: "reasoning", text: "hm" },
    { type: "text", text },
  ],
  finishReason: { unified: "stop", raw: "stop" },
  ...more,
});

type Prompt = readonly object[];

function scene(options: MemoryMiddlewareOptions = {}) {
  const { memory, store } = newMemory();
  const troubles: unknown[] = [];
  const middleware = memoryMiddleware(memory, { onTrouble: (error) => troubles.push(error), ...options });
  return {
    ...{ memory, troubles, middleware },
    /** As the SDK does it: the prompt is changed first, then the model is called. */
    async generate(prompt: Prompt, answer: object | Error = reply("Noted."), more: object = {}) {
      const params = await middleware.transformParams({ params: { prompt, ...more } });
      return await middleware.wrapGenerate({
        params,
        doGenerate: async () => {
          if (answer instanceof Error) throw answer;
          return answer;
        },
      });
    },
    async stream(prompt: Prompt, parts: readonly (object | Error)[]) {
      const params = await middleware.transformParams({ params: { prompt } });
      const stream = streamOf(parts);
      return await middleware.wrapStream({ params, doStream: async () => ({ stream, request: 7 }) });
    },
    turns: (origin: Origin = "owner") =>
      readAll(store, inboxOf(origin)).flatMap(({ event }) => (event.type === "turn" ? [event] : [])),
    said: (origin: Origin = "owner") =>
      readAll(store, inboxOf(origin)).flatMap(({ event }) =>
        event.type === "turn" ? [[event.role, event.body?.content]] : [],
      ),
  };
}

function streamOf(parts: readonly (object | Error)[]): ReadableStream<unknown> {
  const left = [...parts];
  return new ReadableStream({
    pull(controller) {
      const part = left.shift();
      if (part instanceof Error) controller.error(part);
      else if (part === undefined) controller.close();
      else controller.enqueue(part);
    },
  });
}

const delta = (text: string, id = "1") => ({ type: "text-delta", id, delta: text });
const finish = { type: "finish", finishReason: { unified: "stop", raw: undefined } };

async function partsOf(stream: unknown): Promise<unknown[]> {
  const parts: unknown[] = [];
  for await (const part of stream as ReadableStream<unknown>) parts.push(part);
  return parts;
}

describe("a call", () => {
  test("leaves what the user said and what the model replied, and returns the reply as it is", async () => {
    const { generate, turns, memory } = scene({ session: "monday" });
    const answer = reply("Noted.");
    expect(await generate([system, user(ELLA)], answer)).toBe(answer);
    expect(turns()).toMatchObject([
      { role: "user", authority: 3, body: { session: "monday", content: ELLA } },
      { role: "assistant", authority: 1, body: { session: "monday", content: "Noted." } },
    ]);
    await memory.distil();
    expect(memory.list()).toMatchObject([{ content: ELLA, authority: 2 }]);
  });

  test("of a conversation takes in what is new in it: each message once, also through the steps of tools", async () => {
    const { generate, said } = scene();
    const first = [system, user(ELLA)];
    await generate(first, reply(""));
    const second = [...first, asked, found("search", { type: "json", value: { hits: ["Bergen"] } })];
    await generate(second, reply("Bergen, then."));
    await generate([...second, assistant("Bergen, then."), user("Right.")], reply("Good."));
    expect(said()).toEqual([
      ["user", ELLA],
      ["tool", '{"hits":["Bergen"]}'],
      ["assistant", "Bergen, then."],
      ["user", "Right."],
      ["assistant", "Good."],
    ]);
  });

  test("that is tried again, or asked again for another reply, brings nothing back", async () => {
    const { generate, said } = scene();
    await expect(generate([user(ELLA)], new Error("busy"))).rejects.toThrow("busy");
    expect(said()).toEqual([["user", ELLA]]);
    await generate([user(ELLA)], reply("Noted."));
    await generate([user(ELLA)], reply("Noted."));
    await generate([user(ELLA)], reply("Lovely."));
    expect(said()).toEqual([
      ["user", ELLA],
      ["assistant", "Noted."],
      ["assistant", "Lovely."],
    ]);
  });

  test("tells the same words at another place of a conversation from the first ones", async () => {
    const { generate, said } = scene();
    await generate([user("Yes.")], reply("More?"));
    await generate([user("Yes."), assistant("More?"), user("Yes.")], reply("More?"));
    expect(said().filter(([role]) => role === "user")).toHaveLength(2);
  });

  test("gives nothing of memory's own back to it: blocks are taken out, its tools' answers are its own", async () => {
    const { memory, generate, turns } = scene();
    memory.add(fact("Ella plays the cello.", { source: "tool_output" }));
    await generate([user("What does Ella play?")], reply("The cello."));
    const [question] = turns();
    expect(question?.body).toMatchObject({ content: "What does Ella play?" });
    expect(question?.body?.recalled?.join()).toContain("Ella plays the cello.");
    const told = found("recall_memory", { type: "text", value: ELLA });
    await generate([user("And?"), asked, told], reply("So."));
    expect(turns().find(({ role }) => role === "tool")).toMatchObject({ own: true, authority: 0 });
  });

  test("has the class of its role: what a tool gave back is foreign, and takes the standing of who repeats it", async () => {
    const { memory, generate } = scene();
    await generate([
      user("Look."),
      asked,
      found("web", { type: "content", value: [{ type: "text", text: ELLA }] }),
    ]);
    await generate([
      user("Look."),
      asked,
      found("web", { type: "text", value: "x" }),
      assistant("Ok."),
      user(ELLA),
    ]);
    await memory.distil();
    expect(memory.list().filter(({ authority }) => authority >= 2)).toEqual([]);
  });

  test("that asks for JSON has no reply that anybody heard", async () => {
    const { generate, said } = scene();
    await generate([user(ELLA)], reply('{"city":"Bergen"}'), { responseFormat: { type: "json" } });
    expect(said()).toEqual([["user", ELLA]]);
  });
});

describe("a stream", () => {
  test("comes through part by part, and its reply is observed once, at its end", async () => {
    const { stream, said } = scene();
    const parts = [delta("No"), delta("ted."), delta("Also:", "2"), finish];
    const result = await stream([user(ELLA)], parts);
    expect(result.request).toBe(7);
    const reader = (result.stream as ReadableStream<unknown>).getReader();
    await reader.read();
    expect(said()).toEqual([["user", ELLA]]);
    reader.releaseLock();
    expect(await partsOf(result.stream)).toEqual(parts.slice(1));
    expect(said()).toEqual([
      ["user", ELLA],
      ["assistant", "Noted.\nAlso:"],
    ]);
  });

  test.each([
    ["fails", [delta("Not"), new Error("cut")]],
    ["tells of an error", [delta("Not"), { type: "error", error: "busy" }]],
    ["ends without saying so", [delta("Not")]],
    ["finishes with an error", [delta("Not"), { type: "finish", finishReason: "error" }]],
  ])("that %s leaves a reply that was broken off", async (_, parts) => {
    const { stream, turns } = scene();
    const { stream: given } = await stream([user(ELLA)], parts);
    await partsOf(given).catch((error: unknown) => expect(String(error)).toContain("cut"));
    expect(turns()).toMatchObject([
      { role: "user" },
      { role: "assistant", aborted: true, body: { content: "Not" } },
    ]);
  });

  test("that nobody wants any more stops the model, and leaves a reply that was broken off", async () => {
    const { middleware, turns } = scene();
    let reason: unknown;
    const source = new ReadableStream({
      pull: (controller) => controller.enqueue(delta("word ")),
      cancel: (why) => {
        reason = why;
      },
    });
    const params = { prompt: [user(ELLA)] };
    const { stream } = await middleware.wrapStream({ params, doStream: async () => ({ stream: source }) });
    const reader = stream.getReader();
    await reader.read();
    await reader.read();
    await reader.cancel("enough");
    expect(reason).toBe("enough");
    expect(turns()).toMatchObject([{}, { aborted: true, body: { content: "word word" } }]);
  });

  test("that replies nothing leaves no turn", async () => {
    const { stream, said } = scene();
    await partsOf((await stream([user(ELLA)], [finish])).stream);
    expect(said()).toEqual([["user", ELLA]]);
  });
});

describe("a host", () => {
  test("says what is observed, and what is put in", async () => {
    const prompt = [user("Hello Ella."), asked, found("web", { type: "text", value: "found" })];
    const rolesWith = async (observe: MemoryMiddlewareOptions["observe"]) => {
      const { generate, said } = scene({ observe });
      await generate([user("Hello Ella.")]);
      await generate(prompt);
      return said().map(([role]) => role);
    };
    expect(await rolesWith(undefined)).toEqual(["user", "assistant", "tool", "assistant"]);
    expect(await rolesWith({ tools: false })).toEqual(["user", "assistant", "assistant"]);
    expect(await rolesWith({ user: false, assistant: false })).toEqual(["tool"]);
    expect(await rolesWith(false)).toEqual([]);
    const { memory, middleware } = scene({ inject: false });
    memory.add(fact("Ella plays the cello."));
    const given = { params: { prompt: [user("What does Ella play?")] } };
    expect(await middleware.transformParams(given)).toBe(given.params);
  });

  test("names the conversation, or has none", async () => {
    const byUser = scene({ session: (prompt) => (prompt.length > 1 ? "long" : undefined) });
    await byUser.generate([user(ELLA)]);
    expect(byUser.said()).toEqual([]);
    await byUser.generate([system, user(ELLA)]);
    expect(byUser.turns()[0]?.body?.session).toBe("long");
    const unnamed = scene();
    await unnamed.generate([user("One.")]);
    await unnamed.generate([user("One."), assistant("Noted."), user("Two.")]);
    await unnamed.generate([user("Other.")]);
    expect(new Set(unnamed.turns().map(({ session }) => session)).size).toBe(2);
  });

  test("that knows who is talking observes in that memory alone, and of a stranger nothing", async () => {
    const peer = scene({ origin: PEER });
    await peer.generate([user(ELLA)]);
    expect(peer.said("owner")).toEqual([]);
    expect(peer.said(PEER)).toHaveLength(2);
    const stranger = scene({ origin: undefined });
    await stranger.generate([user(ELLA)]);
    expect(stranger.said()).toEqual([]);
    const { memory } = scene();
    const troubles: unknown[] = [];
    const wrong = memoryMiddleware(memory.as(PEER), {
      origin: "owner",
      onTrouble: (error) => troubles.push(error),
    });
    await wrong.wrapGenerate({ params: { prompt: [user(ELLA)] }, doGenerate: async () => reply("x") });
    expect(memory.inbox().waiting).toBe(0);
    expect(troubles).toHaveLength(1);
  });

  test("with a confined handle has the turns in that handle's voice", async () => {
    const { memory, turns } = scene();
    const middleware = memoryMiddleware(memory.confined({ client: "bot" }));
    await middleware.wrapGenerate({ params: { prompt: [user(ELLA)] }, doGenerate: async () => reply("x") });
    expect(turns().map(({ authority }) => authority)).toEqual([1, 1]);
  });

  test("learns of trouble, and the turn goes on", async () => {
    const { memory, generate, stream, troubles } = scene();
    memory.close();
    expect(await generate([user(ELLA)], reply("Noted."))).toMatchObject({
      finishReason: { unified: "stop" },
    });
    expect(await partsOf((await stream([user(ELLA)], [delta("a"), finish])).stream)).toHaveLength(2);
    expect(troubles).toMatchObject([{ code: "closed" }, { code: "closed" }, {}, {}, {}, {}]);
  });

  describe("is neither held back nor lost", () => {
    const NOTHING = { text: undefined, profile: undefined, relevant: undefined };
    const params = { prompt: [user(ELLA)] };
    const answer = reply("Noted.");
    const failing = async () => {
      throw new Error("memory is down");
    };

    /** What a caller gets from a call that is answered, one that streams, and one whose model fails. */
    const outcomes = async (sink: TurnSink["observeMany"], options: object = {}, given: object = params) => {
      const middleware = memoryMiddleware({ turnContext: () => NOTHING, observeMany: sink }, options);
      const asked = (await middleware.transformParams({ params: given as typeof params })) as typeof params;
      const doGenerate = async () => answer;
      const doStream = async () => ({ stream: streamOf([delta("a"), finish]) });
      const broken = async () => Promise.reject(new Error("the model is down"));
      const { stream } = await middleware.wrapStream({ params: asked, doStream });
      return [
        await middleware.wrapGenerate({ params: asked, doGenerate }),
        await partsOf(stream),
        await middleware.wrapGenerate({ params: asked, doGenerate: broken }).catch(String),
      ];
    };
    const WHOLE = [answer, [delta("a"), finish], "Error: the model is down"];

    test("by a host's function that fails when it is told of trouble", async () => {
      const warned = vi.spyOn(process, "emitWarning").mockReturnValue();
      onTestFinished(() => warned.mockRestore());
      const onTrouble = () => {
        throw new Error("no logger");
      };
      expect(await outcomes(failing, { onTrouble })).toEqual(WHOLE);
      expect(await outcomes(failing, { onTrouble: async () => onTrouble() })).toEqual(WHOLE);
      expect(warned).toHaveBeenCalledWith("onTrouble failed: no logger");
    });

    test.each([
      ["options of another shape", { observe: null }, params],
      ["no prompt", {}, { prompt: undefined }],
      ["a message that is none", {}, { prompt: [null] }],
    ])("by %s", async (_, options, given) => {
      const troubles: unknown[] = [];
      const onTrouble = (error: unknown) => troubles.push(error);
      expect(await outcomes(() => undefined, { onTrouble, ...options }, given)).toEqual(WHOLE);
      expect(troubles).not.toEqual([]);
    });

    test("by a memory that never answers: after five seconds the reply goes on, and the host is told", async () => {
      vi.useFakeTimers();
      onTestFinished(() => void vi.useRealTimers());
      const troubles: unknown[] = [];
      const all = outcomes(() => new Promise(() => undefined), {
        onTrouble: (error: unknown) => troubles.push(error),
      });
      await vi.advanceTimersByTimeAsync(2 * OBSERVE_WAIT_MS);
      expect(await all).toEqual(WHOLE);
      expect(troubles).toMatchObject([{ code: "service-unavailable" }, { code: "service-unavailable" }]);
    });

    test("by a stream of another form, which is passed on as it is", async () => {
      const middleware = memoryMiddleware({ turnContext: () => NOTHING, observeMany: () => undefined });
      const result = { stream: [1, 2] };
      expect(await middleware.wrapStream({ params, doStream: async () => result })).toBe(result);
    });
  });

  test("with a source of blocks that takes no turns is served all the same", async () => {
    const parts = { text: undefined, profile: undefined, relevant: undefined };
    const middleware = memoryMiddleware({ turnContext: () => parts });
    const doGenerate = async () => reply("x");
    expect(await middleware.wrapGenerate({ params: { prompt: [user(ELLA)] }, doGenerate })).toMatchObject({});
  });

  test("with an asynchronous memory has the turns in the order in which they were said", async () => {
    const { memory, turns } = scene();
    const slow = {
      turnContext: () => ({ text: undefined, profile: undefined, relevant: undefined }),
      observeMany: async (given: Parameters<typeof memory.observeMany>[0]) => {
        await Promise.resolve();
        return memory.observeMany(given);
      },
    };
    const middleware = memoryMiddleware(slow);
    await middleware.wrapGenerate({
      params: { prompt: [user(ELLA)] },
      doGenerate: async () => reply("Noted."),
    });
    expect(turns().map(({ role }) => role)).toEqual(["user", "assistant"]);
  });
});
