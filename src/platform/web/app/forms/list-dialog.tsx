import { Button, Group, Stack, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Right } from '#access/domain/staff-rights.ts'
import { WithRight } from '#access/web/with-right.tsx'
import { SideDialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { IconPlus } from '#platform/web/ui/icons.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'

interface ListDialogProps {
  readonly title: string
  /** What the list is about. */
  readonly intro: string
  /** The right to add to it. */
  readonly right: Right
  readonly addLabel: string
  readonly onAdd: () => void
  readonly onClose: () => void
  /** The list; `onSay` tells whoever does not see it what has happened to it. */
  readonly children: (onSay: (sentence: string) => void) => ReactNode
}

/** A list beside the page, to which those who may can add. */
export function ListDialog({ title, intro, right, addLabel, onAdd, onClose, children }: ListDialogProps) {
  const [said, setSaid] = useState('')
  return (
    <SideDialog onClose={onClose} title={title} position="right" size="xl" transitionProps={{ duration: 0 }}>
      <Stack>
        <SoftText>{intro}</SoftText>
        {children(setSaid)}
        <VisuallyHidden role="status">{said}</VisuallyHidden>
        <Group justify="flex-end">
          <WithRight right={right} explained>
            <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={onAdd}>
              {addLabel}
            </Button>
          </WithRight>
        </Group>
      </Stack>
    </SideDialog>
  )
}
