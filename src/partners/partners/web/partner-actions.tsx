import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { useRight } from '#access/web/rights.ts'
import { ViewAsItem } from '#accounts/view-as/web/view-as.tsx'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { RowButton } from '#platform/web/ui/tables/row-button.tsx'
import { RowMenu } from '#platform/web/ui/tables/row-menu.tsx'
import type { PersonRow } from '../api/partners.ts'
import { m } from '../messages/messages.ts'
import { remindInvitations, resendInvitation } from './data.ts'
import { invitationSelection, isToBeInvited } from './remind-bar.tsx'
import { tellInvited } from './tell-invited.ts'

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
  | 'merge'
  | 'split'

export type AskPartner = (dialog: PartnerDialog, person: PersonRow) => void

interface PartnerActionsProps {
  readonly person: PersonRow
  readonly onAsk: AskPartner
  /** The partner was deleted or merged: what is there is read, and nothing is changed. */
  readonly isOver?: boolean
  /** Further entries of the menu, about the partner's people. */
  readonly children?: ReactNode
}

/** Actions available on a person. The menu is rendered on first open. */
export function PartnerActions({ person, onAsk, isOver = false, children }: PartnerActionsProps) {
  const ask = (dialog: PartnerDialog) => () => onAsk(dialog, person)
  const { busy, run } = useAction((work: () => Promise<unknown>) => work())
  const resend = () =>
    run(async () => {
      await resendInvitation(person.id)
      const [title, text] = isToBeInvited(person)
        ? [m.partnerInvited(), m.invitationSentTo({ email: person.email })]
        : [m.invitationResent(), m.newLinkSentTo({ email: person.email })]
      await tellInvited({ title, text, personId: person.id })
    })
  const remind = () => run(async () => toastSuccess(...(await remindInvitations([person.id]))))
  const mayAssign = useRight('contracts')
  const mayMerge = useRight('partners') && person.role === 'partner' && !isOver
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
    mayMerge ||
    person.billing !== null
  // An empty cell is left out of a card, with the line above it.
  if (!inMenu && !Object.values(can).some(Boolean)) return null
  return (
    <div className="row-actions">
      {can.assignContract && <RowButton onClick={ask('contract')}>{m.addAContract()}</RowButton>}
      {can.validateContract && (
        <RowButton look="quiet" onClick={ask('validate')}>
          {m.validate()}
        </RowButton>
      )}
      {can.revokeContract && (
        <RowButton look="quiet" onClick={ask('revoke')}>
          {m.revoke()}
        </RowButton>
      )}
      {can.changeRole && (
        <RowButton look="quiet" onClick={ask('role')}>
          {m.role()}
        </RowButton>
      )}
      {can.delete && (
        <RowButton look="danger" onClick={ask('delete')}>
          {m.remove()}
        </RowButton>
      )}
      {inMenu && (
        <RowMenu
          label={
            person.state === 'invited'
              ? m.invitationOf({ fullName: person.fullName })
              : m.moreAbout({ fullName: person.fullName })
          }
        >
          {invitationSelection.isSelectable(person) && (
            <Menu.Item disabled={busy} onClick={remind}>
              {m.remind()}
            </Menu.Item>
          )}
          {can.resendInvitation && (
            <Menu.Item disabled={busy} onClick={resend}>
              {isToBeInvited(person) ? m.sendInvitation() : m.resendInvitation()}
            </Menu.Item>
          )}
          {can.correct && <Menu.Item onClick={ask('correct')}>{m.correctContact()}</Menu.Item>}
          {hasBankDetails && <Menu.Item onClick={ask('bank')}>{m.bankDetails()}</Menu.Item>}
          {person.billing && <Menu.Item onClick={ask('billing')}>{m.billing()}</Menu.Item>}
          {hasDocuments && <Menu.Item onClick={ask('documents')}>{m.documents()}</Menu.Item>}
          {person.billing?.mandateInForce === false && mayAssign && !isOver && (
            <Menu.Item onClick={ask('mandate')}>{m.assignMandate()}</Menu.Item>
          )}
          {hasDocuments && !isOver && <ViewAsItem partnerId={person.id} />}
          {children}
          {mayMerge && (person.people ?? 1) > 1 && <Menu.Item onClick={ask('split')}>{m.splitOff()}</Menu.Item>}
          {mayMerge && <Menu.Item onClick={ask('merge')}>{m.mergeIntoAnother()}</Menu.Item>}
          {can.endSessions && <Menu.Item onClick={ask('sessions')}>{m.endSessions()}</Menu.Item>}
          {can.resetSecondFactor && <Menu.Item onClick={ask('second-factor')}>{m.resetTwoFactor()}</Menu.Item>}
          {can.withdrawInvitation && (
            <Menu.Item color="var(--danger-ink)" onClick={ask('withdraw')}>
              {m.withdrawInvitation()}
            </Menu.Item>
          )}
        </RowMenu>
      )}
    </div>
  )
}
