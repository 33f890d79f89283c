// How wide is an element now? A chart that knows its width draws its text at the right size, on any screen.
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
