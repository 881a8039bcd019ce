import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { clientName } from '#leads/domain/client-names.ts'
import type { ListedLead } from '#leads/leads/api/leads.ts'
import { ownRegistrationLabels, refusalReasonLabels } from '#leads/leads/domain/registration-states.ts'
import { ReasonDialog } from '#platform/web/app/forms/reason-dialog.tsx'
import { useMe } from '#platform/web/app/session/session.ts'
import { longDate } from '#platform/web/ui/dates.ts'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { Reference } from '#platform/web/ui/reference.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { appealForm, extensionForm, mergeForm, type Registration } from '../api/registrations.ts'
import { m } from '../messages/messages.ts'
import { accept, answerExtension, appeal, askExtension, registrationQuery } from './data.ts'
import { announceAnswers } from './outcome.ts'
import { protectionText, registrationTones } from './protection.ts'
import { RefuseDialog } from './refuse-dialog.tsx'

const ConflictDialog = lazy(() => import('./conflict-dialog.tsx'))
const MergeDialog = lazy(() => import('./merge-dialog.tsx'))
const HandOverDialog = lazy(() => import('./hand-over-dialog.tsx'))

type Step = 'accept' | 'refuse' | 'appeal' | 'extend' | 'grant' | 'decline' | 'conflict' | 'merge' | 'handOver'

interface PanelProps {
  readonly lead: ListedLead
  /** Its client is about to be erased: nothing is decided about it. */
  readonly isRestricted: boolean
  /** A dialog is open on top of the drawer. */
  readonly onCover: (covered: boolean) => void
}

/** Who brought a lead first, in its drawer: protection, number, whose answer is awaited, reasons, and what the reader may do. */
export default function RegistrationPanel({ lead, isRestricted, onCover }: PanelProps) {
  const { data } = useQuery(registrationQuery(lead.id))
  const isStaff = useMe().role === 'admin'
  const [step, setStep] = useState<Step | null>(null)
  const ask = (next: Step | null) => {
    setStep(next)
    onCover(next !== null)
  }
  // The card knows state and protection: they stand there before the rest comes.
  const { state } = data ?? lead.registration
  const protection = protectionText(data ?? lead.registration)
  return (
    <Stack gap={4} component="section" aria-label={m.registration()}>
      <Group gap="xs">
        {protection && (
          <Text fw={600} className="figure" style={{ whiteSpace: 'normal' }}>
            {protection}
          </Text>
        )}
        <StatusBadge tone={registrationTones[state]}>{ownRegistrationLabels[state]}</StatusBadge>
      </Group>
      {data ? (
        <>
          <SoftText>
            <Reference value={data.number} />
            {m.sentOn({ day: longDate(data.submittedAt) })}
          </SoftText>
          <AwaitedAnswer registration={data} client={lead.client} isStaff={isStaff} />
          <Facts registration={data} />
          <Buttons registration={data} mayCompare={isStaff && !isRestricted} onAsk={ask} />
          {step && <StepDialog step={step} lead={lead} registration={data} onClose={() => ask(null)} />}
        </>
      ) : (
        <Skeleton height={isStaff ? 56 : 22} radius="md" />
      )}
    </Stack>
  )
}

interface AwaitedAnswerProps {
  readonly registration: Registration
  readonly client: ListedLead['client']
  readonly isStaff: boolean
}

/** Whose answer is awaited, and by when they mean to give it; nothing where nobody's is. */
function AwaitedAnswer({ registration: { answerBy, extension }, client, isStaff }: AwaitedAnswerProps) {
  const lines = [
    answerBy && (isStaff ? m.youAnswerBy : m.teamAnswersBy)({ day: longDate(answerBy) }),
    extension?.state === 'asked' && (isStaff ? m.youAnswerExtension() : m.teamAnswersExtension()),
    client?.word === 'asked' && m.clientAnswerAwaited({ at: longDate(client.at) }),
  ]
  return lines.map(
    (line) =>
      line && (
        <Text key={line} fz="sm" fw={500} c="var(--todo-ink)">
          {line}
        </Text>
      ),
  )
}

