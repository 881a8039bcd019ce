import { useLayoutEffect, useRef, useState } from 'react'
import { missingNamesText } from '#platform/web/app/forms/name-field.tsx'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { useRight } from '#platform/web/app/session/rights.ts'
import { IconArrowDown, IconArrowUp } from '#platform/web/ui/icons.ts'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { RowButton } from '#platform/web/ui/tables/row-button.tsx'
import type { EditedStage } from '../api/stages.ts'
import { kindOfStage, lostStages, wonStage } from '../domain/stages.ts'
import { m } from '../messages/messages.ts'
import { orderStages } from './data.ts'
import { MergeDialog } from './merge-dialog.tsx'
import classes from './stages.module.css'

type Direction = 'up' | 'down'

interface StageListProps {
  /** Those of the board, in its order. */
  readonly board: readonly EditedStage[]
  readonly onEdit: (key: string) => void
  /** Tells whoever does not see the list move where a stage stands now. */
  readonly onSay: (sentence: string) => void
}

/** The stages of the board in its order. */
export function StageList({ board, onEdit, onSay }: StageListProps) {
  const mayEdit = useRight('programme')
  const [merged, setMerged] = useState<EditedStage | null>(null)
  const { busy, move, list } = useOrder(board, onSay)
  return (
    <>
      <ol ref={list} className={classes.list} aria-label={m.stages()}>
        {board.map((stage, index) => (
          <StageRow
            key={stage.key}
            stage={stage}
            canMove={{ up: movesTo(board, index, 'up') !== null, down: movesTo(board, index, 'down') !== null }}
            mayEdit={mayEdit}
            onMove={(direction) => !busy && move(index, direction)}
            onEdit={() => onEdit(stage.key)}
            onMerge={() => setMerged(stage)}
          />
        ))}
      </ol>
      {merged && <MergeDialog stage={merged} board={board} onClose={() => setMerged(null)} />}
    </>
  )
}

/** Where a stage goes: only among those of its kind. */
function movesTo(board: readonly EditedStage[], index: number, direction: Direction): number | null {
  const to = direction === 'up' ? index - 1 : index + 1
  const [from, other] = [board[index], board[to]]
  return from && other && kindOfStage(from.key) === kindOfStage(other.key) ? to : null
}

interface StageRowProps {
  readonly stage: EditedStage
  readonly canMove: Readonly<Record<Direction, boolean>>
  readonly mayEdit: boolean
  readonly onMove: (direction: Direction) => void
  readonly onEdit: () => void
  readonly onMerge: () => void
}

/** A stage in the list: its name and colour, its leads, what it asks for, and what can be done with it. */
function StageRow({ stage, canMove, mayEdit, onMove, onEdit, onMerge }: StageRowProps) {
  const { key, name, colour, leads } = stage
  const isFixed = key === wonStage || key === lostStages[0]
  const missing = missingNamesText(stage.names)
  return (
    <li className={classes.row} data-stage={key} aria-label={name}>
      <div className={classes.words}>
        <p>
          <StatusBadge tone={colour}>{name}</StatusBadge>
        </p>
        <SoftText component="p" fz="sm">
          {[m.leadsIn({ count: leads }), ...rulesOf(stage)].join(' · ')}
        </SoftText>
        {missing && (
          <SoftText component="p" fz="xs">
            {missing}
          </SoftText>
        )}
      </div>
      {mayEdit && (
        <div className={classes.actions}>
          {(['up', 'down'] as const).map((direction) => (
            <RowButton
              key={direction}
              look="mark"
              data-move={direction}
              disabled={!canMove[direction]}
              aria-label={direction === 'up' ? m.moveUp({ name }) : m.moveDown({ name })}
              onClick={() => onMove(direction)}
            >
              {direction === 'up' ? <IconArrowUp size={18} aria-hidden="true" /> : <IconArrowDown size={18} aria-hidden="true" />}
            </RowButton>
          ))}
          <RowButton look="default" aria-label={m.editNamed({ name })} onClick={onEdit}>
            {m.edit()}
          </RowButton>
          {!isFixed && (
            <RowButton look="default" aria-label={m.mergeNamed({ name })} onClick={onMerge}>
              {m.merge()}
            </RowButton>
          )}
        </div>
      )}
    </li>
  )
}

/** What is special about a stage. */
function rulesOf(stage: EditedStage): string[] {
  const { asks, countsAsCall, partnerEnters, partnerLeaves } = stage
  return [
    ...(countsAsCall ? [m.isCall()] : []),
    ...(asks ? [asks === 'amount' ? m.asksAmountNote() : m.asksReasonNote()] : []),
    ...(partnerEnters && partnerLeaves ? [] : [m.closedToPartners()]),
  ]
}

/** Moves a stage among those of its kind; the button that was pressed keeps the focus, or else the other one of its row. */
function useOrder(board: readonly EditedStage[], onSay: (sentence: string) => void) {
  const list = useRef<HTMLOListElement>(null)
  const pressed = useRef<{ readonly key: string; readonly direction: Direction } | null>(null)
  // Runs after each drawing: the row that moved has been taken out and put in again.
  useLayoutEffect(() => {
    if (!pressed.current) return
    const { key, direction } = pressed.current
    const row = list.current?.querySelector(`[data-stage="${key}"]`)
    const button = [direction, direction === 'up' ? 'down' : 'up'].map((each) =>
      row?.querySelector<HTMLButtonElement>(`[data-move="${each}"]:not(:disabled)`),
    )
    const focused = document.activeElement
    if (focused === document.body || row?.contains(focused)) button.find(Boolean)?.focus()
  })
  const { busy, run } = useAction(async (index: number, direction: Direction) => {
    const stage = board[index]
    const to = movesTo(board, index, direction)
    if (!stage || to === null) return
    const keys = board.map(({ key }) => key)
    pressed.current = { key: stage.key, direction }
    await orderStages(keys.toSpliced(index, 1).toSpliced(to, 0, stage.key), keys)
    onSay(m.standsNow({ name: stage.name, place: to + 1, count: keys.length }))
  })
  return { busy, move: run, list }
}
