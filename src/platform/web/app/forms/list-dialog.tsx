import { Button, Group, Stack, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { WithRight } from '#access/web/with-right.tsx'
import { SideDialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { IconPlus } from '#platform/web/ui/icons.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'

interface ListDialogProps {
  readonly title: string
  /** What the list is about. */
  readonly lead: string
  readonly addLabel: string
  readonly onAdd: () => void
  readonly onClose: () => void
  /** The list; `onSay` tells whoever does not see it what has happened to it. */
  readonly children: (onSay: (sentence: string) => void) => ReactNode
}

/** A list of the programme beside the page, to which those who may can add. */
export function ListDialog({ title, lead, addLabel, onAdd, onClose, children }: ListDialogProps) {
  const [said, setSaid] = useState('')
  return (
    <SideDialog onClose={onClose} title={title} position="right" size="xl" transitionProps={{ duration: 0 }}>
      <Stack>
        <SoftText>{lead}</SoftText>
        {children(setSaid)}
        <VisuallyHidden role="status">{said}</VisuallyHidden>
        <Group justify="flex-end">
          <WithRight right="programme" explained>
            <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={onAdd}>
              {addLabel}
            </Button>
          </WithRight>
        </Group>
      </Stack>
    </SideDialog>
  )
}
