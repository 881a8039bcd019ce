import { droppedColumns } from './dropped-columns.ts'

/** On phones rows are always cards, with their fields below each other where the frame is narrower than `narrowPx`. */
const phone = '(width < 48em)'
const narrowPx = 600
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
  /** Called with the indexes of the columns with content that are gone when they change. */
  readonly onDropped: (dropped: readonly number[]) => void
}

/**
 * Leaves out empty columns, then others by their priority, while they do not fit their frame (`data-dropped` on it, by the number
 * of the cell in its row). Where not even those fit that are kept, notes take further lines (`data-tight`), and where that
 * is not enough rows are cards (`data-cards`). Measured, because the widths of columns depend on their content; all in one task,
 * so that nobody sees the table that does not fit.
 */
export function fitTable(frame: HTMLElement, { priorities, onDropped }: FitOptions): FittedTable {
  let reported = ''
  const arrange = () => {
    for (const name of layouts) frame.removeAttribute(name)
    const dropped = matchMedia(phone).matches ? null : (arrangeAsTable(frame, priorities()) ?? arrangeTight(frame, priorities()))
    if (!dropped) {
      frame.removeAttribute('data-tight')
      frame.dataset.cards = frame.offsetWidth < narrowPx ? 'narrow' : 'wide'
    }
    const result = dropped ?? []
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
      const isWhole = !layouts.some((name) => frame.hasAttribute(name))
      if (!isWhole || !table || table.offsetWidth > frame.clientWidth) arrange()
    },
    stop() {
      cancelAnimationFrame(frameRequest)
      observer.disconnect()
      document.fonts?.removeEventListener('loadingdone', arrange)
    },
  }
}

const layouts = ['data-cards', 'data-dropped', 'data-tight']

function arrangeTight(frame: HTMLElement, priorities: readonly (number | null)[]): readonly number[] | null {
  frame.dataset.tight = ''
  return arrangeAsTable(frame, priorities)
}

/** Whether no row has more in this column than what stands for nothing; a button can be a picture alone. */
const isEmptyColumn = (table: HTMLTableElement, index: number) =>
  [...table.querySelectorAll<HTMLTableRowElement>('tbody > tr:not(.row-details)')].every(({ cells: { [index]: cell } }) => {
    return ['', '—'].includes(cell?.textContent.trim() ?? '') && !cell?.querySelector('svg, img')
  })

/** Shows all columns, measures them and leaves out those for which there is no room; null if the others do not fit either. */
function arrangeAsTable(frame: HTMLElement, priorities: readonly (number | null)[]): readonly number[] | null {
  const table = frame.querySelector('table')
  if (!table) return []
  const label = table.querySelector<HTMLTableCellElement>('tfoot th')
  const span = Number(label?.dataset.span ?? 1)
  if (label) label.colSpan = span
  const room = frame.clientWidth
  // An overflowing table gives each column the least that it needs; one that fits gives more, but then nothing has to go.
  if (table.offsetWidth <= room) return []
  const heads = [...table.querySelectorAll<HTMLElement>('thead th:not([data-part="more"])')]
  // A choice before the declared columns has no priority and stays.
  const leading = heads.length - priorities.length
  const measured = heads.map((head, index) => ({
    px: head.getBoundingClientRect().width,
    priority: priorities[index - leading] ?? null,
    isEmpty: index > leading && isEmptyColumn(table, index),
  }))
  const { dropped, fits } = droppedColumns(measured, room, moreButtonPx)
  if (!fits) return null
  if (dropped.length > 0) frame.dataset.dropped = dropped.map((index) => index + 1).join(' ')
  if (label) label.colSpan = Math.max(1, span - dropped.filter((index) => index < span).length)
  return dropped.filter((index) => measured[index]?.isEmpty === false).map((index) => index - leading)
}
