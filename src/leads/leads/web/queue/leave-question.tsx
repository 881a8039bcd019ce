import { Button, Stack, Text } from '@mantine/core'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
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
    <Dialog lang="fr" title="Des leads ne sont pas encore envoyés" onClose={onClose}>
      <Stack>
        <Text>
          {count === 1 ? 'Un lead attend' : `${count} leads attendent`} encore sur cet appareil. Gardés, ils ne sont visibles que
          de votre compte, et repartent quand vous vous reconnectez ici. Sur un appareil partagé, supprimez-les.
        </Text>
        <Button onClick={onLeave}>Se déconnecter et les garder</Button>
        <Button
          variant="default"
          c="var(--danger-ink)"
          onClick={() => {
            forgetDeviceLeads(accountId)
            onLeave()
          }}
        >
          Les supprimer et se déconnecter
        </Button>
        <Button variant="subtle" onClick={onClose}>
          Rester connecté
        </Button>
      </Stack>
    </Dialog>
  )
}
