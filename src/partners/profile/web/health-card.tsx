import { percentText } from '#platform/domain/money.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { FactCard } from '#platform/web/ui/page/fact-card.tsx'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import type { PartnerProfile } from '../api.ts'
import { isOver } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { durationText } from './duration-text.ts'

/** How the partner does, and what each figure means. */
export function HealthCard({ profile }: { profile: PartnerProfile }) {
  const { health, person } = profile
  const { dormantSince, dormantAfterDays, lastLeadAt, answerSeconds, answeredLeads, won, decided, winPercent } = health
  if (person.role !== 'partner') return null
  return (
    <FactCard
      title={m.health()}
      beside={
        person.state === 'active' &&
        !isOver(profile) &&
        (dormantSince ? (
          <StatusBadge tone="todo">{m.dormant()}</StatusBadge>
        ) : (
          <StatusBadge tone="received">{m.active()}</StatusBadge>
        ))
      }
      facts={[
        [m.newestLead(), lastLeadAt ? shortDate(lastLeadAt) : m.noneYet()],
        ...(dormantSince ? ([[m.dormantSince(), shortDate(dormantSince)]] as const) : []),
        [
          m.winRate(),
          winPercent === null ? m.nothingDecided() : m.wonOfDecided({ percent: percentText(winPercent), won, decided }),
        ],
        [
          m.ourAnswer(),
          answerSeconds === null ? m.noneYet() : m.answerOfLeads({ duration: durationText(answerSeconds), count: answeredLeads }),
        ],
      ]}
      note={m.healthNote({ days: dormantAfterDays })}
    />
  )
}
