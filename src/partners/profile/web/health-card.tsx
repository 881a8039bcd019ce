import { percentText } from '#platform/domain/money.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { FactCard } from '#platform/web/ui/page/fact-card.tsx'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import type { PartnerProfile } from '../api.ts'
import { durationText } from './duration-text.ts'

/** How the partner does, and what each figure means. */
export function HealthCard({ profile: { health, person } }: { profile: PartnerProfile }) {
  const { dormantSince, dormantAfterDays, lastLeadAt, answerSeconds, answeredLeads, won, decided, winPercent } = health
  if (person.role !== 'partner') return null
  return (
    <FactCard
      title="Health"
      beside={
        person.state === 'active' &&
        (dormantSince ? <StatusBadge tone="todo">Dormant</StatusBadge> : <StatusBadge tone="received">Active</StatusBadge>)
      }
      facts={[
        ['Newest lead', lastLeadAt ? shortDate(lastLeadAt) : 'None yet'],
        ...(dormantSince ? ([['Dormant since', shortDate(dormantSince)]] as const) : []),
        ['Win rate', winPercent === null ? 'Nothing decided yet' : `${percentText(winPercent)} (${won} of ${decided})`],
        ['Our answer', answerSeconds === null ? 'None yet' : `${durationText(answerSeconds)} (${answeredLeads} leads)`],
      ]}
      note={
        `Dormant: no lead for ${dormantAfterDays} days. Win rate: leads signed, of those signed or lost. Our answer: how long ` +
        'leads of the last twelve months waited for staff’s first move or comment; half of them waited less.'
      }
    />
  )
}
