import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { ListedLead } from '#leads/leads/api/leads.ts'
import { ReasonDialog } from '#platform/web/app/forms/reason-dialog.tsx'
import { useMe } from '#platform/web/app/session/session.ts'
import { longDate } from '#platform/web/ui/dates.ts'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { Reference } from '#platform/web/ui/reference.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { appealForm, extensionForm, mergeForm, type Registration } from '../api/registrations.ts'
import { ownRegistrationLabels, refusalReasonLabels } from '../domain/registrations.ts'
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
  /** A dialog is open on top of the drawer. */
  readonly onCover: (covered: boolean) => void
}

/** Who brought a lead first, in its drawer: protection, number, whose answer is awaited, reasons, and what the reader may do. */
export default function RegistrationPanel({ lead, onCover }: PanelProps) {
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
    <Stack gap={4} component="section" aria-label="Inscription">
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
            <Reference value={data.number} lang="fr" />, envoyée le {longDate(data.submittedAt)}
          </SoftText>
          <AwaitedAnswer registration={data} client={lead.client} isStaff={isStaff} />
          <Facts registration={data} />
          <Buttons registration={data} isStaff={isStaff} onAsk={ask} />
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
  const team = isStaff ? 'À vous de répondre' : 'Réponse de l’équipe attendue'
  const lines = [
    answerBy && `${team} avant le ${longDate(answerBy)}`,
    extension?.state === 'asked' && `${team} sur la prolongation`,
    client?.word === 'asked' && `Réponse du client attendue depuis le ${longDate(client.at)}`,
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
    reason && `Motif : ${refusalReasonLabels[reason]}`,
    message && `« ${message} »`,
    decidedBy && `Décision de ${decidedBy}`,
    mergedInto && `Regroupé avec ${mergedInto.number}`,
    again && `Réexamen demandé : « ${again.text} »`,
    extension && `Prolongation demandée : « ${extension.reason} »`,
    extension?.answer && `Réponse : « ${extension.answer} »`,
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
  isStaff,
  onAsk,
}: {
  registration: Registration
  isStaff: boolean
  onAsk: (step: Step) => void
}) {
  const buttons: readonly (readonly [Step, string, boolean])[] = [
    ['accept', 'Accepter', can.accept],
    ['refuse', 'Refuser', can.refuse],
    ['grant', 'Prolonger', can.answerExtension],
    ['decline', 'Refuser la prolongation', can.answerExtension],
    ['conflict', 'Comparer', isStaff],
    ['merge', 'Regrouper', can.merge],
    ['handOver', 'Confier à un autre', can.handOver],
    ['appeal', 'Demander un réexamen', can.appeal],
    ['extend', 'Demander une prolongation', can.askExtension],
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
  const { id, company } = lead
  const readBy = 'L’apporteur le lit'
  switch (step) {
    case 'accept':
      return (
        <ReasonDialog
          rule={mergeForm.shape.message}
          draft={`registration ${step} ${id}`}
          lang="fr"
          title="Accepter"
          text={`Accepter l’inscription de ${company} ? Elle est protégée à partir de maintenant.`}
          action="Accepter"
          label="Message"
          description={`${readBy} ; obligatoire si un autre lead de cette société est arrivé avant`}
          required={false}
          onClose={onClose}
          onSend={async (message) => announceAnswers('Lead accepté', await accept([id], message))}
        />
      )
    case 'refuse':
      return <RefuseDialog ids={[id]} about={company} onClose={onClose} />
    case 'appeal':
      return (
        <ReasonDialog
          rule={appealForm.shape.message}
          draft={`registration ${step} ${id}`}
          lang="fr"
          title="Demander un réexamen"
          text="L’équipe examine votre inscription une seconde fois, et une seule."
          action="Envoyer la demande"
          label="Pourquoi"
          done={['Réexamen demandé', company]}
          onSend={(message) => appeal(id, message)}
          onClose={onClose}
        />
      )
    case 'extend':
      return (
        <ReasonDialog
          rule={extensionForm.shape.reason}
          draft={`registration ${step} ${id}`}
          lang="fr"
          title="Demander une prolongation"
          text="La protection d’un lead peut être prolongée une fois. Dites où en est l’affaire."
          action="Envoyer la demande"
          label="Motif"
          done={['Prolongation demandée', company]}
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
          lang="fr"
          danger={step === 'decline'}
          required={step === 'decline'}
          title={step === 'grant' ? 'Prolonger' : 'Refuser la prolongation'}
          text={`Protection de ${company}.`}
          action={step === 'grant' ? 'Prolonger' : 'Refuser'}
          label="Message"
          description={readBy}
          done={[step === 'grant' ? 'Protection prolongée' : 'Prolongation refusée', company]}
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
