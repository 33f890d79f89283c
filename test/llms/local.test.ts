/** Is a model on this machine asked as it should be? With a double of node-llama-cpp, which is not installed here. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, onTestFinished, test } from "vitest";
import { type LlmRequest, LocalLlm, type LocalLlmOptions } from "../../src/index.ts";
import { errorOf } from "../support/errors.ts";

const REQUEST: LlmRequest = {
  system: "Note what matters.",
  messages: [{ role: "user", text: "I moved to Graz." }],
  schema: { type: "object" },
  maxTokens: 50,
};

interface Prompted {
  readonly text: string;
  readonly options: { readonly signal: AbortSignal; readonly maxTokens: number; readonly grammar: unknown };
}

/** One token per word. */
class FakeLlama {
  readonly log: string[] = [];
  readonly prompts: Prompted[] = [];
  readonly histories: unknown[] = [];
  answer: (prompted: Prompted) => unknown = () => ({ responseText: '{"facts":[]}', stopReason: "eogToken" });

  readonly load: NonNullable<LocalLlmOptions["load"]> = async () => {
    const { log, prompts, histories } = this;
    const answer = (prompted: Prompted) => this.answer(prompted) as never;
    return {
      getLlama: async (options) => {
        log.push(`engine ${JSON.stringify(options)}`);
        return {
          loadModel: async () => ({
            trainContextSize: 300,
            tokenize: (text: string) => text.split(/\s+/),
            createContext: async (context: object) => {
              log.push(`context ${JSON.stringify(context)}`);
              return { getSequence: () => "sequence" };
            },
          }),
          createGrammarForJsonSchema: async (schema: never) => `grammar of ${JSON.stringify(schema)}`,
          dispose: async () => void log.push("disposed"),
        };
      },
      LlamaChatSession: class {
        setChatHistory(history: never) {
          histories.push(history);
        }
        async promptWithMeta(text: string, options: never) {
          prompts.push({ text, options });
          return await answer({ text, options });
        }
      },
    };
  };
}

const folder = mkdtempSync(join(tmpdir(), "tideline-llm-"));
const modelPath = join(folder, "tiny.gguf");
writeFileSync(modelPath, "");
afterAll(() => rmSync(folder, { recursive: true }));
const made: LocalLlm[] = [];
afterEach(async () => {
  for (const one of made.splice(0)) await one.close();
});

function local(llama: FakeLlama, more: Partial<LocalLlmOptions> = {}): LocalLlm {
  const llm = new LocalLlm({ modelPath, load: llama.load, ...more });
  made.push(llm);
  return llm;
}

