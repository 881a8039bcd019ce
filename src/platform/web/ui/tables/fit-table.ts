/** On phones rows are always cards; below `narrowPx` of the frame the fields of a card are stacked. */
const phone = '(width < 48em)'
const narrowPx = 600

export interface FittedTable {
  /** To be called for new rows: as cards, a table remembers the width that the former rows needed. */
  readonly measureAgain: () => void
  readonly stop: () => void
}

/**
 * Switches a table to cards (`data-cards` on the frame) while its columns do not fit, so that amounts and actions stay visible.
 * Measured, because column widths depend on their content.
 */
export function fitTable(frame: HTMLElement): FittedTable {
  const table = frame.querySelector('table')
  if (!table) return { measureAgain: () => undefined, stop: () => undefined }
  let neededPx = 0
  // With the frame's border, which cards do not have: a table that misses two pixels would change its layout endlessly.
  const widthAsTable = () => table.offsetWidth + frame.offsetWidth - frame.clientWidth
  const arrange = () => {
    const room = frame.offsetWidth
    if (!frame.dataset.cards) neededPx = widthAsTable()
    const isTable = !matchMedia(phone).matches && neededPx <= room
    if (isTable) delete frame.dataset.cards
    else frame.dataset.cards = room < narrowPx ? 'narrow' : 'wide'
    // Widths of the card layout do not apply: measure again as a table.
    if (isTable && widthAsTable() > room) {
      neededPx = widthAsTable()
      frame.dataset.cards = 'wide'
    }
  }
  // As cards a table keeps the width that it needed in the fallback font, which is wider than its own.
  const arrangeAnew = () => {
    delete frame.dataset.cards
    arrange()
  }
  arrange()
  document.fonts?.addEventListener('loadingdone', arrangeAnew)
  // In the next frame: resizing inside a ResizeObserver callback causes a loop error.
  let frameRequest = 0
  const observer = new ResizeObserver(() => {
    cancelAnimationFrame(frameRequest)
    frameRequest = requestAnimationFrame(arrange)
  })
  observer.observe(frame)
  observer.observe(table)
  return {
    measureAgain() {
      if (frame.dataset.cards && !matchMedia(phone).matches) arrangeAnew()
    },
    stop() {
      cancelAnimationFrame(frameRequest)
      observer.disconnect()
      document.fonts?.removeEventListener('loadingdone', arrangeAnew)
    },
  }
}
