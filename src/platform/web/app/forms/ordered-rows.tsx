import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { m } from '#platform/messages/messages.ts'
import { IconArrowDown, IconArrowUp } from '#platform/web/ui/icons.ts'
import { RowButton } from '#platform/web/ui/tables/row-button.tsx'
import classes from './ordered-rows.module.css'
import { useAction } from './use-action.ts'

const directions = ['up', 'down'] as const
export type Direction = (typeof directions)[number]

/** The place next to another one. */
export const placeBeside = (index: number, direction: Direction): number => (direction === 'up' ? index - 1 : index + 1)

interface Named {
  readonly key: string
  readonly name: string
}

/**
 * The order of named rows, which buttons and dragging change: `save` gets the keys in their new order. The button that was
 * pressed keeps the focus, or else the other one of its row; `onSay` tells whoever does not see the list move where the row
 * stands now.
 */
export function useRowOrder(rows: readonly Named[], save: (keys: string[]) => Promise<void>, onSay: (sentence: string) => void) {
  const list = useRef<HTMLOListElement>(null)
  const pressed = useRef<{ readonly key: string; readonly direction: Direction } | null>(null)
  // Runs after each drawing: the row that moved has been taken out and put in again.
  useLayoutEffect(() => {
    if (!pressed.current) return
    const { key, direction } = pressed.current
    const row = list.current?.querySelector(`[data-row="${key}"]`)
    const button = [direction, ...directions].map((each) =>
      row?.querySelector<HTMLButtonElement>(`[data-move="${each}"]:not(:disabled)`),
    )
    const focused = document.activeElement
    if (focused === document.body || row?.contains(focused)) button.find(Boolean)?.focus()
  })
  const { busy, run } = useAction(async (key: string, to: number) => {
    const index = rows.findIndex((row) => row.key === key)
    const row = rows[index]
    if (!row || !rows[to]) return
    const keys = rows.map((each) => each.key)
    await save(keys.toSpliced(index, 1).toSpliced(to, 0, key))
    onSay(m.standsNow({ name: row.name, place: to + 1, count: rows.length }))
  })
  const place = (key: string, to: number) => void (busy || run(key, to))
  const move = (key: string, direction: Direction) => {
    pressed.current = { key, direction }
    const index = rows.findIndex((row) => row.key === key)
    place(key, placeBeside(index, direction))
  }
  return { list, move, place }
}

/** What dragging does to a row: another one may take its place. */
interface RowDrag {
  readonly mayTake: (key: string) => boolean
  readonly onTake: (key: string) => void
}

/** Makes a row one that is dragged, and that another one is dropped on. */
function useRowDrag(id: string, drag: RowDrag | null) {
  const row = useRef<HTMLLIElement>(null)
  const [state, setState] = useState<'dragged' | 'over' | undefined>()
  useEffect(() => {
    const element = row.current
    if (!element || !drag) return
    const keyOf = (data: Record<string | symbol, unknown>) => String(data.row)
    return combine(
      draggable({
        element,
        getInitialData: () => ({ row: id }),
        onDragStart: () => setState('dragged'),
        onDrop: () => setState(undefined),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => drag.mayTake(keyOf(source.data)),
        onDragEnter: () => setState('over'),
        onDragLeave: () => setState(undefined),
        onDrop: ({ source }) => {
          setState(undefined)
          drag.onTake(keyOf(source.data))
        },
      }),
    )
  }, [id, drag])
  return { row, state }
}

interface OrderedRowProps {
  readonly id: string
  readonly name: string
  readonly words: ReactNode
  /** What can be done with it; null for who may only look. */
  readonly actions: ReactNode
  /** Null where rows keep their places. */
  readonly drag: RowDrag | null
}

/** A row of such a list: what is said about it, and beside it what can be done with it. */
export function OrderedRow({ id, name, words, actions, drag }: OrderedRowProps) {
  const { row, state } = useRowDrag(id, drag)
  return (
    <li ref={row} className={classes.row} data-row={id} data-drag={state} aria-label={name}>
      <div className={classes.words}>{words}</div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </li>
  )
}

interface MoveButtonsProps {
  readonly name: string
  readonly canMove: Readonly<Record<Direction, boolean>>
  readonly onMove: (direction: Direction) => void
}

export function MoveButtons({ name, canMove, onMove }: MoveButtonsProps) {
  return directions.map((direction) => (
    <RowButton
      key={direction}
      look="mark"
      data-move={direction}
      disabled={!canMove[direction]}
      aria-label={direction === 'up' ? m.moveRowUp({ name }) : m.moveRowDown({ name })}
      onClick={() => onMove(direction)}
    >
      {direction === 'up' ? <IconArrowUp size={18} aria-hidden="true" /> : <IconArrowDown size={18} aria-hidden="true" />}
    </RowButton>
  ))
}

/** The list around the rows. */
export const orderedRows = classes.list
