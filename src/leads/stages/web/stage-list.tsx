import { useState } from 'react'
import { useMissingNames } from '#platform/web/app/forms/name-field.tsx'
import {
  type Direction,
  MoveButtons,
  OrderedRow,
  orderedRows,
  placeBeside,
  useRowOrder,
} from '#platform/web/app/forms/ordered-rows.tsx'
import { useRight } from '#platform/web/app/session/rights.ts'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { RowButton } from '#platform/web/ui/tables/row-button.tsx'
import type { EditedStage } from '../api/stages.ts'
import { kindOfStage, lostStages, wonStage } from '../domain/stages.ts'
import { m } from '../messages/messages.ts'
import { orderStages } from './data.ts'
import { MergeDialog } from './merge-dialog.tsx'

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
  const stored = board.map(({ key }) => key)
  const { list, move } = useRowOrder(board, (keys) => orderStages(keys, stored), onSay)
  return (
    <>
      <ol ref={list} className={orderedRows} aria-label={m.stages()}>
        {board.map((stage, index) => (
          <StageRow
            key={stage.key}
            stage={stage}
            canMove={{ up: mayStand(board, index, 'up'), down: mayStand(board, index, 'down') }}
            mayEdit={mayEdit}
            onMove={(direction) => move(stage.key, direction)}
            onEdit={() => onEdit(stage.key)}
            onMerge={() => setMerged(stage)}
          />
        ))}
      </ol>
      {merged && <MergeDialog stage={merged} board={board} onClose={() => setMerged(null)} />}
    </>
  )
}

/** A stage moves only among those of its kind. */
function mayStand(board: readonly EditedStage[], index: number, direction: Direction): boolean {
  const [from, other] = [board[index], board[placeBeside(index, direction)]]
  return from !== undefined && other !== undefined && kindOfStage(from.key) === kindOfStage(other.key)
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
  const missing = useMissingNames(stage.names)
  return (
    <OrderedRow
      id={key}
      name={name}
      words={
        <>
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
        </>
      }
      actions={
        mayEdit && (
          <>
            <MoveButtons name={name} canMove={canMove} onMove={onMove} />
            <RowButton look="default" aria-label={m.editNamed({ name })} onClick={onEdit}>
              {m.edit()}
            </RowButton>
            {!isFixed && (
              <RowButton look="default" aria-label={m.mergeNamed({ name })} onClick={onMerge}>
                {m.merge()}
              </RowButton>
            )}
          </>
        )
      }
    />
  )
}

const asksNotes = { amount: m.asksAmountNote, reason: m.asksReasonNote, file: m.asksFileNote } as const

/** What is special about a stage. */
function rulesOf(stage: EditedStage): string[] {
  const { asks, countsAsCall, staleAfterDays, partnerEnters, partnerLeaves } = stage
  return [
    ...(countsAsCall ? [m.isCall()] : []),
    ...(asks ? [asksNotes[asks]()] : []),
    ...(staleAfterDays ? [m.staleAfterNote({ count: staleAfterDays })] : []),
    ...(partnerEnters && partnerLeaves ? [] : [m.closedToPartners()]),
  ]
}
