import { Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { CountersignBar } from '#contracts/signing/web/countersign/countersign-bar.tsx'
import { useRight } from '#platform/web/app/session/rights.ts'
import { EmptyState } from '#platform/web/ui/page/states.tsx'
import type { ListAddress } from '#platform/web/ui/tables/list-address.ts'
import { ListTable } from '#platform/web/ui/tables/list-table.tsx'
import { useRowSelection } from '#platform/web/ui/tables/row-selection.tsx'
import { contractSorts } from '../../api.ts'
import type { ContractStatus } from '../../domain.ts'
import { type ContractList, contractsQuery } from '../data.ts'
import { type ContractColumnsProps, contractColumns, countersignSelection } from './contract-columns.tsx'
import { RemindBar, remindSelection } from './remind-bar.tsx'

interface ContractsSectionProps extends ContractColumnsProps {
  readonly title: string
  readonly status: ContractStatus
  readonly empty: string
  readonly address: ListAddress
  readonly list: ContractList
}

/** One of the page's two tables. Signed contracts can be selected for counter-signing. */
export function ContractsSection({ title, status, empty, address, list, date, onAsk, onOpen }: ContractsSectionProps) {
  const sorting = address.sorting(contractSorts, `-${date.sort}`, `sort-${date.sort}`)
  const contracts = useInfiniteQuery(contractsQuery({ ...list, status, sort: sorting.by }))
  const isPending = status === 'en_attente'
  const selection = useRowSelection(isPending ? remindSelection : countersignSelection)
  const mayRemind = useRight('contracts')
  const columns = useMemo(() => contractColumns({ date, onAsk, onOpen }), [date, onAsk, onOpen])
  return (
    <section>
      <Title order={2} fz={20} mb="sm" mt="lg">
        {title}
      </Title>
      <ListTable
        label={title}
        address={address}
        query={contracts}
        columns={columns}
        sorting={sorting}
        {...((!isPending || mayRemind) && { selection })}
        bulkActions={(contractRows) =>
          isPending ? (
            <RemindBar contracts={contractRows} onClear={selection.clear} />
          ) : (
            <CountersignBar
              selection={contractRows}
              onCountersign={(rows) => onAsk({ dialog: 'countersign', rows })}
              onClear={selection.clear}
            />
          )
        }
        empty={<EmptyState title={empty} />}
        loadingRows={3}
      />
    </section>
  )
}