function Facts({ registration }: { registration: Registration }) {
  const { reason, message, extension, appeal: again, decidedBy, mergedInto } = registration
  const lines = [
    reason && m.becauseOf({ reason: refusalReasonLabels[reason] }),
    message && m.quoted({ text: message }),
    decidedBy && m.decidedBy({ decidedBy }),
    mergedInto && m.mergedWith({ number: mergedInto.number }),
    again && m.appealText({ text: again.text }),
    extension && m.extensionText({ reason: extension.reason }),
    extension?.answer && m.answerText({ answer: extension.answer }),
  ]
  return lines.map(
    (line) =>
      line && (
        <Text key={line} fz="sm" style={{ overflowWrap: 'anywhere' }}>
          {line}
        </Text>
      ),
  )
}

function Buttons({
  registration: { can },
  mayCompare,
  onAsk,
}: {
  registration: Registration
  mayCompare: boolean
  onAsk: (step: Step) => void
}) {
  const buttons: readonly (readonly [Step, string, boolean])[] = [
    ['accept', m.accept(), can.accept],
    ['refuse', m.refuse(), can.refuse],
    ['grant', m.extend(), can.answerExtension],
    ['decline', m.refuseExtension(), can.answerExtension],
    ['conflict', m.compare(), mayCompare],
    ['merge', m.mergeIt(), can.merge],
    ['handOver', m.handItOver(), can.handOver],
    ['appeal', m.askForAnotherLook(), can.appeal],
    ['extend', m.askForExtension(), can.askExtension],
  ]
  const offered = buttons.filter(([, , may]) => may)
  if (offered.length === 0) return null
  return (
    <Group gap="xs" mt={4}>
      {offered.map(([step, label]) => (
        <Button
          key={step}
          size="xs"
          variant={step === 'accept' || step === 'grant' ? 'filled' : 'default'}
          onClick={() => onAsk(step)}
        >
          {label}
        </Button>
      ))}
    </Group>
  )
}

function StepDialog({ step, lead, onClose }: { step: Step; lead: ListedLead; registration: Registration; onClose: () => void }) {
  const { id } = lead
  const company = clientName(lead)
  switch (step) {
    case 'accept':
      return (
        <ReasonDialog
          rule={mergeForm.shape.message}
          draft={`registration ${step} ${id}`}
          title={m.accept()}
          text={m.acceptItText({ company })}
          action={m.accept()}
          label={m.message()}
          description={m.neededIfNotFirst()}
          required={false}
          onClose={onClose}
          onSend={async (message) => announceAnswers(m.leadAccepted(), await accept([id], message))}
        />
      )
    case 'refuse':
      return <RefuseDialog ids={[id]} about={company} onClose={onClose} />
    case 'appeal':
      return (
        <ReasonDialog
          rule={appealForm.shape.message}
          draft={`registration ${step} ${id}`}
          title={m.askForAnotherLook()}
          text={m.anotherLookOnce()}
          action={m.sendRequest()}
          label={m.whyAnotherLook()}
          done={[m.ownAppealed(), company]}
          onSend={(message) => appeal(id, message)}
          onClose={onClose}
        />
      )
    case 'extend':
      return (
        <ReasonDialog
          rule={extensionForm.shape.reason}
          draft={`registration ${step} ${id}`}
          title={m.askForExtension()}
          text={m.extensionOnceHint()}
          action={m.sendRequest()}
          label={m.reason()}
          done={[m.extensionAskedFor(), company]}
          onSend={(message) => askExtension(id, message)}
          onClose={onClose}
        />
      )
    case 'grant':
    case 'decline':
      return (
        <ReasonDialog
          rule={step === 'decline' ? extensionForm.shape.reason : mergeForm.shape.message}
          draft={`registration ${step} ${id}`}
          danger={step === 'decline'}
          required={step === 'decline'}
          title={step === 'grant' ? m.extend() : m.refuseExtension()}
          text={m.protectionOf({ company })}
          action={step === 'grant' ? m.extend() : m.refuse()}
          label={m.message()}
          description={m.partnerReadsIt()}
          done={[step === 'grant' ? m.protectionExtended() : m.extensionRefused(), company]}
          onSend={(message) => answerExtension(id, step === 'grant', message)}
          onClose={onClose}
        />
      )
    case 'conflict':
      return (
        <Suspense>
          <ConflictDialog leadId={id} onClose={onClose} />
        </Suspense>
      )
    case 'merge':
      return (
        <Suspense>
          <MergeDialog leadId={id} about={company} onClose={onClose} />
        </Suspense>
      )
    case 'handOver':
      return (
        <Suspense>
          <HandOverDialog lead={lead} onClose={onClose} />
        </Suspense>
      )
  }
}
