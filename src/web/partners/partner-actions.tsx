import { Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import type { PersonRow } from '#api/partners.ts'
import { toastFailure, toastSuccess } from '../app/toasts.ts'
import { AnchoredMenu } from '../ui/anchored-menu.tsx'
import { RowButton } from '../ui/row-button.tsx'
import { resendInvitation } from './data.ts'

export type PartnerDialog = 'role' | 'validate' | 'revoke' | 'delete' | 'withdraw' | 'sessions'

export type AskPartner = (dialog: PartnerDialog, person: PersonRow) => void

/** Actions available on a person. The menu is rendered on first open. */
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
      {can.validateContract && <RowButton onClick={ask('validate')}>Validate</RowButton>}
      {can.revokeContract && (
        <RowButton look="default" onClick={ask('revoke')}>
          Revoke
        </RowButton>
      )}
      {can.changeRole && (
        <RowButton look="default" onClick={ask('role')}>
          Role
        </RowButton>
      )}
      {can.delete && (
        <RowButton look="danger" onClick={ask('delete')}>
          Delete
        </RowButton>
      )}
      {inMenu && (
        <RowButton
          look="mark"
          aria-label={`${person.state === 'invited' ? 'Invitation of' : 'More about'} ${person.fullName}`}
          aria-haspopup="menu"
          aria-expanded={false}
          onClick={({ currentTarget }) => setMenu(menu ? null : currentTarget)}
        >
          <IconDots size={18} aria-hidden="true" />
        </RowButton>
      )}
      {menu && (
        <AnchoredMenu button={menu} onClose={() => setMenu(null)}>
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
        </AnchoredMenu>
      )}
    </div>
  )
}
