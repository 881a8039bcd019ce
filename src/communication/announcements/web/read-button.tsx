import { Button, Group } from '@mantine/core'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { IconCheck } from '#platform/web/ui/icons.ts'
import { m } from '../messages/messages.ts'
import { markAnnouncementRead } from './data.ts'

/** Says to staff that the partner has read an announcement. */
export function ReadButton({ id, onRead }: { readonly id: string; readonly onRead: () => void }) {
  const { busy, run: read } = useAction(async () => {
    await markAnnouncementRead(id)
    onRead()
  }, m.error())
  return (
    <Group justify="flex-end" mt="lg">
      <Button loading={busy} leftSection={<IconCheck size={16} aria-hidden="true" />} onClick={read}>
        {m.iHaveRead()}
      </Button>
    </Group>
  )
}
