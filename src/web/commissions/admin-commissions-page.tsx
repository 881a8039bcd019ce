import { Button, Checkbox, Table } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { Commission } from '#api/commissions.ts'
import { commissionSorts } from '#api/commissions.ts'
import { commissionStats, commissionStatuses, commissionStatusLabels } from '#domain/commissions.ts'
import { formatEuros, formatEurosExact } from '#domain/money.ts'
import { useKeptOpen } from '../app/kept-open.ts'
import { announced } from '../app/toasts.ts'
import { partnerNamesQuery } from '../partners/data.ts'
import { TiersButton } from '../tiers/tiers-button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useListAddress } from '../ui/list-address.ts'
import { ListFilter } from '../ui/list-filter.tsx'
import { ListTools, NoResult } from '../ui/list-tools.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { StatCard, StatCards } from '../ui/stat-card.tsx'
import { EmptyState, QueryBoundary } from '../ui/states.tsx'
import { MoreButton, DataTable } from '../ui/data-table.tsx'
import { AddCommissionDialog } from './add-commission-dialog.tsx'
import { BulkBar } from './bulk-bar.tsx'
import type { CommissionDialog } from './commission-row-actions.tsx'
import { CommissionRow } from './commission-row.tsx'
import { CorrectDialog } from './correct-dialog.tsx'
import { commissionSummaryQuery, commissionsQuery, payCommission, removeCommission, rowNow } from './data.ts'
import { ValidateDialog } from './validate-dialog.tsx'
import { WhyDialog } from './why-dialog.tsx'

const sorts = commissionSorts.flatMap((each) => [each, `-${each}`] as const)
const filters = ['status', 'partner'] as const

