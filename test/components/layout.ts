/** By how many pixels the page is wider than its window. */
export const beyondTheEdge = (): number => Math.max(0, document.documentElement.scrollWidth - window.innerWidth)
