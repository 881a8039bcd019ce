import { PartnerLink } from '#accounts/people/web/partner-link.tsx'
import { formatEuros } from '#platform/domain/money.ts'
import { ChartFrame } from '#platform/web/ui/charts/chart-frame.tsx'
import { RowChart } from '#platform/web/ui/charts/row-chart.tsx'
import { m } from '../messages/messages.ts'
import type { Trends } from './data.ts'

/** The five partners with the most revenue; each links to their page. */
export function TopPartnersChart({ partners }: { partners: NonNullable<Trends['topPartners']> }) {
  const rows = partners.map(({ partner, revenueCents, amountCents }) => ({
    key: partner.id,
    label: <PartnerLink partner={partner} clamped={false} />,
    value: revenueCents,
    fill: 'var(--green)',
    text: formatEuros(revenueCents),
    more: m.ofCommissions({ amount: formatEuros(amountCents) }),
  }))
  return (
    <ChartFrame
      title={m.topPartners()}
      hint={m.topPartnersHint()}
      table={{
        head: [m.partner(), m.revenue(), m.commissions()],
        rows: partners.map((each, index) => [rows[index]?.label, formatEuros(each.revenueCents), formatEuros(each.amountCents)]),
      }}
    >
      <RowChart rows={rows} />
    </ChartFrame>
  )
}
