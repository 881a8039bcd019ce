import { type ComponentProps, useMemo, useState } from 'react'
import { WhyDialog } from '#money/commissions/web/why-dialog.tsx'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { ListTable } from '#platform/web/ui/tables/list-table.tsx'
import type { Dispute } from '../api.ts'
import { disputeStateLabels } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { disputeColumns, sourceOf } from './dispute-columns.tsx'
import { OneDispute } from './dispute-section.tsx'

export const stateChip = { label: m.state(), all: m.allStates(), labels: disputeStateLabels }

interface DisputeTableProps extends Pick<ComponentProps<typeof ListTable<Dispute>>, 'address' | 'query' | 'empty'> {
  readonly isStaff: boolean
}

/** The disputes of a page, each with its thread in a dialog: beside the explanation of the amount, where there is one. */
export function DisputeTable({ isStaff, ...table }: DisputeTableProps) {
  const [opened, setOpened] = useState<Dispute | null>(null)
  const columns = useMemo(() => disputeColumns(isStaff, setOpened), [isStaff])
  const close = () => setOpened(null)
  // An answered dispute may no longer match the filter.
  const current = table.query.data?.pages.flatMap(({ items }) => items).find(({ id }) => id === opened?.id) ?? opened
  return (
    <>
      <ListTable {...table} label={m.disputes()} columns={columns} />
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
