import { droppedColumns } from './dropped-columns.ts'

/** On phones rows are always cards, with their fields below each other where the frame is narrower than `narrowPx`. */
const phone = '(width < 48em)'
const narrowPx = 600
/** From here on no table becomes cards. */
const wide = '(width >= 64em)'
/** Room of the button that shows the columns that are gone. */
const moreButtonPx = 44

export interface FittedTable {
  /** To be called for new rows and columns, which may need more room. */
  readonly measureAgain: () => void
  readonly stop: () => void
}

interface FitOptions {
  /** The priority of each column, in their order; null: it stays. */
  readonly priorities: () => readonly (number | null)[]
  /** Called with the indexes of the columns that are gone when they change. */
  readonly onDropped: (dropped: readonly number[]) => void
}

/**
 * Leaves out columns by their priority while they do not fit their frame (`data-dropped` on the frame, by the number of the cell
 * in its row), so that amounts and actions stay in sight. Measured, because the widths of columns depend on their content; all in
 * one task, so that nobody sees the table that does not fit.
 */
export function fitTable(frame: HTMLElement, { priorities, onDropped }: FitOptions): FittedTable {
  let reported = ''
  const arrange = () => {
    const dropped = isPhone() ? [] : arrangeAsTable(frame, priorities())
    const cards = isPhone() || (frame.hasAttribute('data-over') && !matchMedia(wide).matches)
    if (cards) {
      for (const name of ['data-dropped', 'data-over']) frame.removeAttribute(name)
      frame.dataset.cards = frame.offsetWidth < narrowPx ? 'narrow' : 'wide'
    }
    const result = cards ? [] : dropped
    if (result.join() !== reported) onDropped(result)
    reported = result.join()
  }
  arrange()
  // The font of the portal is narrower than the one that stands in for it.
  document.fonts?.addEventListener('loadingdone', arrange)
  // In the next frame: resizing inside a ResizeObserver callback causes a loop error.
  let frameRequest = 0
  let width = frame.offsetWidth
  const observer = new ResizeObserver(() => {
    if (frame.offsetWidth === width) return
    width = frame.offsetWidth
    cancelAnimationFrame(frameRequest)
    frameRequest = requestAnimationFrame(arrange)
  })
  observer.observe(frame)
  return {
    measureAgain() {
      const table = frame.querySelector('table')
      const isWhole = !['data-cards', 'data-dropped', 'data-over'].some((name) => frame.hasAttribute(name))
      if (!isWhole || !table || table.offsetWidth > frame.clientWidth) arrange()
    },
    stop() {
      cancelAnimationFrame(frameRequest)
      observer.disconnect()
      document.fonts?.removeEventListener('loadingdone', arrange)
    },
  }
}

const isPhone = () => matchMedia(phone).matches

/** Shows all columns, measures them and leaves out those for which there is no room. */
function arrangeAsTable(frame: HTMLElement, priorities: readonly (number | null)[]): readonly number[] {
  const table = frame.querySelector('table')
  if (!table) return []
  for (const name of ['data-cards', 'data-dropped', 'data-over']) frame.removeAttribute(name)
  const label = table.querySelector<HTMLTableCellElement>('tfoot th')
  const span = Number(label?.dataset.span ?? 1)
  if (label) label.colSpan = span
  const room = frame.clientWidth
  const heads = [...table.querySelectorAll<HTMLElement>('thead th:not([data-part="more"])')]
  // A choice before the declared columns has no priority and stays.
  const leading = heads.length - priorities.length
  // An overflowing table gives each column the least that it needs; one that fits gives more, but then nothing has to go.
  const fits = table.offsetWidth <= room
  const measured = heads.map((head, index) => ({ px: head.offsetWidth, priority: priorities[index - leading] ?? null }))
  const dropped = fits ? [] : droppedColumns(measured, room, moreButtonPx)
  if (dropped.length > 0) frame.dataset.dropped = dropped.map((index) => index + 1).join(' ')
  if (label) label.colSpan = Math.max(1, span - dropped.filter((index) => index < span).length)
  const isOver = !fits && table.offsetWidth > room
  if (isOver) frame.dataset.over = ''
  // What scrolls has to be reached by keyboard.
  if (isOver) frame.tabIndex = 0
  else frame.removeAttribute('tabindex')
  return dropped.map((index) => index - leading)
}
