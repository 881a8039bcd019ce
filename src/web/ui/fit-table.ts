/** On a phone rows are always cards, and below this width of the frame the fields of a card stand one under the other. */
const phone = '(width < 48em)'
const narrowPx = 600

/**
 * Keeps a table inside its frame: while its columns do not fit, `data-cards` on the frame makes a card of each row, so
 * that amounts and actions are never beyond the edge. Measured, because columns are as wide as what stands in them.
 * Returns what ends it.
 */
export function keepTableInside(frame: HTMLElement): () => void {
  const table = frame.querySelector('table')
  if (!table) return () => undefined
  let neededPx = 0
  const arrange = () => {
    const room = frame.clientWidth
    if (!frame.dataset.cards) neededPx = table.offsetWidth
    const isTable = !matchMedia(phone).matches && neededPx <= room
    if (isTable) delete frame.dataset.cards
    else frame.dataset.cards = room < narrowPx ? 'narrow' : 'wide'
    // What was measured as cards says nothing of the columns: back as a table they are measured again.
    if (isTable && table.offsetWidth > room) {
      neededPx = table.offsetWidth
      frame.dataset.cards = 'wide'
    }
  }
  arrange()
  // In the next frame: a size that changes while sizes are told is an error of the page.
  let asked = 0
  const observer = new ResizeObserver(() => {
    cancelAnimationFrame(asked)
    asked = requestAnimationFrame(arrange)
  })
  observer.observe(frame)
  observer.observe(table)
  return () => {
    cancelAnimationFrame(asked)
    observer.disconnect()
  }
}
