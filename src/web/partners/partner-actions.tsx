import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import type { PersonRow } from '#contract/partners.ts'
import { toastFailure, toastSuccess } from '../app/toasts.ts'
import { resendInvitation } from './data.ts'

export type PartnerDialog = 'role' | 'validate' | 'revoke' | 'delete' | 'withdraw' | 'sessions'

/** What can be done with a person's row; what cannot is not there. */
export function PartnerActions({ person, onAsk }: { person: PersonRow; onAsk: (dialog: PartnerDialog) => void }) {
  const [busy, setBusy] = useState(false)
  const doing = async (work: Promise<unknown>, title: string, text: string) => {
    setBusy(true)
    try {
      await work
      toastSuccess(title, text)
    } catch (error) {
      toastFailure('Error', error)
    } finally {
      setBusy(false)
    }
  }
  const { can } = person
  const inMenu = can.resendInvitation || can.withdrawInvitation || can.endSessions
  return (
    <Group gap={6} wrap="nowrap" justify="flex-end">
      {can.validateContract && (
        <Button size="compact-sm" onClick={() => onAsk('validate')}>
          Validate
        </Button>
      )}
      {can.revokeContract && (
        <Button size="compact-sm" variant="default" onClick={() => onAsk('revoke')}>
          Revoke
        </Button>
      )}
      {can.changeRole && (
        <Button size="compact-sm" variant="default" onClick={() => onAsk('role')}>
          Role
        </Button>
      )}
      {can.delete && (
        <Button size="compact-sm" variant="subtle" color="gray" className="quiet-danger" onClick={() => onAsk('delete')}>
          Delete
        </Button>
      )}
      {inMenu && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`${person.state === 'invited' ? 'Invitation of' : 'More about'} ${person.fullName}`}
            >
              <IconDots size={18} aria-hidden="true" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {can.resendInvitation && (
              <Menu.Item
                disabled={busy}
                onClick={() =>
                  void doing(resendInvitation(person.id), 'Invitation sent again', `A new link was sent to ${person.email}`)
                }
              >
                Resend invitation
              </Menu.Item>
            )}
            {can.endSessions && <Menu.Item onClick={() => onAsk('sessions')}>End sessions</Menu.Item>}
            {can.withdrawInvitation && (
              <Menu.Item color="var(--danger-ink)" onClick={() => onAsk('withdraw')}>
                Withdraw invitation
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  )
}
