import { Checkbox, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { memo, useCallback, useState } from 'react'
import type { Contract } from '#api/contracts.ts'
import { contractSorts } from '#api/contracts.ts'
import type { ContractStatus } from '#domain/contracts.ts'
import { contractTypeLabels } from '#domain/contracts.ts'
import { nameOf } from '#domain/partners.ts'
import { shortDate } from '#web/ui/dates.ts'
import type { ListAddress } from '#web/ui/list-address.ts'
import { NoResult } from '#web/ui/list-tools.tsx'
import { EmptyState, QueryBoundary } from '#web/ui/states.tsx'
import { MoreButton, DataTable } from '#web/ui/data-table.tsx'
import type { ContractAsk } from './contract-actions.tsx'
import { ContractActions } from './contract-actions.tsx'
import { Stage } from './contract-stage.tsx'
import { CountersignBar } from '../countersign/countersign-bar.tsx'
import type { ContractList } from '../data.ts'
import { contractsQuery } from '../data.ts'

const sorts = contractSorts.flatMap((each) => [each, `-${each}`] as const)

interface ContractsSectionProps {
  readonly title: string
  readonly status: ContractStatus
  readonly empty: string
  readonly address: ListAddress
  readonly list: ContractList
  readonly date: { readonly label: string; readonly sort: 'date' | 'signed'; readonly of: (row: Contract) => string | null }
  readonly onAsk: (ask: ContractAsk) => void
  readonly onOpen: (id: string) => void
}

/** A table of contracts; rows awaiting the provider's signature are selectable. */
export function ContractsSection({ title, status, empty, address, list, date, onAsk, onOpen }: ContractsSectionProps) {
  const sortName = `sort-${date.sort}`
  const sort = address.pick(sortName, sorts) ?? (`-${date.sort}` as const)
  const contracts = useInfiniteQuery(contractsQuery({ ...list, status, sort }))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const choose = useCallback(
    (ids: readonly string[], on: boolean) =>
      setChosen((before) => new Set(on ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id)))),
    [],
  )
  const mayChoose = status === 'signe'
  return (
    <section>
      <Title order={2} fz={20} mb="sm" mt="lg">
        {title}
      </Title>
      <QueryBoundary query={contracts} rows={3}>
        {(data) => {
          const rows = data.pages.flatMap((page) => page.items)
          if (rows.length === 0 && address.filtered) return <NoResult address={address} />
          if (rows.length === 0) return <EmptyState title={empty} />
          const open = rows.filter((each) => each.can.countersign)
          const picked = open.filter((each) => chosen.has(each.id))
          return (
            <>
              <CountersignBar
                chosen={picked}
                onCountersign={(each) => onAsk({ dialog: 'countersign', rows: each })}
                onClear={() => setChosen(new Set())}
              />
              <DataTable
                label={title}
                busy={contracts.isPlaceholderData}
                sorting={{ by: sort, onSort: (by) => address.set(sortName, by) }}
                head={[
                  ...(mayChoose ? [chooseAll(open, picked, choose)] : []),
                  { label: 'Partner', sort: 'partner' },
                  { label: 'Type', sort: 'type' },
                  { label: 'Tier', sort: 'title' },
                  { label: date.label, sort: date.sort, falls: true },
                  'Stage',
                  { label: 'Actions', end: true },
                ]}
              >
                {rows.map((row) => (
                  <ContractRow
                    key={row.id}
                    row={row}
                    at={date.of(row)}
                    mayChoose={mayChoose}
                    isChosen={chosen.has(row.id)}
                    onChoose={choose}
                    onAsk={onAsk}
                    onOpen={onOpen}
                  />
                ))}
              </DataTable>
              <MoreButton query={contracts} />
            </>
          )
        }}
      </QueryBoundary>
    </section>
  )
}

interface ContractRowProps extends Pick<ContractsSectionProps, 'onAsk' | 'onOpen'> {
  readonly row: Contract
  readonly at: string | null
  readonly mayChoose: boolean
  readonly isChosen: boolean
  readonly onChoose: (ids: readonly string[], on: boolean) => void
}

/** Memoised, so that selecting a row renders only that row. */
const ContractRow = memo(function ContractRow({ row, at, mayChoose, isChosen, onChoose, onAsk, onOpen }: ContractRowProps) {
  return (
    <tr>
      {mayChoose && (
        <td>
          {row.can.countersign && (
            <Checkbox
              aria-label={`Choose ${row.title} of ${row.partner.name}`}
              checked={isChosen}
              onChange={(event) => onChoose([row.id], event.currentTarget.checked)}
            />
          )}
        </td>
      )}
      <td>
        <span className="clamp" title={nameOf(row.partner)}>
          {nameOf(row.partner)}
        </span>
      </td>
      <td>{contractTypeLabels[row.contractType]}</td>
      <td>
        <span className="clamp" title={row.title}>
          {row.title}
        </span>
      </td>
      <td className="figure">{at ? shortDate(at) : '—'}</td>
      <td>
        <Stage contract={row} />
      </td>
      <td>
        <ContractActions row={row} onAsk={onAsk} onOpen={onOpen} />
      </td>
    </tr>
  )
})

function chooseAll(
  open: readonly Contract[],
  picked: readonly Contract[],
  choose: (ids: readonly string[], on: boolean) => void,
) {
  return {
    label: 'Choose',
    content: (
      <Checkbox
        aria-label="Choose all that wait for a counter-signature"
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
  }
}
