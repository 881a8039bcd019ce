import { Button, Group, Text } from '@mantine/core'
import type { Contract } from '#contracts/contracts/api.ts'
import { contractCount } from './countersign-dialog.tsx'

interface CountersignBarProps {
  readonly selection: readonly Contract[]
  readonly onCountersign: (rows: readonly Contract[]) => void
  readonly onClear: () => void
}

/** Bulk actions for selected signed contracts. */
export function CountersignBar({ selection, onCountersign, onClear }: CountersignBarProps) {
  if (selection.length === 0) return null
  return (
    <Group className="surface" role="region" aria-label="Chosen contracts" p="sm" mb="md" gap="sm">
      <Text fz="sm" fw={500} mr="auto" aria-live="polite">
        {contractCount(selection.length)} chosen
      </Text>
      <Button size="sm" onClick={() => onCountersign(selection)}>
        Counter-sign {contractCount(selection.length)}
      </Button>
      <Button size="sm" variant="subtle" onClick={onClear}>
        Clear
      </Button>
    </Group>
  )
}
