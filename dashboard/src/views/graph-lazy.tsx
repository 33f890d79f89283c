// The graph is the largest part of the page, so it is loaded only when somebody opens it.
import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Heading } from "../parts/panel.tsx";
import { Failed, Skeleton } from "../parts/state.tsx";
import { asClientError } from "../session.ts";

export function GraphView() {
  const [loaded, setLoaded] = useState<{
    View?: FunctionComponent;
    error?: ReturnType<typeof asClientError>;
  }>({});
  useEffect(() => {
    import("./graph/view.tsx").then(
      ({ MemoryGraphView }) => setLoaded({ View: MemoryGraphView }),
      (error: unknown) => setLoaded({ error: asClientError(error) }),
    );
  }, []);
  if (loaded.View !== undefined) return <loaded.View />;
  return (
    <div class="graph-page">
      <Heading title="Graph" />
      {loaded.error === undefined ? <Skeleton lines={6} /> : <Failed error={loaded.error} />}
    </div>
  );
}
