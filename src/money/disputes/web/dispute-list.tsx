import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { WhyDialog } from '#money/commissions/web/why-dialog.tsx'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { ListAddress } from '#platform/web/ui/tables/list-address.ts'
import { optionsOf } from '#platform/web/ui/tables/list-filter.tsx'
import { ListTable } from '#platform/web/ui/tables/list-table.tsx'
import type { Dispute } from '../api.ts'
import { disputeStateLabels, disputeStates } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { disputesQuery } from './data.ts'
import { disputeColumns, sourceOf } from './dispute-columns.tsx'
import { OneDispute } from './dispute-section.tsx'

export const stateFilter = {
  name: 'state',
  label: m.state(),
  all: m.allStates(),
  options: optionsOf(disputeStates, disputeStateLabels),
}

/** The disputes that the address asks for. */
export function useDisputes(address: ListAddress, isStaff: boolean) {
  const list = {
    state: address.pick('state', disputeStates),
    partnerId: isStaff ? address.get('partner') : undefined,
    search: address.search || undefined,
    ...address.period,
  }
  return useInfiniteQuery(disputesQuery(list))
}

interface DisputeTableProps {
  readonly address: ListAddress
  readonly disputes: ReturnType<typeof useDisputes>
  readonly isStaff: boolean
  readonly empty: ReactNode
}

/** The disputes of a page, each with its thread in a dialog: beside the explanation of the amount, where there is one. */
export function DisputeTable({ address, disputes, isStaff, empty }: DisputeTableProps) {
  const [opened, setOpened] = useState<Dispute | null>(null)
  const columns = useMemo(() => disputeColumns(isStaff, setOpened), [isStaff])
  const close = () => setOpened(null)
  // An answered dispute may no longer match the filter.
  const current = disputes.data?.pages.flatMap(({ items }) => items).find(({ id }) => id === opened?.id) ?? opened
  return (
    <>
      <ListTable label={m.disputes()} address={address} query={disputes} columns={columns} empty={empty} />
      {current?.commission && <WhyDialog commission={current.commission} onClose={close} />}
      {current && !current.commission && <DisputeDialog dispute={current} onClose={close} />}
    </>
  )
}

/** A dispute about no commission that there is. */
function DisputeDialog({ dispute, onClose }: { dispute: Dispute; onClose: () => void }) {
  const [covered, setCovered] = useState(false)
  return (
    <Dialog onClose={onClose} title={m.missingCommission()} size="lg" closeOnEscape={!covered}>
      <SoftText mb="md">{sourceOf(dispute)}</SoftText>
      <OneDispute dispute={dispute} onCover={setCovered} />
    </Dialog>
  )
}
