import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { formatEuros } from '#domain/money.ts'
import { nameOf } from '#domain/partners.ts'
import { ChartFrame } from '../ui/chart-frame.tsx'
import { RowChart } from '../ui/row-chart.tsx'
import type { Trends } from './data.ts'

/** The five partners with the most revenue; each links to their leads. */
export function TopPartnersChart({ partners }: { partners: NonNullable<Trends['topPartners']> }) {
  const rows = partners.map(({ partner, revenueCents, amountCents }) => ({
    key: partner.id,
    label: (
      <Anchor component={Link} to={`/dashboard/admin-leads?partner=${partner.id}`} c="inherit" fz="inherit" underline="always">
        {nameOf(partner)}
      </Anchor>
    ),
    value: revenueCents,
    fill: 'var(--signe)',
    text: formatEuros(revenueCents),
    more: `${formatEuros(amountCents)} of commissions`,
  }))
  return (
    <ChartFrame
      title="Top partners"
      hint="The five with the most validated revenue, paid included"
      table={{
        head: ['Partner', 'Revenue', 'Commissions'],
        rows: partners.map((each, index) => [rows[index]?.label, formatEuros(each.revenueCents), formatEuros(each.amountCents)]),
      }}
    >
      <RowChart rows={rows} />
    </ChartFrame>
  )
}
