import { Button, Stack, Text } from '@mantine/core'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { m } from '../../messages/messages.ts'
import { itemsOf } from './queue-storage.ts'
import { forgetDeviceLeads } from './queued-leads-store.ts'

interface LeaveQuestionProps {
  readonly accountId: string
  readonly onLeave: () => void
  readonly onClose: () => void
}

/**
 * Asks before a sign-out what becomes of leads that wait on this device. They are bound to their account and nobody else sees or
 * sends them, but their contacts' details stay here: on a device of several people their owner may rather remove them.
 */
export default function LeaveQuestion({ accountId, onLeave, onClose }: LeaveQuestionProps) {
  const count = itemsOf(accountId).length
  return (
    <Dialog title={m.leadsNotSent()} onClose={onClose}>
      <Stack>
        <Text>{m.leadsWaitHere({ count })}</Text>
        <Button onClick={onLeave}>{m.signOutAndKeep()}</Button>
        <Button
          variant="default"
          c="var(--danger-ink)"
          onClick={() => {
            forgetDeviceLeads(accountId)
            onLeave()
          }}
        >
          {m.deleteAndSignOut()}
        </Button>
        <Button variant="subtle" onClick={onClose}>
          {m.staySignedIn()}
        </Button>
      </Stack>
    </Dialog>
  )
}
