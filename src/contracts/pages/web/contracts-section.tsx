import { Button, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useRight } from '#access/web/rights.ts'
import { type Contract, type ContractFilter, contractList } from '#contracts/contracts/api/contracts.ts'
import type { ContractStatus } from '#contracts/contracts/domain/contracts.ts'
import { CountersignBar } from '#contracts/contracts/web/countersign/countersign-bar.tsx'
import { contractsQuery } from '#contracts/contracts/web/data.ts'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { EmptyState } from '#platform/web/ui/page/states.tsx'
import { BulkBar } from '#platform/web/ui/tables/bulk-bar.tsx'
import type { ListAddress } from '#platform/web/ui/tables/list-address.ts'
import { ListTable } from '#platform/web/ui/tables/list-table.tsx'
import { type SelectionRules, useRowSelection } from '#platform/web/ui/tables/row-selection.tsx'
import { m } from '../messages/messages.ts'
import { type ContractColumnsProps, contractColumns, countersignSelection } from './contract-columns.tsx'
import { remindContracts } from './data.ts'

interface ContractsSectionProps extends ContractColumnsProps {
  readonly title: string
  readonly status: ContractStatus
  readonly empty: string
  readonly address: ListAddress
  readonly filter: ContractFilter
}

/** One of the page's two tables. Signed contracts can be selected for counter-signing. */
export function ContractsSection({ title, status, empty, address, filter, date, onAsk, onOpen }: ContractsSectionProps) {
  const sorting = address.sorting({ ...contractList, usual: `-${date.sort}` }, `sort-${date.sort}`)
  const contracts = useInfiniteQuery(contractsQuery({ ...filter, status, sort: sorting.by }))
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

/** Contracts that wait for their partner's signature. */
const remindSelection: SelectionRules<Contract> = {
  isSelectable: ({ status, declined, partner }) => status === 'en_attente' && declined === null && !partner.deleted,
  rowLabel: ({ title, partner }) => m.chooseContract({ title, name: partner.name }),
  allLabel: m.chooseAllToSign(),
}

/** Reminds of the selected contracts. */
function RemindBar({ contracts, onClear }: { contracts: readonly Contract[]; onClear: () => void }) {
  const { busy, run: remind } = useAction(async () => {
    toastSuccess(...(await remindContracts(contracts.map(({ id }) => id))))
    onClear()
  })
  return (
    <BulkBar
      label={m.contractsToRemind()}
      count={contracts.length}
      text={m.contractsChosen({ count: contracts.length })}
      onClear={onClear}
    >
      <Button size="sm" loading={busy} onClick={remind}>
        {m.remindByMail()}
      </Button>
    </BulkBar>
  )
}
