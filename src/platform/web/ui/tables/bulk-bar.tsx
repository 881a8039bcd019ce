import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { m } from '#platform/messages/messages.ts'

interface BulkBarProps {
  /** Accessible name, such as 'Chosen rows'. */
  readonly label: string
  /** How many rows are chosen; there is no bar for none. */
  readonly count: number
  /** What is chosen, such as '3 rows chosen'. */
  readonly text: ReactNode
  readonly onClear: () => void
  /** What can be done with them. */
  readonly children: ReactNode
}

/** The bar of the chosen rows. It floats over the table (ListTable), so that choosing moves nothing, and says what is chosen. */
export function BulkBar({ label, count, text, onClear, children }: BulkBarProps) {
  if (count === 0) return null
  return (
    <Group className="surface" role="region" aria-label={label} px="sm" py={6} gap="xs">
      <Text fz="sm" fw={500} mr="auto" pr="sm" aria-live="polite">
        {text}
      </Text>
      {children}
      <Button size="sm" variant="subtle" onClick={onClear}>
        {m.clear()}
      </Button>
    </Group>
  )
}
