import { Alert, Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { m } from '#platform/messages/messages.ts'

interface ChangedByOtherProps {
  readonly title: string
  readonly children: ReactNode
  readonly onKeepMine: () => void
  readonly onTakeTheirs: () => void
}

/** Somebody else has saved what is being edited: the input stays, and whoever typed it chooses. */
export function ChangedByOther({ title, children, onKeepMine, onTakeTheirs }: ChangedByOtherProps) {
  return (
    <Alert color="yellow" role="alert" title={title} styles={{ title: { color: 'var(--ink)' } }}>
      <Text component="div" fz="sm" mb="sm">
        {children}
      </Text>
      <Group gap="sm">
        <Button size="compact-sm" variant="default" onClick={onKeepMine}>
          {m.keepMine()}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onTakeTheirs}>
          {m.takeTheirs()}
        </Button>
      </Group>
    </Alert>
  )
}
