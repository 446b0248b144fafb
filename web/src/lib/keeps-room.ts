/** Holds an element as high as it has been at its width, so that nothing below it moves under a finger when it empties. */
export function keepsRoom(element: HTMLElement): () => void {
  let width = element.offsetWidth;
  const watching = new ResizeObserver(() => {
    if (element.offsetWidth !== width) element.style.minHeight = '';
    width = element.offsetWidth;
    element.style.minHeight = `${element.offsetHeight}px`;
  });
  watching.observe(element);
  return () => watching.disconnect();
}
