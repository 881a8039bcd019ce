import { Button, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useProofQuestion } from '#platform/web/app/forms/proof-question.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { EmptyState } from '#platform/web/ui/page/states.tsx'
import type { Column } from '#platform/web/ui/tables/column.ts'
import { ListTable } from '#platform/web/ui/tables/list-table.tsx'
import { useList } from '#platform/web/ui/tables/use-list.ts'
import { type EndedAccount, endedAccountList } from '../api.ts'
import { m } from '../messages/messages.ts'
import { endedAccountsQuery, planAccountErasure } from './data.ts'
import { accountToBeErased, planAction, plannedToast } from './erasure-words.ts'

const columnsOf = (onErase: (account: EndedAccount) => void): readonly Column<EndedAccount>[] => [
  { key: 'name', label: m.name(), card: 'title', kept: true, cell: ({ name }) => name },
  { key: 'email', label: m.email(), priority: 1, cell: ({ email }) => email },
  { key: 'company', label: m.company(), priority: 2, cell: ({ company }) => company },
  { key: 'ended', label: m.accountEnded(), figure: true, cell: ({ endedAt }) => shortDate(endedAt) },
  {
    key: 'erase',
    label: m.eraseAccount(),
    kept: true,
    cell: (account) => (
      <Button
        size="compact-xs"
        color="red"
        variant="light"
        aria-label={m.eraseAccountOf({ name: account.name })}
        onClick={() => onErase(account)}
      >
        {m.eraseAccount()}
      </Button>
    ),
  },
]

/** People whose account has ended: colleagues who left, partners who were deleted, and who was invited in vain. */
export function EndedAccounts({ days }: { readonly days: number }) {
  const { address, filter } = useList(endedAccountList, {})
  const query = useInfiniteQuery(endedAccountsQuery(filter))
  const { withProof, dialog } = useProofQuestion()
  const erase = ({ id, name }: EndedAccount) => {
    const words = {
      title: m.eraseAccountOf({ name }),
      text: accountToBeErased(days),
      action: planAction(days),
      errorTitle: m.notPlanned(),
    }
    void withProof(words, async (proof) => {
      await planAccountErasure(id, proof)
      toastSuccess(plannedToast(days))
    }).catch((error) => toastFailure(m.notPlanned(), error))
  }
  return (
    <div>
      <Title order={2} fz={20} my="md">
        {m.endedAccounts()}
      </Title>
      <ListTable
        address={address}
        query={query}
        label={m.endedAccounts()}
        columns={columnsOf(erase)}
        empty={<EmptyState title={m.noEndedAccounts()} text={m.endedAccountsText()} />}
      />
      {dialog}
    </div>
  )
}
