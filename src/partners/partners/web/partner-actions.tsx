import { Menu } from '@mantine/core'
import { ViewAsItem } from '#accounts/view-as/web/view-as.tsx'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { useRight } from '#platform/web/app/session/rights.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { RowButton } from '#platform/web/ui/tables/row-button.tsx'
import { RowMenu } from '#platform/web/ui/tables/row-menu.tsx'
import type { PersonRow } from '../api/partners.ts'
import { remindInvitations, resendInvitation } from './data.ts'
import { invitationSelection } from './remind-bar.tsx'

export type PartnerDialog =
  | 'role'
  | 'bank'
  | 'billing'
  | 'documents'
  | 'contract'
  | 'mandate'
  | 'validate'
  | 'revoke'
  | 'delete'
  | 'correct'
  | 'withdraw'
  | 'sessions'
  | 'second-factor'

export type AskPartner = (dialog: PartnerDialog, person: PersonRow) => void

/** Actions available on a person. The menu is rendered on first open. */
export function PartnerActions({ person, onAsk }: { person: PersonRow; onAsk: AskPartner }) {
  const ask = (dialog: PartnerDialog) => () => onAsk(dialog, person)
  const { busy, run } = useAction((work: () => Promise<unknown>) => work())
  const doing = (work: () => Promise<unknown>, title: string, text: string) =>
    run(async () => {
      await work()
      toastSuccess(title, text)
    })
  const remind = () => run(async () => toastSuccess(...(await remindInvitations([person.id]))))
  const mayAssign = useRight('contracts')
  const { can } = person
  const hasBankDetails = person.bankDetails !== null && person.bankDetails.state !== 'missing'
  const hasDocuments = person.role === 'partner' && person.state === 'active'
  const inMenu =
    can.correct ||
    hasDocuments ||
    can.resendInvitation ||
    can.withdrawInvitation ||
    can.endSessions ||
    can.resetSecondFactor ||
    hasBankDetails ||
    person.billing !== null
  // An empty cell is left out of a card, with the line above it.
  if (!inMenu && !Object.values(can).some(Boolean)) return null
  return (
    <div className="row-actions">
      {can.assignContract && <RowButton onClick={ask('contract')}>Add contract</RowButton>}
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
        <RowMenu label={`${person.state === 'invited' ? 'Invitation of' : 'More about'} ${person.fullName}`}>
          {invitationSelection.isSelectable(person) && (
            <Menu.Item disabled={busy} onClick={remind}>
              Remind
            </Menu.Item>
          )}
          {can.resendInvitation && (
            <Menu.Item
              disabled={busy}
              onClick={() =>
                doing(() => resendInvitation(person.id), 'Invitation sent again', `A new link was sent to ${person.email}`)
              }
            >
              Resend invitation
            </Menu.Item>
          )}
          {can.correct && <Menu.Item onClick={ask('correct')}>Correct name, company, e-mail</Menu.Item>}
          {hasBankDetails && <Menu.Item onClick={ask('bank')}>Bank details</Menu.Item>}
          {person.billing && <Menu.Item onClick={ask('billing')}>Billing</Menu.Item>}
          {hasDocuments && <Menu.Item onClick={ask('documents')}>Documents</Menu.Item>}
          {person.billing?.mandateInForce === false && mayAssign && (
            <Menu.Item onClick={ask('mandate')}>Assign the billing mandate</Menu.Item>
          )}
          {hasDocuments && <ViewAsItem partnerId={person.id} />}
          {can.endSessions && <Menu.Item onClick={ask('sessions')}>End sessions</Menu.Item>}
          {can.resetSecondFactor && <Menu.Item onClick={ask('second-factor')}>Reset two-factor</Menu.Item>}
          {can.withdrawInvitation && (
            <Menu.Item color="var(--danger-ink)" onClick={ask('withdraw')}>
              Withdraw invitation
            </Menu.Item>
          )}
        </RowMenu>
      )}
    </div>
  )
}
