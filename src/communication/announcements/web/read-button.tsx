import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { toastFailure } from '#platform/web/app/toasts.ts'
import { IconCheck } from '#platform/web/ui/icons.ts'
import { markAnnouncementRead } from './data.ts'

/** Says to staff that the partner has read an announcement. */
export function ReadButton({ id, onRead }: { readonly id: string; readonly onRead: () => void }) {
  const [busy, setBusy] = useState(false)
  const read = async () => {
    setBusy(true)
    try {
      await markAnnouncementRead(id)
      onRead()
    } catch (error) {
      toastFailure('Erreur', error)
      setBusy(false)
    }
  }
  return (
    <Group justify="flex-end" mt="lg">
      <Button loading={busy} leftSection={<IconCheck size={16} aria-hidden="true" />} onClick={() => void read()}>
        J’ai lu
      </Button>
    </Group>
  )
}
