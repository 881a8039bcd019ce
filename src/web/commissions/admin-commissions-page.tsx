import { Button, Table, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Commission } from '#contract/commissions.ts'
import { commissionFigures } from '#domain/commissions.ts'
import { formatEuros, formatEurosExact } from '#domain/money.ts'
import { toastFailure, toastSuccess } from '../app/toasts.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { shortDate } from '../ui/dates.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { nameOf } from '#domain/partners.ts'
import { StatCard, StatCards } from '../ui/stat-card.tsx'
import { EmptyState, Loaded } from '../ui/states.tsx'
import { MoreButton, TableFrame } from '../ui/table-frame.tsx'
import { AmountCell, CommissionStatusCell } from './commission-status.tsx'
import { commissionSummaryQuery, commissionsQuery, payCommission, validateCommission } from './data.ts'

/** Every partner's commissions: staff validate them, then mark them paid. */
export function Component() {
  const summary = useQuery(commissionSummaryQuery)
  const commissions = useInfiniteQuery(commissionsQuery())
  const [busy, setBusy] = useState<string | null>(null)
  const [paying, setPaying] = useState<Commission | null>(null)
  const figures = summary.data && commissionFigures(summary.data.byStatus)

  const validate = async (row: Commission) => {
    setBusy(row.id)
    try {
      await validateCommission(row.id)
      toastSuccess('Commission validated', `${formatEurosExact(row.amountCents)} for ${row.partner.name}`)
    } catch (error) {
      toastFailure('Error', error)
    } finally {
      setBusy(null)
    }
  }
  const pay = async (row: Commission) => {
    try {
      await payCommission(row.id)
      toastSuccess('Commission marked as paid', `${formatEurosExact(row.amountCents)} for ${row.partner.name}`)
    } catch (error) {
      toastFailure('Error', error)
      throw error
    }
  }
  return (
    <>
      <PageHeader title="Global Commissions" subtitle="Validate what is earned, mark what is paid" />
      <StatCards columns={6}>
        <StatCard label="Total" value={figures && formatEuros(figures.totalCents)} hint="All commissions" />
        <StatCard label="Validated" value={figures && formatEuros(figures.validatedCents)} hint="To be paid" tone="todo" />
        <StatCard
          label="Pending"
          value={figures && formatEuros(figures.pendingCents)}
          hint="Amount to be validated"
          tone="todo"
        />
        <StatCard label="Pending" value={figures?.pendingCount} hint="Commissions to be validated" />
        <StatCard label="Paid" value={figures && formatEuros(figures.paidCents)} hint="Paid to partners" tone="received" />
        <StatCard label="Active Partners" value={summary.data?.activePartners} hint="With at least one commission" />
      </StatCards>
      <Loaded query={commissions}>
        {(data) => {
          const rows = data.pages.flatMap((page) => page.items)
          if (rows.length === 0) {
            return <EmptyState title="No commissions yet" text="A commission appears here when a partner's lead reaches Signé." />
          }
          return (
            <>
              <TableFrame
                label="All Commissions"
                head={[
                  'Date',
                  'Partner',
                  'Lead',
                  { label: 'Amount', end: true },
                  'Status',
                  'Paid Date',
                  { label: 'Actions', end: true },
                ]}
              >
                {rows.map((row) => (
                  <Table.Tr key={row.id}>
                    <Table.Td className="figure">{shortDate(row.createdAt)}</Table.Td>
                    <Table.Td>{nameOf(row.partner)}</Table.Td>
                    <Table.Td>
                      {row.lead ? row.lead.name : '—'}
                      {row.lead && (
                        <Text fz="xs" c="var(--ink-soft)">
                          {row.lead.company}
                        </Text>
                      )}
                    </Table.Td>
                    <Table.Td className="end">
                      <AmountCell commission={row} />
                    </Table.Td>
                    <Table.Td>
                      <CommissionStatusCell commission={row} />
                    </Table.Td>
                    <Table.Td className="figure">{row.paidAt ? shortDate(row.paidAt) : '—'}</Table.Td>
                    <Table.Td className="end">
                      {row.can.validate && (
                        <Button size="compact-sm" loading={busy === row.id} onClick={() => void validate(row)}>
                          Validate
                        </Button>
                      )}
                      {row.can.pay && (
                        <Button size="compact-sm" onClick={() => setPaying(row)}>
                          Mark as Paid
                        </Button>
                      )}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </TableFrame>
              <MoreButton query={commissions} />
            </>
          )
        }}
      </Loaded>
      <ConfirmDialog
        opened={paying !== null}
        title="Mark as paid"
        text={
          paying ? `Mark ${formatEurosExact(paying.amountCents)} for ${paying.partner.name} as paid? This cannot be undone.` : ''
        }
        action="Mark as Paid"
        onClose={() => setPaying(null)}
        onConfirm={async () => paying && pay(paying)}
      />
    </>
  )
}
