// Who is there? If there are tokens, the page asks for one; it is kept for this tab only.
import type { ClientError } from "brigade-tideline/client";
import { useState } from "preact/hooks";
import { Brand } from "./parts/icons.tsx";
import { findOut, token, useToken } from "./session.ts";

export function Door({ error }: { readonly error: ClientError }) {
  const [secret, setSecret] = useState("");
  const needsToken = error.code === "unauthorized";
  const isWrong = needsToken && token.value !== undefined;
  return (
    <main class="door">
      <Brand size={44} />
      <h1>Tideline</h1>
      {needsToken ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const given = secret.trim();
            if (given === token.value) void findOut();
            else useToken(given);
          }}
        >
          <label>
            <span>Token</span>
            <input
              type="password"
              autoComplete="off"
              spellcheck={false}
              placeholder="tl_…"
              required
              value={secret}
              aria-invalid={isWrong}
              aria-describedby="door-help"
              onInput={(event) => setSecret(event.currentTarget.value)}
            />
          </label>
          <button type="submit" class="button primary">
            Open
          </button>
          <p id="door-help" class={isWrong ? "bad-text" : "muted"}>
            {isWrong
              ? error.message
              : "This memory needs a token. The page keeps it for this tab only and sends it to this server only."}
          </p>
          <p class="muted">
            Create one with <code>tideline token create me --role owner</code>
          </p>
        </form>
      ) : (
        <>
          <p role="alert">{error.message}</p>
          <button type="button" class="button primary" onClick={() => void findOut()}>
            Try again
          </button>
        </>
      )}
    </main>
  );
}

/** An agent's token can write and recall, but may not see what a person needs to judge a fact. */
export function NotForAgents() {
  return (
    <main class="door">
      <Brand size={44} />
      <h1>Tideline</h1>
      <p>This is an agent's token. The page is for people: use an owner's or a reader's token.</p>
      <button type="button" class="button primary" onClick={() => useToken(undefined)}>
        Use another token
      </button>
    </main>
  );
}
