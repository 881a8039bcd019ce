import { Checkbox, Select, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { RevokeDialog } from '#contracts/contracts/web/list/revoke-dialog.tsx'
import { StaffBankDetails } from '#money/bank-details/web/staff-bank-details.tsx'
import { StaffBilling } from '#money/billing/web/staff-billing.tsx'
import type { RecurringChoice } from '#money/rules/api/rules.ts'
import { StaffDocuments } from '#money/vigilance/web/staff-documents.tsx'
import { DeletionFacts } from '#partners/corrections/web/deletion-facts.tsx'
import type { PersonRow } from '#partners/partners/api/partners.ts'
import {
  changeRole,
  deletePartner,
  endPartnerSessions,
  resetSecondFactor,
  revokePartnerContract,
  validatePartnerContract,
  withdrawInvitation,
} from '#partners/partners/web/data.ts'
import type { PartnerDialog } from '#partners/partners/web/partner-actions.tsx'
import { choiceLabel, choiceOf, explanationOf, givenRole, roleChoices } from '#partners/partners/web/role-choices.ts'
import { useActionForm } from '#platform/web/app/forms/action-form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { useProofQuestion } from '#platform/web/app/forms/proof-question.tsx'
import { mailNote } from '#platform/web/app/session/mail-note.tsx'
import { announced, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { m } from '../messages/messages.ts'
import { SecondFactorDialog } from './second-factor-dialog.tsx'

/** Lazy: partners are merged and split rarely. */
const changeDialogs = {
  merge: lazy(() => import('#partners/merging/web/merge-dialog.tsx')),
  split: lazy(() => import('#partners/merging/web/split-dialog.tsx')),
}

/** Lazy: it is needed once a partner. */
const MandateDialog = lazy(() => import('./mandate-dialog.tsx'))
const AddContractDialog = lazy(() => import('#contracts/templates/web/add-contract-dialog.tsx'))
const CorrectDialog = lazy(() => import('./correct-dialog.tsx'))

interface Question {
  readonly title: string
  readonly text: (person: Pick<PersonRow, 'fullName' | 'email'>) => string
  readonly action: string
  readonly danger?: boolean
  /** `recurring`: what becomes of recurring commissions, where that was asked. */
  readonly confirm: (person: PersonRow, recurring: { readonly recurring?: RecurringChoice }) => Promise<unknown>
}

const questions: Readonly<
  Record<
    Exclude<
      PartnerDialog,
      | 'role'
      | 'revoke'
      | 'bank'
      | 'billing'
      | 'documents'
      | 'contract'
      | 'mandate'
      | 'correct'
      | 'second-factor'
      | 'sessions'
      | 'merge'
      | 'split'
    >,
    Question
  >
> = {
  validate: {
    title: m.validateByHand(),
    text: m.validationText,
    action: m.validate(),
    confirm: ({ id, fullName }) => announced(validatePartnerContract(id), m.contractValidated(), m.markedAsSigned({ fullName })),
  },
  delete: {
    title: m.deletePartner(),
    text: m.deleteQuestion,
    action: m.remove(),
    danger: true,
    confirm: ({ id, fullName }, recurring) =>
      announced(deletePartner(id, recurring), m.partnerDeleted, m.personRemoved({ fullName })),
  },
  withdraw: {
    title: m.withdrawInvitation(),
    text: m.withdrawalText,
    action: m.withdraw(),
    danger: true,
    confirm: ({ id, email }, recurring) =>
      announced(withdrawInvitation(id, recurring), m.invitationWithdrawn(), m.canBeInvitedAgain({ email })),
  },
}
const asConfirmations = Object.entries(questions)

interface PartnerDialogsProps {
  /** The dialog that is open, and whose row it was opened from. */
  readonly openDialog: { readonly dialog: PartnerDialog; readonly person: PersonRow } | null
  /** The partner was deleted or merged: what is there is read, and nothing is changed. */
  readonly isOver?: boolean
  readonly onClose: () => void
}

export function PartnerDialogs({ openDialog, isOver = false, onClose }: PartnerDialogsProps) {
  const person = openDialog?.person
  const [recurring, setRecurring] = useState<RecurringChoice | null>(null)
  const close = () => {
    setRecurring(null)
    onClose()
  }
  return (
    <>
      {person && openDialog.dialog === 'role' && <RoleDialog person={person} onClose={onClose} />}
      {person && openDialog.dialog === 'sessions' && <SessionsDialog person={person} onClose={onClose} />}
      {person && openDialog.dialog === 'bank' && <StaffBankDetails person={person} onClose={onClose} />}
      {person && openDialog.dialog === 'billing' && <StaffBilling person={person} onClose={onClose} />}
      {person && openDialog.dialog === 'documents' && <StaffDocuments person={person} mayRequest={!isOver} onClose={onClose} />}
      {person && openDialog.dialog === 'correct' && (
        <Suspense>
          <CorrectDialog person={person} onClose={onClose} />
        </Suspense>
      )}
      {person && (openDialog.dialog === 'merge' || openDialog.dialog === 'split') && (
        <ChangeDialog what={openDialog.dialog} person={person} onClose={onClose} />
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
          title={m.revokeContract()}
          text={m.revocationText({ fullName: person.fullName })}
          done={m.pendingAgain({ fullName: person.fullName })}
          onRevoke={(reason) => revokePartnerContract(person.id, reason)}
          onClose={onClose}
        />
      )}
      {person && openDialog.dialog === 'second-factor' && (
        <SecondFactorDialog
          person={person}
          hasBankDetails={person.role === 'partner'}
          reset={(reason) => resetSecondFactor(person.id, reason)}
          onClose={onClose}
        />
      )}
      {asConfirmations.map(([dialog, { title, text, action, danger = false, confirm }]) => (
        <ConfirmDialog
          key={dialog}
          opened={openDialog?.dialog === dialog}
          title={title}
          text={text(person ?? { fullName: '', email: '' })}
          action={action}
          danger={danger}
          onClose={close}
          onConfirm={async () => person && confirm(person, recurring === null ? {} : { recurring })}
        >
          {dialog !== 'validate' && person && openDialog.dialog === dialog && (
            <DeletionFacts person={person} whole={dialog === 'delete'} choice={recurring} onChoose={setRecurring} />
          )}
        </ConfirmDialog>
      ))}
    </>
  )
}

interface ChangeDialogProps {
  readonly what: keyof typeof changeDialogs
  readonly person: PersonRow
  readonly onClose: () => void
}

/** The storage key of a merge or a split that is being written. */
export const draftOfChange = ({ what, partnerId }: { readonly what: string; readonly partnerId: string }) =>
  `${what} ${partnerId}`

function ChangeDialog({ what, person, onClose }: ChangeDialogProps) {
  const Dialog = changeDialogs[what]
  const partner = { id: person.id, name: person.fullName, company: person.company }
  return (
    <Suspense>
      <Dialog partner={partner} draft={draftOfChange({ what, partnerId: person.id })} onClose={onClose} />
    </Suspense>
  )
}

/** Ends somebody's sessions, and removes their passkeys if that is chosen. */
function SessionsDialog({ person, onClose }: { person: PersonRow; onClose: () => void }) {
  const { id, fullName, passkeys: count } = person
  const [removePasskeys, setRemoved] = useState(false)
  return (
    <ConfirmDialog
      opened
      title={m.endSessions()}
      text={[m.endSessionsText({ fullName }), mailNote()].filter(Boolean).join(' ')}
      action={m.endSessions()}
      danger
      onClose={onClose}
      onConfirm={async () => {
        const { passkeys } = await endPartnerSessions(id, removePasskeys)
        const stay = { fullName, count: passkeys }
        toastSuccess(m.sessionsEnded(), passkeys > 0 ? m.signedOutButPasskeys(stay) : m.signedOutEverywhere(stay))
      }}
    >
      {count > 0 && (
        <>
          <Text mb="sm">{m.passkeysStillOpen({ count })}</Text>
          <Checkbox
            label={m.removePasskeysToo({ count })}
            description={person.role === 'partner' ? m.removePasskeysText() : undefined}
            checked={removePasskeys}
            onChange={({ currentTarget }) => setRemoved(currentTarget.checked)}
          />
        </>
      )}
    </ConfirmDialog>
  )
}

const words = {
  title: m.confirmRole(),
  text: m.confirmRoleText(),
  action: m.updateRole(),
  errorTitle: m.error(),
}

/** Dialog that changes a person's role. */
function RoleDialog({ person, onClose }: { person: PersonRow; onClose: () => void }) {
  const [role, setRole] = useState(choiceOf(person))
  const { withProof, dialog } = useProofQuestion()
  const form = useActionForm({
    dirty: role !== choiceOf(person),
    send: () =>
      withProof(words, async (proof) => {
        await changeRole(person.id, { ...givenRole(role), ...proof })
        toastSuccess(m.roleUpdated, m.roleIsNow({ fullName: person.fullName, role: choiceLabel(role).toLowerCase() }))
        onClose()
      }),
  })
  return (
    <FormDialog
      form={form}
      title={m.roleOf({ fullName: person.fullName })}
      action={m.updateRole}
      disabled={!form.dirty}
      above={dialog}
      onClose={onClose}
    >
      <Select
        label={m.role()}
        data={roleChoices}
        description={explanationOf(role)}
        inputWrapperOrder={['label', 'input', 'description']}
        value={role}
        onChange={(value) => value && setRole(value)}
        allowDeselect={false}
      />
      {person.roleByProvider && <Text>{m.roleByProviderText()}</Text>}
    </FormDialog>
  )
}
