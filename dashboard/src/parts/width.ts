// How wide is it now? A chart that knows draws its text at its own size, on any screen.
import { useEffect, useRef, useState } from "preact/hooks";

export function useWidth<T extends HTMLElement>(least: number) {
  const box = useRef<T>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const watcher = new ResizeObserver(() => setWidth(element.clientWidth));
    watcher.observe(element);
    setWidth(element.clientWidth);
    return () => watcher.disconnect();
  }, []);
  return { box, width: Math.max(least, width) };
}
