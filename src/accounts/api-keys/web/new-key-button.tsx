import { Button } from '@mantine/core'
import { useState } from 'react'
import { WithRight } from '#platform/web/app/session/with-right.tsx'
import { IconPlus } from '#platform/web/ui/icons.ts'
import { m } from '../messages/messages.ts'
import { KeyDialog } from './key-dialog.tsx'

/** Button that opens the dialog of a new key. */
export function NewKeyButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <WithRight right="team" explained>
        <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => setOpen(true)}>
          {m.newKey()}
        </Button>
      </WithRight>
      {open && <KeyDialog onClose={() => setOpen(false)} />}
    </>
  )
}