describe("LocalLlm", () => {
  test("loads the model at the first call, on one thread, compiling and downloading nothing", async () => {
    const llama = new FakeLlama();
    const llm = local(llama);
    expect([llm.model, llama.log]).toEqual(["tiny.gguf", []]);
    await llm.complete(REQUEST);
    await llm.complete(REQUEST);
    expect(llama.log).toHaveLength(2);
    expect(llama.log[0]).toContain('"build":"never","skipDownload":true');
    expect(llama.log[1]).toBe('context {"contextSize":300,"threads":1,"sequences":1}');
  });

  test("gives the model instructions, earlier replies, a grammar and a limit; every call stands alone", async () => {
    const llama = new FakeLlama();
    const llm = local(llama);
    const repair = [...REQUEST.messages, { role: "assistant", text: "no" }, { role: "user", text: "Again." }];
    await llm.complete({ ...REQUEST, messages: repair as never });
    await llm.complete(REQUEST);
    expect(llama.histories).toEqual([
      [
        { type: "system", text: "Note what matters." },
        { type: "user", text: "I moved to Graz." },
        { type: "model", response: ["no"] },
      ],
      [{ type: "system", text: "Note what matters." }],
    ]);
    expect(llama.prompts.map(({ text }) => text)).toEqual(["Again.", "I moved to Graz."]);
    expect(llama.prompts[0]?.options).toMatchObject({
      maxTokens: 50,
      grammar: 'grammar of {"type":"object"}',
    });
  });

  test("gives back JSON, what it cost, and that the limit was reached", async () => {
    const llama = new FakeLlama();
    const llm = local(llama);
    expect(await llm.complete(REQUEST)).toMatchObject({
      json: { facts: [] },
      usage: { inputTokens: 3 + 4 + 2 * 16, outputTokens: 1 },
    });
    llama.answer = () => ({ responseText: '{"facts":[', stopReason: "maxTokens" });
    expect(await llm.complete(REQUEST)).toMatchObject({ text: '{"facts":[', stopped: "length" });
  });

  test("refuses a request that does not fit: the package would leave out its beginning", async () => {
    const llama = new FakeLlama();
    const long = [{ role: "user" as const, text: "word ".repeat(300) }];
    const error = await errorOf(local(llama).complete({ ...REQUEST, messages: long }));
    expect(error).toMatchObject({
      code: "request-too-large",
      message: expect.stringContaining("300 tokens"),
    });
    expect(llama.prompts).toEqual([]);
  });

  test("answers one call at a time; one that fails does not stop the next", async () => {
    const llama = new FakeLlama();
    let working = 0;
    llama.answer = async ({ text }) => {
      expect(++working).toBe(1);
      await new Promise((turn) => setImmediate(turn));
      working--;
      if (text === "fail") throw new Error("out of memory");
      return { responseText: "{}", stopReason: "eogToken" };
    };
    const llm = local(llama);
    const failing = errorOf(llm.complete({ ...REQUEST, messages: [{ role: "user", text: "fail" }] }));
    const replies = await Promise.all([llm.complete(REQUEST), llm.complete(REQUEST)]);
    expect(await failing).toMatchObject({ code: "service-unavailable" });
    expect(replies).toHaveLength(2);
  });

  test("ends when the caller aborts, and after its time limit", async () => {
    const llama = new FakeLlama();
    const untilAborted = ({ options: { signal } }: Prompted) =>
      new Promise((_, reject) => {
        if (signal.aborted) reject(signal.reason);
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    const caller = new AbortController();
    llama.answer = (prompted) => {
      caller.abort();
      return untilAborted(prompted);
    };
    const llm = local(llama, { timeoutMs: 10 });
    expect(await errorOf(llm.complete({ ...REQUEST, signal: caller.signal }))).toMatchObject({
      code: "aborted",
    });
    expect(await errorOf(llm.complete({ ...REQUEST, signal: caller.signal }))).toMatchObject({
      code: "aborted",
    });
    llama.answer = untilAborted;
    expect(await errorOf(llm.complete(REQUEST))).toMatchObject({
      code: "service-unavailable",
      message: expect.stringContaining("within 10 ms"),
    });
    expect(llama.prompts).toHaveLength(2);
  });

  test("frees the model when it is closed, and loads it again if it is used again", async () => {
    const llama = new FakeLlama();
    const llm = local(llama);
    await llm.complete(REQUEST);
    await llm.close();
    await llm.complete(REQUEST);
    expect(llama.log.map((line) => line.split(" ")[0])).toEqual([
      ...["engine", "context", "disposed", "engine", "context"],
    ]);
  });

  test("names the package if it is not installed, and the file if that is missing", async () => {
    const llm = new LocalLlm({ modelPath });
    expect(await errorOf(llm.complete(REQUEST))).toMatchObject({
      code: "package-missing",
      message: expect.stringContaining("npm install node-llama-cpp"),
    });
    const llama = new FakeLlama();
    const gone = local(llama, { modelPath: join(folder, "gone.gguf") });
    expect(await errorOf(gone.complete(REQUEST))).toMatchObject({ code: "bad-model" });
  });

  test("finds the package in a folder that the host names", async () => {
    const home = mkdtempSync(join(tmpdir(), "tideline-llm-"));
    onTestFinished(() => rmSync(home, { recursive: true }));
    const error = await errorOf(new LocalLlm({ modelPath, folder: home }).complete(REQUEST));
    expect(error).toMatchObject({ code: "package-missing" });
  });

  test("refuses options that cannot be", () => {
    for (const bad of [
      { modelPath: "" },
      { threads: 0 },
      { contextTokens: 10 },
      { timeoutMs: 0 },
      { folder: "" },
      { load: 5 },
      { gpu: true },
    ])
      expect(() => new LocalLlm({ modelPath, ...bad } as never)).toThrow(
        expect.objectContaining({ code: "invalid-argument" }),
      );
  });
});
