import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useInUse } from '#access/web/rights.ts'
import { nameOf } from '#accounts/people/domain.ts'
import type { Commission } from '#money/commissions/api/commissions.ts'
import type { PlannedPayoutRow, RunPreview } from '#money/payouts/api/payout-runs.ts'
import { previewQuery } from '#money/payouts/web/data.ts'
import { withheldWords } from '#money/payouts/web/withheld-words.ts'
import { dayInputText } from '#platform/web/ui/dates.ts'
import { m } from '../messages/messages.ts'

/** What the next payout run would say of commissions that are paid by hand: why it would not pay them, or that it would. */
export default function ByHandNotes({
  commissions,
}: {
  readonly commissions: readonly Pick<Commission, 'id' | 'partner' | 'payableBy'>[]
}) {
  const days = commissions.map(({ payableBy }) => dayInputText(payableBy ? new Date(payableBy) : new Date()))
  const until = [dayInputText(new Date()), ...days].toSorted().at(-1) ?? ''
  const { data } = useQuery(previewQuery(until, [], [...new Set(commissions.map(({ partner }) => partner.id))]))
  const hasRuns = useInUse('adminPayouts')
  const ids = new Set(commissions.map(({ id }) => id))
  const planned = data?.payouts.filter(({ lines }) => lines.some(({ commissionId }) => ids.has(commissionId))) ?? []
  const notes = planned.flatMap((each) => {
    const note = noteOn(each, data?.minimumCents ?? 0, hasRuns)
    return note ? [{ ...each.partner, note: planned.length > 1 ? m.ofPartner({ name: nameOf(each.partner), note }) : note }] : []
  })
  if (notes.length === 0) return null
  return (
    <div role="status">
      <Text fz="sm" fw={600}>
        {m.nextRunSays()}
      </Text>
      {notes.map(({ id, note }) => (
        <Text key={id} fz="sm" c="var(--todo-ink)">
          {note}
        </Text>
      ))}
    </div>
  )
}

/** Where nobody has made a run yet, being paid by one is nothing to be told of. */
function noteOn(planned: PlannedPayoutRow, minimumCents: RunPreview['minimumCents'], hasRuns: boolean): string | null {
  if (planned.withheld) return planned.withheld.code === 'own' ? null : withheldWords(planned, minimumCents)
  return hasRuns ? m.runWouldPay() : null
}
