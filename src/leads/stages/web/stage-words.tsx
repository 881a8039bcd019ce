import { nameIn } from '#platform/domain/names.ts'
import { useMissingNames } from '#platform/web/app/forms/name-field.tsx'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { EditedStage } from '../api/stages.ts'
import { m } from '../messages/messages.ts'

const asksNotes = { amount: m.asksAmountNote, reason: m.asksReasonNote, file: m.asksFileNote } as const

/** What is special about a stage. */
function rulesOf({ asks, countsAsCall, staleAfterDays, partnerEnters, partnerLeaves }: EditedStage): string[] {
  return [
    ...(countsAsCall ? [m.isCall()] : []),
    ...(asks ? [asksNotes[asks]()] : []),
    ...(staleAfterDays ? [m.staleAfterNote({ count: staleAfterDays })] : []),
    ...(partnerEnters && partnerLeaves ? [] : [m.closedToPartners()]),
  ]
}

/** What is said of a stage in the list: its name and colour, its leads, what it asks for. */
export function StageWords({ item: stage }: { readonly item: EditedStage }) {
  const missing = useMissingNames(stage.names)
  return (
    <>
      <p>
        <StatusBadge tone={stage.colour}>{nameIn(stage)}</StatusBadge>
      </p>
      <SoftText component="p" fz="sm">
        {[m.leadsIn({ count: stage.leads }), ...rulesOf(stage)].join(' · ')}
      </SoftText>
      {missing && (
        <SoftText component="p" fz="xs">
          {missing}
        </SoftText>
      )}
    </>
  )
}
