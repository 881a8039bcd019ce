import { formatEuros } from '#platform/domain/money.ts'
import { StatCard, StatCards } from '#platform/web/ui/page/stat-card.tsx'
import type { Overview } from './data.ts'

/** The four specified figures. */
export function OverviewCards({ overview, whose }: { overview: Overview | undefined; whose: 'yours' | 'all partners' }) {
  return (
    <StatCards>
      <StatCard
        label="Total Opportunities"
        value={overview?.totalOpportunities.toLocaleString('fr-FR')}
        hint={`Leads of ${whose}`}
      />
      <StatCard label="Contracts Signed" value={overview?.contractsSigned.toLocaleString('fr-FR')} hint="Leads in Signé" />
      <StatCard
        label="Total Commissions"
        value={overview && formatEuros(overview.totalCommissionsCents)}
        hint="All commissions, whatever their status"
      />
      <StatCard
        label="Pending Payments"
        value={overview && formatEuros(overview.pendingPaymentsCents)}
        hint="Not yet paid: pending and validated"
      />
    </StatCards>
  )
}
