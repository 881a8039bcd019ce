import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { ListedLead } from '#leads/leads/api/leads.ts'
import { MailNote, mailNote } from '#platform/web/app/session/mail-note.tsx'
import { useMe } from '#platform/web/app/session/session.ts'
import { longDate } from '#platform/web/ui/dates.ts'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { ClientConfirmation } from '../api.ts'
import { clientWordLabels } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { clientWordTones } from './client-word-tones.ts'
import { confirmationQuery } from './data.ts'
import { GivenAnswers } from './given-answers.tsx'

const AskDialog = lazy(() => import('./ask-dialog.tsx'))

/** What the client of a lead has said, in its drawer, with the button that shows the mail by which they are asked. */
export default function ClientPanel({ lead, onCover }: { lead: ListedLead; onCover: (covered: boolean) => void }) {
  const { data } = useQuery(confirmationQuery(lead.id))
  const isStaff = useMe().role === 'admin'
  const [asking, setAsking] = useState(false)
  const cover = (covered: boolean) => {
    setAsking(covered)
    onCover(covered)
  }
  if (!data || (!data.said && !data.can.ask && data.answers.length === 0)) return null
  return (
    <Stack gap={6} mt="lg" component="section" aria-label={m.clientsWord()}>
      <GivenAnswers answers={data.answers} namesPartner={isStaff} />
      {data.said && <ClientWordCard clientWord={data.said} />}
      {data.can.ask && (
        <Group gap="xs" mt={4}>
          <Button size="xs" variant="default" onClick={() => cover(true)}>
            {data.said ? m.askAgain() : m.askToConfirm()}
          </Button>
        </Group>
      )}
      {(data.said || data.answers.length > 0) && !data.said?.answeredAt && data.obstacle && (
        <SoftText fz="xs">{data.obstacle}</SoftText>
      )}
      {asking && (
        <Suspense>
          <AskDialog leadId={lead.id} onClose={() => cover(false)} />
        </Suspense>
      )}
    </Stack>
  )
}

function ClientWordCard({ clientWord }: { clientWord: NonNullable<ClientConfirmation['said']> }) {
  const { word, email, mailedAt, expiresAt, answeredAt, consent, message, isOfferChosen } = clientWord
  const isExpired = !answeredAt && expiresAt !== null && new Date(expiresAt) < new Date()
  const mailText = mailNote() ? m.mailWritten : isExpired ? m.mailUnanswered : m.mailSent
  const lines = [
    mailedAt && email && mailText({ email, day: longDate(mailedAt) }),
    !mailedAt && !answeredAt && email && m.noMailToAddress(),
    consent && m.consentGiven({ at: longDate(consent.at), text: consent.text }),
    message && m.messageLeft({ message }),
    !isOfferChosen && m.offerNotChosen(),
  ]
  return (
    <>
      {!answeredAt && (
        <Group gap="xs">
          <StatusBadge tone={clientWordTones[word]}>{clientWordLabels[word]}</StatusBadge>
        </Group>
      )}
      {lines.map(
        (line) =>
          line && (
            <Text key={line} fz="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
              {line}
            </Text>
          ),
      )}
      {mailedAt && !answeredAt && <MailNote />}
    </>
  )
}