/** Every partner's commissions: staff validate them, then mark them paid. */
export function Component() {
  const address = useListAddress(filters)
  const list = {
    status: address.pick('status', commissionStatuses),
    partnerId: address.get('partner'),
    search: address.search || undefined,
  }
  const sort = address.pick('sort', sorts) ?? '-date'
  const summary = useQuery(commissionSummaryQuery())
  const listed = useQuery(commissionSummaryQuery(list))
  const commissions = useInfiniteQuery(commissionsQuery({ ...list, sort }))
  const names = useQuery(partnerNamesQuery)
  const partners = useMemo(() => (names.data?.partners ?? []).map(({ id, name }) => ({ value: id, label: name })), [names.data])
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [adding, setAdding] = useKeptOpen<true>('commissions', () => 'commission')
  const [asked, setAsked] = useKeptOpen<{ dialog: CommissionDialog; row: Commission }>('commission', ({ dialog, row }) =>
    dialog === 'correct' ? `commission ${row.id}` : '',
  )
  const stats = summary.data && commissionStats(summary.data.byStatus)
  const total = listed.data && commissionStats(listed.data.byStatus)
  const choose = useCallback(
    (ids: readonly string[], on: boolean) =>
      setChosen((before) => new Set(on ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id)))),
    [],
  )
  const ask = useCallback((dialog: CommissionDialog, row: Commission) => setAsked({ dialog, row }), [setAsked])
  const row = asked && rowNow(commissions.data, asked.row)
  const close = () => setAsked(null)
  return (
    <>
      <PageHeader title="Global Commissions" subtitle="Validate what is earned, mark what is paid">
        <TiersButton />
        <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => setAdding(true)}>
          Add commission
        </Button>
      </PageHeader>
      <StatCards columns={6} failed={summary.isError && !summary.data}>
        <StatCard label="Total" value={stats && formatEuros(stats.totalCents)} hint="All commissions" />
        <StatCard label="Validated" value={stats && formatEuros(stats.validatedCents)} hint="To be paid" tone="todo" />
        <StatCard label="Pending" value={stats && formatEuros(stats.pendingCents)} hint="Amount to be validated" tone="todo" />
        <StatCard label="Pending" value={stats?.pendingCount} hint="Commissions to be validated" />
        <StatCard label="Paid" value={stats && formatEuros(stats.paidCents)} hint="Paid to partners" tone="received" />
        <StatCard label="Active Partners" value={summary.data?.activePartners} hint="With at least one commission" />
      </StatCards>
      <ListTools
        address={address}
        label="Search commissions"
        placeholder="Search by partner, lead or company"
        csv={{ path: '/commissions.csv', query: list }}
      >
        <ListFilter
          address={address}
          name="status"
          label="Status"
          all="All statuses"
          options={commissionStatuses.map((value) => ({ value, label: commissionStatusLabels[value] }))}
        />
        <ListFilter address={address} name="partner" label="Partner" all="All partners" searchable options={partners} />
      </ListTools>
      <QueryBoundary query={commissions}>
        {(data) => {
          const rows = data.pages.flatMap((page) => page.items)
          if (rows.length === 0 && address.filtered) return <NoResult address={address} />
          if (rows.length === 0) {
            return <EmptyState title="No commissions yet" text="A commission appears here when a partner's lead reaches Signé." />
          }
          const open = rows.filter((each) => each.can.validate || each.can.pay)
          const picked = open.filter((each) => chosen.has(each.id))
          return (
            <>
              <BulkBar chosen={picked} onClear={() => setChosen(new Set())} />
              <DataTable
                label="All Commissions"
                busy={commissions.isPlaceholderData}
                sorting={{ by: sort, onSort: (by) => address.set('sort', by) }}
                head={[
                  {
                    label: 'Choose',
                    content: (
                      <Checkbox
                        aria-label="Choose all that are shown"
                        disabled={open.length === 0}
                        checked={open.length > 0 && picked.length === open.length}
                        indeterminate={picked.length > 0 && picked.length < open.length}
                        onChange={(event) =>
                          choose(
                            open.map((each) => each.id),
                            event.currentTarget.checked,
                          )
                        }
                      />
                    ),
                  },
                  { label: 'Date', sort: 'date', falls: true },
                  { label: 'Partner', sort: 'partner', part: 'title' },
                  { label: 'Lead', sort: 'lead' },
                  { label: 'Amount', end: true, sort: 'amount' },
                  { label: 'Status', sort: 'status' },
                  { label: 'Paid Date', sort: 'paid', falls: true },
                  { label: 'Actions', end: true },
                ]}
                foot={
                  total && (
                    <Table.Tr>
                      <Table.Th colSpan={4} scope="row">
                        {address.filtered ? 'Total of these' : 'Total'}
                      </Table.Th>
                      <Table.Td className="end figure" fw={600}>
                        {formatEurosExact(total.totalCents)}
                      </Table.Td>
                      <Table.Td colSpan={3} />
                    </Table.Tr>
                  )
                }
              >
                {rows.map((each) => (
                  <CommissionRow key={each.id} row={each} isChosen={chosen.has(each.id)} onChoose={choose} onAsk={ask} />
                ))}
              </DataTable>
              <MoreButton query={commissions} />
            </>
          )
        }}
      </QueryBoundary>
      {adding && <AddCommissionDialog onClose={() => setAdding(null)} />}
      {row && asked?.dialog === 'validate' && <ValidateDialog row={row} onClose={close} />}
      {row && asked?.dialog === 'correct' && <CorrectDialog commission={row} onClose={close} />}
      {row && asked?.dialog === 'why' && <WhyDialog commission={row} onClose={close} />}
      <ConfirmDialog
        opened={asked?.dialog === 'pay'}
        title="Mark as paid"
        text={row ? `Mark ${formatEurosExact(row.amountCents)} for ${row.partner.name} as paid? This cannot be undone.` : ''}
        action="Mark as Paid"
        onClose={close}
        onConfirm={async () =>
          row &&
          announced(
            payCommission(row.id),
            'Commission marked as paid',
            `${formatEurosExact(row.amountCents)} for ${row.partner.name}`,
          )
        }
      />
      <ConfirmDialog
        opened={asked?.dialog === 'remove'}
        title="Remove commission"
        text={
          row
            ? `Remove ${formatEurosExact(row.amountCents)} for ${row.partner.name} (${row.description})? This cannot be undone.`
            : ''
        }
        action="Remove"
        danger
        onClose={close}
        onConfirm={async () => row && announced(removeCommission(row.id), 'Commission removed')}
      />
    </>
  )
}
