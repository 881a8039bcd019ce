import { Table, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { commissionFigures } from '#domain/commissions.ts'
import { formatEuros, formatEurosExact, formatPercent } from '#domain/money.ts'
import { shortDate } from '../ui/dates.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { StatCard, StatCards } from '../ui/stat-card.tsx'
import { EmptyState, Loaded } from '../ui/states.tsx'
import { MoreButton, TableFrame } from '../ui/table-frame.tsx'
import { AmountCell, CommissionStatusCell } from './commission-status.tsx'
import { commissionSummaryQuery, commissionsQuery } from './data.ts'

/** A partner's own commissions, each with its reasons. */
export function Component() {
  const summary = useQuery(commissionSummaryQuery)
  const commissions = useInfiniteQuery(commissionsQuery())
  const figures = summary.data && commissionFigures(summary.data.byStatus)
  return (
    <>
      <PageHeader title="Commissions" subtitle="What you have earned, and when it comes" />
      <StatCards columns={3}>
        <StatCard label="Validated" value={figures && formatEuros(figures.validatedCents)} hint="Confirmed, not yet paid" />
        <StatCard label="Pending" value={figures && formatEuros(figures.pendingCents)} hint="Waiting for validation" />
        <StatCard
          label="Total Paid"
          value={figures && formatEuros(figures.paidCents)}
          hint="Money you have received"
          tone="received"
        />
      </StatCards>
      <Text fz="sm" c="var(--ink-soft)" mb="md">
        Payments are processed within 30 days after client payment is received.
      </Text>
      <Loaded query={commissions}>
        {(data) => {
          const rows = data.pages.flatMap((page) => page.items)
          if (rows.length === 0) {
            return (
              <EmptyState title="No commissions yet" text="A commission appears here when one of your leads reaches Signé." />
            )
          }
          return (
            <>
              <TableFrame
                label="Commission history"
                head={[
                  'Date',
                  { label: 'Revenue', end: true },
                  { label: 'Rate', end: true },
                  { label: 'Amount', end: true },
                  'Status',
                  'Paid Date',
                ]}
                foot={
                  figures && (
                    <Table.Tr>
                      <Table.Th colSpan={3} scope="row">
                        Total
                      </Table.Th>
                      <Table.Td className="end figure" fw={600}>
                        {formatEurosExact(figures.totalCents)}
                      </Table.Td>
                      <Table.Td colSpan={2} />
                    </Table.Tr>
                  )
                }
              >
                {rows.map((row) => (
                  <Table.Tr key={row.id}>
                    <Table.Td>
                      <span className="figure">{shortDate(row.createdAt)}</span>
                      {row.lead && (
                        <Text fz="xs" c="var(--ink-soft)">
                          {row.lead.name} — {row.lead.company}
                        </Text>
                      )}
                    </Table.Td>
                    <Table.Td className="end figure">{formatEurosExact(row.revenueCents)}</Table.Td>
                    <Table.Td className="end figure">{formatPercent(row.commissionRate)} %</Table.Td>
                    <Table.Td className="end">
                      <AmountCell commission={row} />
                    </Table.Td>
                    <Table.Td>
                      <CommissionStatusCell commission={row} />
                    </Table.Td>
                    <Table.Td className="figure">{row.paidAt ? shortDate(row.paidAt) : '—'}</Table.Td>
                  </Table.Tr>
                ))}
              </TableFrame>
              <MoreButton query={commissions} />
            </>
          )
        }}
      </Loaded>
    </>
  )
}
