import { lazy, Suspense } from 'react'
import { RevokeDialog } from '#contracts/contracts/web/list/revoke-dialog.tsx'
import { StaffBankDetails } from '#money/bank-details/web/staff-bank-details.tsx'
import { StaffBilling } from '#money/billing/web/staff-billing.tsx'
import { StaffDocuments } from '#money/vigilance/web/staff-documents.tsx'
import { DeletionFacts } from '#partners/corrections/web/deletion-facts.tsx'
import { announced } from '#platform/web/app/toasts/toasts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import type { PersonRow } from '../api/partners.ts'
import { deletePartner, endPartnerSessions, revokePartnerContract, validatePartnerContract, withdrawInvitation } from './data.ts'
import type { PartnerDialog } from './partner-actions.tsx'
import { RoleDialog } from './role-dialog.tsx'
import { SecondFactorDialog } from './second-factor-dialog.tsx'

/** Lazy: it is needed once a partner. */
const MandateDialog = lazy(() => import('./mandate-dialog.tsx'))
const AddContractDialog = lazy(() => import('#contracts/templates/web/add-contract-dialog.tsx'))
const CorrectDialog = lazy(() => import('#partners/corrections/web/correct-dialog.tsx'))

interface Question {
  readonly title: string
  readonly text: (person: Pick<PersonRow, 'fullName' | 'email'>) => string
  readonly action: string
  readonly danger?: boolean
  readonly confirm: (person: PersonRow) => Promise<unknown>
}

const questions: Readonly<
  Record<
    Exclude<
      PartnerDialog,
      'role' | 'revoke' | 'bank' | 'billing' | 'documents' | 'contract' | 'mandate' | 'correct' | 'second-factor'
    >,
    Question
  >
> = {
  validate: {
    title: 'Validate by hand',
    text: ({ fullName }) =>
      `${fullName}'s main contract will be recorded as validated by hand by you, without seal: use this for a contract ` +
      'that was signed on paper. Their leads, commissions, bank details and resources open at once.',
    action: 'Validate',
    confirm: ({ id, fullName }) =>
      announced(validatePartnerContract(id), 'Contract validated', `${fullName}'s contract is marked as signed`),
  },
  delete: {
    title: 'Delete partner',
    text: ({ fullName }) => `Are you sure you want to delete ${fullName}? This action cannot be undone.`,
    action: 'Delete',
    danger: true,
    confirm: ({ id, fullName }) => announced(deletePartner(id), 'Partner deleted', `${fullName} has been removed`),
  },
  sessions: {
    title: 'End sessions',
    text: ({ fullName }) =>
      `${fullName} is signed out everywhere at once and told by e-mail. Signing in again takes their password: if somebody ` +
      'else may know it, ask them to choose a new one.',
    action: 'End sessions',
    danger: true,
    confirm: ({ id, fullName }) => announced(endPartnerSessions(id), 'Sessions ended', `${fullName} is signed out everywhere`),
  },
  withdraw: {
    title: 'Withdraw invitation',
    text: ({ fullName, email }) => `The link sent to ${email} stops working and ${fullName} leaves the list.`,
    action: 'Withdraw',
    danger: true,
    confirm: ({ id, email }) => announced(withdrawInvitation(id), 'Invitation withdrawn', `${email} can be invited again`),
  },
}
const asConfirmations = Object.entries(questions)

interface PartnerDialogsProps {
  /** The dialog that is open, and whose row it was opened from. */
  readonly openDialog: { readonly dialog: PartnerDialog; readonly person: PersonRow } | null
  readonly onClose: () => void
}

export function PartnerDialogs({ openDialog, onClose }: PartnerDialogsProps) {
  const person = openDialog?.person
  return (
    <>
      {person && openDialog.dialog === 'role' && <RoleDialog person={person} onClose={onClose} />}
      {person && openDialog.dialog === 'bank' && <StaffBankDetails person={person} onClose={onClose} />}
      {person && openDialog.dialog === 'billing' && <StaffBilling person={person} onClose={onClose} />}
      {person && openDialog.dialog === 'documents' && <StaffDocuments person={person} onClose={onClose} />}
      {person && openDialog.dialog === 'correct' && (
        <Suspense>
          <CorrectDialog person={person} onClose={onClose} />
        </Suspense>
      )}
      {person && openDialog.dialog === 'contract' && (
        <Suspense>
          <AddContractDialog partner={person} onClose={onClose} />
        </Suspense>
      )}
      {person && openDialog.dialog === 'mandate' && (
        <Suspense>
          <MandateDialog person={person} onClose={onClose} />
        </Suspense>
      )}
      {person && openDialog.dialog === 'revoke' && (
        <RevokeDialog
          title="Revoke contract"
          text={
            `${person.fullName}'s contract will be pending again. Their leads, commissions, bank details and resources are ` +
            'locked at once, until it is signed anew.'
          }
          done={`${person.fullName}'s contract is pending again`}
          onRevoke={(reason) => revokePartnerContract(person.id, reason)}
          onClose={onClose}
        />
      )}
      {person && openDialog.dialog === 'second-factor' && <SecondFactorDialog person={person} onClose={onClose} />}
      {asConfirmations.map(([dialog, { title, text, action, danger = false, confirm }]) => (
        <ConfirmDialog
          key={dialog}
          opened={openDialog?.dialog === dialog}
          title={title}
          text={text(person ?? { fullName: '', email: '' })}
          action={action}
          danger={danger}
          onClose={onClose}
          onConfirm={async () => person && confirm(person)}
        >
          {dialog === 'delete' && person && openDialog.dialog === dialog && <DeletionFacts person={person} />}
        </ConfirmDialog>
      ))}
    </>
  )
}
