/** Holds an element as high as it has been, so that nothing below it moves under a finger when it empties. */
export function keepsRoom(element: HTMLElement): () => void {
  const watching = new ResizeObserver(() => (element.style.minHeight = `${element.offsetHeight}px`));
  watching.observe(element);
  return () => watching.disconnect();
}
