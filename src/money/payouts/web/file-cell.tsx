import { Anchor } from '@mantine/core'
import type { Payout } from '../api/payouts.ts'
import { payoutLineStateLabels } from '../domain/payout-lines.ts'

interface FileCellProps {
  readonly file: Payout['file']
  readonly onOpen: (fileId: string) => void
}

/** The bank file that a payout was sent with last, and what became of it there. */
export function FileCell({ file, onOpen }: FileCellProps) {
  if (!file) return '—'
  return (
    <>
      <Anchor component="button" type="button" fz="sm" className="figure" onClick={() => onOpen(file.id)}>
        {file.reference}
      </Anchor>
      <p className="cell-note">{payoutLineStateLabels[file.state]}</p>
    </>
  )
}
