import '@mantine/core/styles/Radio.layer.css'
import { Button, Group, Radio, Stack, Text, Textarea, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { nameOf } from '#accounts/people/domain.ts'
import { clientWordEvidence } from '#leads/client-confirmations/domain.ts'
import { clientWordTones } from '#leads/client-confirmations/web/client-word-tones.ts'
import { GivenAnswers } from '#leads/client-confirmations/web/given-answers.tsx'
import { leadStatusLabels } from '#leads/leads/domain/leads.ts'
import { eventLabels } from '#platform/domain/event-labels.ts'
import { useDraft } from '#platform/web/app/forms/draft.ts'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { useRight } from '#platform/web/app/session/rights.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { longDate } from '#platform/web/ui/dates.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { EmptyState, QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { ConflictClaim } from '../api/registrations.ts'
import { priorityRule } from '../domain/registration-priority.ts'
import { isInForce, isUnanswered, registrationStateLabels } from '../domain/registrations.ts'
import { conflictQuery, decide } from './data.ts'
import { registrationTones } from './protection.ts'

const matchLabels = { company: 'same company', email: 'same e-mail address', mark: 'marked as a possible duplicate' } as const

/** Until staff choose, the lead that the rule puts first is selected. */
const undecided = { winnerId: null as string | null, outcome: 'refuse' as 'refuse' | 'merge', message: '' }

const sides = { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(min(260px, 100%), 1fr))', gap: 12 } as const

const counts = ({ registration: { state } }: ConflictClaim) => isInForce(state) || isUnanswered(state)

/** The leads of one company side by side, with the rule's proposal and the decision. Mounted only while open. */
export default function ConflictDialog({ leadId, onClose }: { leadId: string; onClose: () => void }) {
  const query = useQuery(conflictQuery(leadId))
  const draft = useDraft(`conflict ${leadId}`, undecided)
  const leave = () => {
    draft.settle()
    onClose()
  }
  return (
    <Dialog title="Who brought it first" size="xl" onClose={leave} filled={draft.filled}>
      <QueryBoundary query={query}>
        {({ claims }) =>
          claims.length < 2 ? (
            <EmptyState title="No other lead" text="Nobody else has brought this company." />
          ) : (
            <Stack>
              <SoftText>{priorityRule.en}</SoftText>
              <div style={sides}>
                {claims.map((claim) => (
                  <Side key={claim.lead.id} claim={claim} />
                ))}
              </div>
              <Decision claims={claims.filter(counts)} draft={draft} onDecided={leave} />
            </Stack>
          )
        }
      </QueryBoundary>
    </Dialog>
  )
}

function Side({ claim }: { claim: ConflictClaim }) {
  const { lead, registration, history, answers, comments, matches, isFirst } = claim
  return (
    <Stack className="surface" p="md" gap={6} component="section" aria-label={registration.number}>
      <Group gap="xs">
        <StatusBadge tone={registrationTones[registration.state]}>{registrationStateLabels[registration.state]}</StatusBadge>
        {isFirst && <StatusBadge tone="received">First by the rule</StatusBadge>}
      </Group>
      <Title order={3} fz={16} style={{ overflowWrap: 'anywhere' }}>
        {lead.company}
      </Title>
      <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
        {lead.name} · {lead.email}
      </Text>
      <Text fz="sm">
        {nameOf(lead.partner)} · {leadStatusLabels[lead.status]}
      </Text>
      <Text fz="sm">
        <span className="figure">{registration.number}</span> · first seen {longDate(registration.submittedAt)}
      </Text>
      <SoftText>
        {[...matches.map((each) => matchLabels[each]), comments === 1 ? '1 comment' : `${comments} comments`].join(', ')}
      </SoftText>
      <GivenAnswers answers={answers} lang="en" namesPartner />
      {lead.client && answers.length === 0 && (
        <Group gap="xs">
          <StatusBadge tone={clientWordTones[lead.client.word]}>{clientWordEvidence[lead.client.word]}</StatusBadge>
          <SoftText>{longDate(lead.client.at)}</SoftText>
        </Group>
      )}
      {lead.notes && (
        <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
          {lead.notes}
        </Text>
      )}
      <Stack component="ol" gap={2} m={0} pl="md">
        {history.map(({ at, what, who }) => (
          <SoftText key={`${at} ${what}`} component="li" fz="xs">
            {longDate(at)}: {eventLabels[what]}
            {who && `, ${who}`}
          </SoftText>
        ))}
      </Stack>
    </Stack>
  )
}

interface DecisionProps {
  readonly claims: readonly ConflictClaim[]
  readonly draft: {
    readonly values: typeof undecided
    readonly set: (next: (before: typeof undecided) => typeof undecided) => void
  }
  readonly onDecided: () => void
}

function Decision({ claims, draft: { values, set }, onDecided }: DecisionProps) {
  const mayDecide = useRight('leads')
  const { outcome, message } = values
  const winnerId = values.winnerId ?? claims.find(({ isFirst }) => isFirst)?.lead.id ?? ''
  const { busy, run: send } = useAction(async (loserId: string) => {
    await decide({ winnerId, loserId, outcome, message: message.trim() })
    toastSuccess('Decided', 'Both partners get a mail of their own')
    onDecided()
  })
  const loser = claims.find(({ lead }) => lead.id !== winnerId)
  const isPrescribed = claims.some(({ lead, isFirst }) => isFirst && lead.id === winnerId)
  if (claims.length < 2 || !loser || !mayDecide) return null
  return (
    <Stack gap="sm">
      <Radio.Group label="Decide for" value={winnerId} onChange={(id) => set((before) => ({ ...before, winnerId: id }))}>
        <Stack gap={4} mt={4}>
          {claims.slice(0, 2).map(({ lead, registration, isFirst }) => (
            <Radio
              key={lead.id}
              value={lead.id}
              label={`${registration.number}, ${nameOf(lead.partner)}${isFirst ? ' (first by the rule)' : ''}`}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Radio.Group
        label="The other one is"
        value={outcome}
        onChange={(value) => set((before) => ({ ...before, outcome: value === 'merge' ? 'merge' : 'refuse' }))}
      >
        <Group mt={4}>
          <Radio value="refuse" label="refused (Déjà apporté)" />
          <Radio value="merge" label="merged into it" />
        </Group>
      </Radio.Group>
      <Textarea
        label="Reason"
        description="Both partners read it, neither learns of the other: leave their names out. Needed against the rule"
        required={!isPrescribed}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={1000}
        value={message}
        onChange={({ currentTarget: { value } }) => set((before) => ({ ...before, message: value }))}
      />
      <Group justify="flex-end">
        <Button loading={busy} onClick={() => send(loser.lead.id)}>
          Decide
        </Button>
      </Group>
    </Stack>
  )
}
