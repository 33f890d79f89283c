// Computes the layout in a worker, so that the page never waits: reports the positions after every few rounds, until
// the last.
import { Layout, type LayoutInput } from "./layout.ts";

const ROUNDS = 240;
const AT_ONCE = 8;

export interface LayoutSlice {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly done: boolean;
}

const scope = self as unknown as {
  onmessage: (message: MessageEvent<LayoutInput>) => void;
  postMessage(slice: LayoutSlice, moved: Transferable[]): void;
};

scope.onmessage = ({ data }) => {
  const layout = new Layout(data);
  const tell = (done: boolean) => {
    const [x, y] = [layout.x.slice(), layout.y.slice()];
    scope.postMessage({ x, y, done }, [x.buffer, y.buffer]);
  };
  tell(false);
  for (let round = 0; round < ROUNDS; round++) {
    layout.step(ROUNDS);
    if (round % AT_ONCE === AT_ONCE - 1) tell(round === ROUNDS - 1);
  }
};
