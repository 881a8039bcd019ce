import { Group, Stack, Text } from '@mantine/core'
import { longDate } from '#platform/web/ui/dates.ts'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { GivenAnswer } from '../api.ts'
import { clientAnswerSubjectLabels, clientWordEvidence, clientWordLabels } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { clientWordTones } from './client-word-tones.ts'

interface GivenAnswersProps {
  readonly answers: readonly GivenAnswer[]
  /** For staff: an answer may be about a partner who had the lead before. */
  readonly namesPartner: boolean
}

/** Lists every answer that the client of a lead has given: no answer replaces another. */
export function GivenAnswers({ answers, namesPartner }: GivenAnswersProps) {
  if (answers.length === 0) return null
  // Staff read who says what; a partner knows whose contact it is.
  const labels = namesPartner ? clientWordEvidence : clientWordLabels
  return (
    <Stack gap={6} component="ul" m={0} p={0} aria-label={m.givenAnswers()} style={{ listStyle: 'none' }}>
      {answers.map(({ answer, at, email, company, partner, name, about }) => (
        <li key={`${at} ${email}`}>
          <Group gap="xs">
            <StatusBadge tone={clientWordTones[answer]}>{labels[answer]}</StatusBadge>
            <Text fz="sm">{longDate(at)}</Text>
          </Group>
          <SoftText style={{ overflowWrap: 'anywhere' }}>
            {[email, company, ...(namesPartner ? [partner] : [])].filter(Boolean).join(' · ')}
          </SoftText>
          {about !== 'lead' && <SoftText>{clientAnswerSubjectLabels[about]}</SoftText>}
          {name && (
            <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
              {m.clientNames({ name })}
            </Text>
          )}
        </li>
      ))}
    </Stack>
  )
}
