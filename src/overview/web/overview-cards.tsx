import { useAbility } from '#access/web/rights.ts'
import { currentLocale } from '#platform/domain/languages.ts'
import { formatEuros } from '#platform/domain/money.ts'
import { StatCard, StatCards } from '#platform/web/ui/page/stat-card.tsx'
import { m } from '../messages/messages.ts'
import type { Overview } from './data.ts'

/** The four specified figures. */
export function OverviewCards({ overview, whose }: { overview: Overview | undefined; whose: 'yours' | 'all' }) {
  const [seesLeads, seesMoney] = [useAbility('leads'), useAbility('own_money')]
  return (
    <StatCards>
      {seesLeads && (
        <StatCard
          label={m.totalOpportunities()}
          lang={m.totalOpportunities.lang}
          value={overview?.totalOpportunities.toLocaleString(currentLocale())}
          hint={whose === 'yours' ? m.ownOpportunitiesHint() : m.opportunitiesHint()}
        />
      )}
      {seesLeads && (
        <StatCard
          label={m.contractsSigned()}
          lang={m.contractsSigned.lang}
          value={overview?.contractsSigned.toLocaleString(currentLocale())}
          hint={m.leadsInSigned()}
        />
      )}
      {seesMoney && (
        <StatCard
          label={m.totalCommissions()}
          lang={m.totalCommissions.lang}
          value={overview && formatEuros(overview.totalCommissionsCents)}
          hint={m.totalCommissionsHint()}
        />
      )}
      {seesMoney && (
        <StatCard
          label={m.pendingPayments()}
          lang={m.pendingPayments.lang}
          value={overview && formatEuros(overview.pendingPaymentsCents)}
          hint={m.notYetPaid()}
        />
      )}
    </StatCards>
  )
}
