import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ClientConfirmation } from '#api/client-confirmations.ts'
import type { LeadDetail } from '#api/leads.ts'
import { clientWordLabels } from '#domain/client-confirmations.ts'
import { toastFailure, toastSuccess } from '../app/toasts.ts'
import { longDate } from '../ui/dates.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import { clientWordTones } from './client-word-tones.ts'
import { askClient, confirmationQuery } from './data.ts'

/** What the client of a lead has said, in its drawer, with the button that asks them. */
export default function ClientPanel({ lead }: { lead: LeadDetail }) {
  const { data } = useQuery(confirmationQuery(lead.id))
  const [busy, setBusy] = useState(false)
  if (!data || (!data.said && !data.can.ask)) return null
  const ask = async () => {
    setBusy(true)
    try {
      await askClient(lead.id)
      toastSuccess('Question envoyée', `${lead.email} reçoit un message avec un bouton`)
    } catch (error) {
      toastFailure('Question non envoyée', error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Stack gap={6} mt="lg" component="section" aria-label="Parole du client">
      {data.said && <Said said={data.said} />}
      {data.can.ask && (
        <Group gap="xs" mt={4}>
          <Button size="xs" variant="default" loading={busy} onClick={() => void ask()}>
            {data.said ? 'Demander à nouveau au client' : 'Demander la confirmation du client'}
          </Button>
        </Group>
      )}
      {data.said && !data.said.answeredAt && data.obstacle && (
        <Text fz="xs" c="var(--ink-soft)">
          {data.obstacle}
        </Text>
      )}
    </Stack>
  )
}

function Said({ said }: { said: NonNullable<ClientConfirmation['said']> }) {
  const { word, email, mailedAt, expiresAt, answeredAt, answerName, consent, message } = said
  const isExpired = !answeredAt && expiresAt !== null && new Date(expiresAt) < new Date()
  const lines = [
    mailedAt && `Message envoyé à ${email} le ${longDate(mailedAt)}${isExpired ? ', resté sans réponse' : ''}`,
    !mailedAt && 'Aucun message ne peut être envoyé à cette adresse',
    answerName && `Le client nomme : ${answerName}`,
    consent && `Accord donné le ${longDate(consent.at)} : « ${consent.text} »`,
    message && `Message laissé : « ${message} »`,
  ]
  return (
    <>
      <Group gap="xs">
        <StatusBadge tone={clientWordTones[word]}>{clientWordLabels[word]}</StatusBadge>
        {answeredAt && (
          <Text c="var(--ink-soft)" fz="sm">
            le {longDate(answeredAt)}
          </Text>
        )}
      </Group>
      {lines.map(
        (line) =>
          line && (
            <Text key={line} fz="sm" style={{ overflowWrap: 'anywhere' }}>
              {line}
            </Text>
          ),
      )}
    </>
  )
}
