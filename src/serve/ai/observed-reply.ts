/**
 * What did a model reply? Its text, when it is complete. A stream is passed on as it comes, and is complete at its end; if
 * it fails, ends without saying so, or nobody wants the rest, the reply was broken off.
 */

interface Part {
  readonly type?: unknown;
  readonly id?: unknown;
  readonly text?: unknown;
  readonly delta?: unknown;
  readonly finishReason?: unknown;
}

/** The text of a reply that came as a whole. */
export function replyIn(result: unknown): { readonly text: string; readonly aborted: boolean } {
  const { content, finishReason } = (result ?? {}) as { readonly content?: unknown } & Part;
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  const texts = parts.flatMap((part) => {
    const { type, text } = (part ?? {}) as Part;
    return type === "text" && typeof text === "string" ? [text] : [];
  });
  return { text: texts.join("\n"), aborted: hasFailed(finishReason) };
}

/** The same stream. `onEnd` is called once, and waited for before the stream ends. */
export function watchedStream(
  stream: ReadableStream<unknown>,
  onEnd: (text: string, aborted: boolean) => Promise<void>,
): ReadableStream<unknown> {
  const reader = stream.getReader();
  const reply = new StreamedReply();
  let isOver = false;
  const end = async (isBrokenOff: boolean): Promise<void> => {
    if (isOver) return;
    isOver = true;
    await onEnd(reply.text, isBrokenOff || !reply.isFinished);
  };
  return new ReadableStream<unknown>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) {
            await end(false);
            controller.close();
            return;
          }
          reply.take(value);
          controller.enqueue(value);
        } catch (error) {
          await end(true);
          controller.error(error);
        }
      },
      async cancel(reason) {
        try {
          await reader.cancel(reason);
        } finally {
          await end(true);
        }
      },
    },
    { highWaterMark: 0 },
  );
}

class StreamedReply {
  isFinished = false;
  /** The texts of the reply, by the ids that the stream gives them, in the order in which they began. */
  private readonly texts = new Map<unknown, string>();

  take(value: unknown): void {
    const { type, id, delta, finishReason } = (value ?? {}) as Part;
    if (type === "text-delta" && typeof delta === "string")
      this.texts.set(id, (this.texts.get(id) ?? "") + delta);
    if (type === "finish") this.isFinished = !hasFailed(finishReason);
    if (type === "error") this.isFinished = false;
  }

  get text(): string {
    return [...this.texts.values()].join("\n");
  }
}

/** In one version of the SDK a reason is a word, in another an object with that word. */
function hasFailed(reason: unknown): boolean {
  const word =
    typeof reason === "string" ? reason : (reason as { readonly unified?: unknown } | null)?.unified;
  return word === "error";
}
