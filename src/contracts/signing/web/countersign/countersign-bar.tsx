import { Button } from '@mantine/core'
import type { Contract } from '#contracts/contracts/api.ts'
import { BulkBar } from '#platform/web/ui/tables/bulk-bar.tsx'
import { contractCount } from './countersign-dialog.tsx'

interface CountersignBarProps {
  readonly selection: readonly Contract[]
  readonly onCountersign: (rows: readonly Contract[]) => void
  readonly onClear: () => void
}

/** Bulk actions for selected signed contracts. */
export function CountersignBar({ selection, onCountersign, onClear }: CountersignBarProps) {
  return (
    <BulkBar
      label="Chosen contracts"
      count={selection.length}
      text={`${contractCount(selection.length)} chosen`}
      onClear={onClear}
    >
      <Button size="sm" onClick={() => onCountersign(selection)}>
        Counter-sign {contractCount(selection.length)}
      </Button>
    </BulkBar>
  )
}
