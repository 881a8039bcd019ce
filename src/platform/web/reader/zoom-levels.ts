/** Zooms of the buttons; 1 fits the width. */
const steps = [1, 1.25, 1.5, 2, 3] as const
const maxZoom = 5
/** In CSS pixels: smaller type is not read on a phone. */
export const readablePx = 12
/** For pages without text, such as scans. */
const unknownText = 2.5

export const clampZoom = (zoom: number): number => Math.min(maxZoom, Math.max(1, zoom))

/** The step after or before a zoom that two fingers may have set between steps; null at the end. */
export function nextZoom(zoom: number, direction: 1 | -1): number | null {
  const after = direction === 1 ? steps.find((step) => step > zoom + 0.01) : steps.findLast((step) => step < zoom - 0.01)
  return after ?? null
}

export interface Letters {
  /** Height of the type in units of the page. */
  readonly size: number
  readonly count: number
}

/** The size that nine in ten letters of a page reach: that of its text, without marks and footnotes. 0 without letters. */
export function textSize(letters: readonly Letters[]): number {
  const bySize = letters.filter(({ size, count }) => size > 0 && count > 0).sort((a, b) => a.size - b.size)
  const total = bySize.reduce((sum, { count }) => sum + count, 0)
  let smaller = 0
  for (const { size, count } of bySize) {
    smaller += count
    if (smaller > total / 10) return size
  }
  return 0
}

/** The zoom at which text of this size, in pixels at zoom 1, can be read; always more than what fits the width. */
export function readableZoom(sizePx: number): number {
  return clampZoom(sizePx > 0 ? Math.max(1.5, readablePx / sizePx) : unknownText)
}
