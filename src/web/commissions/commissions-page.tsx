import { Button, Table, Text, VisuallyHidden } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { memo, useState } from 'react'
import type { Commission } from '#api/commissions.ts'
import { commissionSorts } from '#api/commissions.ts'
import { commissionStats, commissionStatuses, commissionStatusLabels } from '#domain/commissions.ts'
import { formatEuros, formatEurosExact, formatPercent } from '#domain/money.ts'
import { shortDate } from '../ui/dates.ts'
import { useListAddress } from '../ui/list-address.ts'
import { ListFilter } from '../ui/list-filter.tsx'
import { ListTools, NoResult } from '../ui/list-tools.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { StatCard, StatCards } from '../ui/stat-card.tsx'
import { EmptyState, QueryBoundary } from '../ui/states.tsx'
import { MoreButton, DataTable } from '../ui/data-table.tsx'
import { AmountCell, CommissionStatusCell } from './commission-status.tsx'
import { commissionSummaryQuery, commissionsQuery, rowNow } from './data.ts'
import { WhyDialog } from './why-dialog.tsx'

const sorts = commissionSorts.flatMap((each) => [each, `-${each}`] as const)
const filters = ['status'] as const

/** Memoised, so that a refetch renders only changed rows. */
const Row = memo(function Row({ row, onWhy }: { row: Commission; onWhy: (row: Commission) => void }) {
  const source = row.lead ? `${row.lead.name} — ${row.lead.company}` : row.description
  return (
    <tr>
      <td>
        <span className="figure">{shortDate(row.createdAt)}</span>
        <p className="cell-note clamp" title={source}>
          {source}
        </p>
      </td>
      <td className="end figure">{formatEurosExact(row.revenueCents)}</td>
      <td className="end figure">{formatPercent(row.commissionRate)} %</td>
      <td className="end">
        <AmountCell commission={row} />
      </td>
      <td>
        <CommissionStatusCell commission={row} />
      </td>
      <td className="figure">{row.paidAt ? shortDate(row.paidAt) : '—'}</td>
      <td className="end">
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => onWhy(row)}
          aria-label={`Why ${formatEurosExact(row.amountCents)} for ${row.lead?.name ?? row.description}`}
        >
          Why?
        </Button>
      </td>
    </tr>
  )
})

/** The partner's commissions with their calculation. */
export function Component() {
  const address = useListAddress(filters)
  const list = { status: address.pick('status', commissionStatuses), search: address.search || undefined }
  const sort = address.pick('sort', sorts) ?? '-date'
  const summary = useQuery(commissionSummaryQuery())
  const listed = useQuery(commissionSummaryQuery(list))
  const commissions = useInfiniteQuery(commissionsQuery({ ...list, sort }))
  const [asked, setAsked] = useState<Commission | null>(null)
  const row = asked && rowNow(commissions.data, asked)
  const stats = summary.data && commissionStats(summary.data.byStatus)
  const total = listed.data && commissionStats(listed.data.byStatus)
  const revenueCents = listed.data?.byStatus.reduce((sum, each) => sum + each.revenueCents, 0) ?? 0
  return (
    <>
      <PageHeader title="Commissions" subtitle="What you have earned, and when it comes" />
      <StatCards columns={3} failed={summary.isError && !summary.data}>
        <StatCard label="Validated" value={stats && formatEuros(stats.validatedCents)} hint="Confirmed, not yet paid" />
        <StatCard label="Pending" value={stats && formatEuros(stats.pendingCents)} hint="Waiting for validation" />
        <StatCard
          label="Total Paid"
          value={stats && formatEuros(stats.paidCents)}
          hint="Money you have received"
          tone="received"
        />
      </StatCards>
      <Text fz="sm" c="var(--ink-soft)" mb="md">
        Payments are processed within 30 days after client payment is received.
      </Text>
      <ListTools
        address={address}
        label="Search commissions"
        placeholder="Search by lead or company"
        csv={{ path: '/commissions.csv', query: list }}
      >
        <ListFilter
          address={address}
          name="status"
          label="Status"
          all="All statuses"
          options={commissionStatuses.map((value) => ({ value, label: commissionStatusLabels[value] }))}
        />
      </ListTools>
      <QueryBoundary query={commissions}>
        {(data) => {
          const rows = data.pages.flatMap((page) => page.items)
          if (rows.length === 0 && address.filtered) return <NoResult address={address} />
          if (rows.length === 0) {
            return (
              <EmptyState title="No commissions yet" text="A commission appears here when one of your leads reaches Signé." />
            )
          }
          return (
            <>
              <DataTable
                label="Commission history"
                busy={commissions.isPlaceholderData}
                sorting={{ by: sort, onSort: (by) => address.set('sort', by) }}
                head={[
                  { label: 'Date', sort: 'date', falls: true },
                  { label: 'Revenue', end: true, sort: 'revenue' },
                  { label: 'Rate', end: true, sort: 'rate' },
                  { label: 'Amount', end: true, sort: 'amount' },
                  { label: 'Status', sort: 'status' },
                  { label: 'Paid Date', sort: 'paid', falls: true },
                  { label: 'Explanation', content: <VisuallyHidden>Explanation</VisuallyHidden>, part: 'actions' },
                ]}
                foot={
                  total && (
                    <Table.Tr>
                      <Table.Th scope="row">{address.filtered ? 'Total of these' : 'Total'}</Table.Th>
                      <Table.Td className="end figure">{formatEurosExact(revenueCents)}</Table.Td>
                      <Table.Td />
                      <Table.Td className="end figure" fw={600}>
                        {formatEurosExact(total.totalCents)}
                      </Table.Td>
                      <Table.Td colSpan={3} />
                    </Table.Tr>
                  )
                }
              >
                {rows.map((row) => (
                  <Row key={row.id} row={row} onWhy={setAsked} />
                ))}
              </DataTable>
              <MoreButton query={commissions} />
            </>
          )
        }}
      </QueryBoundary>
      {row && <WhyDialog commission={row} onClose={() => setAsked(null)} />}
    </>
  )
}
