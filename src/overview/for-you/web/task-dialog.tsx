import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { pagePaths } from '#access/domain/page-paths.ts'
import { nameOf } from '#accounts/people/domain.ts'
import { commissionsQuery } from '#money/commissions/web/data.ts'
import { payoutQuery, retryPayout } from '#money/payouts/web/data.ts'
import { resendInvitation } from '#partners/partners/web/data.ts'
import { tellInvited } from '#partners/partners/web/tell-invited.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { announced } from '#platform/web/app/toasts/toasts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { m } from '../messages/messages.ts'
import type { ListedTask } from './data.ts'
import { RemindContracts, RemindInvitations } from './remind-dialogs.tsx'

const ApproveDialog = lazy(async () => ({
  default: (await import('#money/payouts/web/approve-dialog.tsx')).ApproveDialog,
}))
const ValidateDialog = lazy(async () => ({
  default: (await import('#money/commissions/web/validate-dialog.tsx')).ValidateDialog,
}))
const AcceptDialog = lazy(() => import('#leads/registrations/web/accept-dialog.tsx'))
const AddContractDialog = lazy(() => import('#contracts/templates/web/add-contract-dialog.tsx'))
const BankAnswerDrawer = lazy(() => import('#money/bank-answers/web/bank-answer-drawer.tsx'))
const BankFileDrawer = lazy(() => import('#money/payout-files/web/bank-file-drawer.tsx'))
const RunDrawer = lazy(() => import('#money/payouts/web/run-drawer.tsx'))

interface TaskDialogProps {
  readonly task: ListedTask
  readonly onClose: () => void
}

/** The confirmation that a row's button opens: the one of the list that the row leads to. */
export default function TaskDialog({ task, onClose }: TaskDialogProps) {
  return (
    <Suspense>
      <DialogOf task={task} onClose={onClose} />
    </Suspense>
  )
}

function DialogOf({ task: { kind, only }, onClose }: TaskDialogProps) {
  const id = only?.id ?? ''
  const name = only?.name ?? ''
  switch (kind) {
    case 'payoutsReturned':
      return <PayAgain id={id} onClose={onClose} />
    case 'payoutsToApprove':
      return <ApproveOne id={id} onClose={onClose} />
    case 'commissionsToValidate':
      return <ValidateOne id={id} partnerId={only?.partnerId ?? ''} onClose={onClose} />
    case 'registrationsToAnswer':
      return <AcceptDialog ids={[id]} about={name} onClose={onClose} />
    case 'partnersWithoutContract':
      return <AddContractDialog partner={{ id, fullName: name }} onClose={onClose} />
    case 'invitationsExpired':
      return <SendAgain id={id} name={name} onClose={onClose} />
    case 'payoutsToSend':
      return <BankFileDrawer selection={{}} onClose={onClose} />
    case 'commissionsToPay':
      return <NewRun onClose={onClose} />
    case 'filesUnanswered':
      return <BankAnswer onClose={onClose} />
    case 'contractsAwaitingPartner':
      return <RemindContracts onClose={onClose} />
    case 'invitationsOpen':
      return <RemindInvitations onClose={onClose} />
    default:
      return null
  }
}

interface OneProps {
  readonly id: string
  readonly onClose: () => void
}

function ApproveOne({ id, onClose }: OneProps) {
  const { data } = useQuery(payoutQuery(id))
  return data ? <ApproveDialog payouts={[data]} onClose={onClose} /> : null
}

function PayAgain({ id, onClose }: OneProps) {
  const { data } = useQuery(payoutQuery(id))
  if (!data) return null
  const { reference, partner, totalCents, rejectReason, accountRefused } = data
  const next = accountRefused ? m.accountToChange() : m.inNextFile()
  return (
    <ConfirmDialog
      opened
      title={m.payAgain()}
      text={m.payAgainQuestion({
        reference,
        amount: formatEurosExact(totalCents),
        partner: nameOf(partner),
        reason: rejectReason ?? m.noReasonGiven(),
        next,
      })}
      action={m.payAmountAgain({ amount: formatEurosExact(totalCents) })}
      onClose={onClose}
      onConfirm={() => announced(retryPayout(id), m.canBePaidAgain(), reference)}
    />
  )
}

function ValidateOne({ id, partnerId, onClose }: OneProps & { readonly partnerId: string }) {
  const { data } = useInfiniteQuery(commissionsQuery({ waits: 'validation', partnerId }))
  const row = data?.pages.flatMap(({ items }) => items).find((each) => each.id === id)
  return row ? <ValidateDialog row={row} onClose={onClose} /> : null
}

/** Goes on to the run, whose next step is its approval. */
function NewRun({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <RunDrawer
      onClose={onClose}
      onIssued={(runId) => {
        onClose()
        void navigate(`${pagePaths.adminPayouts}?run=${runId}`)
      }}
    />
  )
}

function BankAnswer({ onClose }: { readonly onClose: () => void }) {
  const [files, setFiles] = useState<readonly File[]>([])
  return <BankAnswerDrawer files={files} onFiles={(more) => setFiles([...files, ...more])} onClose={onClose} />
}

function SendAgain({ id, name, onClose }: OneProps & { readonly name: string }) {
  return (
    <ConfirmDialog
      opened
      title={m.sendInvitationAgain()}
      text={m.sendNewLink({ name })}
      action={m.send()}
      onClose={onClose}
      onConfirm={async () => {
        await resendInvitation(id)
        await tellInvited({ title: m.invitationResent(), text: m.newLinkSentTo({ name }), personId: id })
      }}
    />
  )
}
