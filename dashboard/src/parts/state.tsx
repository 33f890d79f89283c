// What is shown while there is nothing to show? Loading, empty and failed, in the place of what will come.
import type { ClientError } from "brigade-tideline/client";
import type { ComponentChildren } from "preact";
import type { Remote } from "../remote.ts";
import { Icon, type IconName } from "./icons.tsx";

export function Skeleton({ lines = 4 }: { readonly lines?: number }) {
  return (
    <div class="skeleton" role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, i) => (
        <span key={`line-${i + 1}`} />
      ))}
    </div>
  );
}

export function Empty(props: {
  readonly icon?: IconName;
  readonly title: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <div class="empty">
      <Icon name={props.icon ?? "overview"} size={28} />
      <p class="empty-title">{props.title}</p>
      {props.children}
    </div>
  );
}

export function Failed(props: { readonly error: ClientError; readonly retry?: (() => void) | undefined }) {
  const { error, retry } = props;
  return (
    <div class="failed" role="alert">
      <p>
        <strong>{titleOf(error)}</strong> {error.message}
      </p>
      <p class="muted">
        <code>{error.code}</code>
        {retry === undefined ? null : (
          <button type="button" class="button small" onClick={retry}>
            Try again
          </button>
        )}
      </p>
    </div>
  );
}

function titleOf({ code, status }: ClientError): string {
  if (code === "not-allowed") return "This token may not do that.";
  return status === 404 ? "Not found." : "That did not work.";
}

/** Shows the data, or why it did not come. Old data stays visible while newer data is loading. */
export function Loaded<T>(props: {
  readonly of: Remote<T>;
  readonly lines?: number;
  readonly children: (data: T) => ComponentChildren;
}) {
  const { data, error, reload } = props.of;
  if (error !== undefined) return <Failed error={error} retry={reload} />;
  if (data === undefined) return <Skeleton lines={props.lines ?? 5} />;
  return <>{props.children(data)}</>;
}
