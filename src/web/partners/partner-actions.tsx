import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import type { PersonRow } from '#contract/partners.ts'
import { toastFailure, toastSuccess } from '../app/toasts.ts'
import { MenuBeside } from '../ui/menu-beside.tsx'
import { resendInvitation } from './data.ts'

export type PartnerDialog = 'role' | 'validate' | 'revoke' | 'delete' | 'withdraw' | 'sessions'

export type AskPartner = (dialog: PartnerDialog, person: PersonRow) => void

/** What can be done with a person's row; what cannot is not there. Its menu is made when it is opened. */
export function PartnerActions({ person, onAsk }: { person: PersonRow; onAsk: AskPartner }) {
  const [menu, setMenu] = useState<HTMLElement | null>(null)
  const ask = (dialog: PartnerDialog) => () => onAsk(dialog, person)
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
    <div className="row-actions">
      {can.validateContract && (
        <Button size="compact-sm" onClick={ask('validate')}>
          Validate
        </Button>
      )}
      {can.revokeContract && (
        <Button size="compact-sm" variant="default" onClick={ask('revoke')}>
          Revoke
        </Button>
      )}
      {can.changeRole && (
        <Button size="compact-sm" variant="default" onClick={ask('role')}>
          Role
        </Button>
      )}
      {can.delete && (
        <Button size="compact-sm" variant="subtle" color="gray" className="quiet-danger" onClick={ask('delete')}>
          Delete
        </Button>
      )}
      {inMenu && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`${person.state === 'invited' ? 'Invitation of' : 'More about'} ${person.fullName}`}
          aria-haspopup="menu"
          aria-expanded={false}
          onClick={({ currentTarget }) => setMenu(menu ? null : currentTarget)}
        >
          <IconDots size={18} aria-hidden="true" />
        </ActionIcon>
      )}
      {menu && (
        <MenuBeside button={menu} onClose={() => setMenu(null)}>
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
          {can.endSessions && <Menu.Item onClick={ask('sessions')}>End sessions</Menu.Item>}
          {can.withdrawInvitation && (
            <Menu.Item color="var(--danger-ink)" onClick={ask('withdraw')}>
              Withdraw invitation
            </Menu.Item>
          )}
        </MenuBeside>
      )}
    </div>
  )
}
