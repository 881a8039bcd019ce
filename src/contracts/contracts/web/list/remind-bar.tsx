import { Button } from '@mantine/core'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { BulkBar } from '#platform/web/ui/tables/bulk-bar.tsx'
import type { SelectionRules } from '#platform/web/ui/tables/row-selection.tsx'
import type { Contract } from '../../api.ts'
import { m } from '../../messages/messages.ts'
import { remindContracts } from '../data.ts'

/** Contracts that wait for their partner's signature. */
export const remindSelection: SelectionRules<Contract> = {
  isSelectable: ({ status, declined, partner }) => status === 'en_attente' && declined === null && !partner.deleted,
  rowLabel: ({ title, partner }) => m.chooseContract({ title, name: partner.name }),
  allLabel: m.chooseAllToSign(),
}

/** Reminds of the selected contracts. */
export function RemindBar({ contracts, onClear }: { contracts: readonly Contract[]; onClear: () => void }) {
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
