import { Button } from '@mantine/core'
import { BulkBar } from '#platform/web/ui/tables/bulk-bar.tsx'
import type { Contract } from '../../api/contracts.ts'
import { m } from '../../messages/messages.ts'

interface CountersignBarProps {
  readonly selection: readonly Contract[]
  readonly onCountersign: (rows: readonly Contract[]) => void
  readonly onClear: () => void
}

/** Bulk actions for selected signed contracts. */
export function CountersignBar({ selection, onCountersign, onClear }: CountersignBarProps) {
  return (
    <BulkBar
      label={m.chosenContracts()}
      count={selection.length}
      text={m.contractsChosen({ count: selection.length })}
      onClear={onClear}
    >
      <Button size="sm" onClick={() => onCountersign(selection)}>
        {m.counterSignCount({ count: selection.length })}
      </Button>
    </BulkBar>
  )
}
