import { isUnanswered } from '#leads/leads/domain/registration-states.ts'
import { m } from '../messages/messages.ts'
import '@mantine/core/styles/Radio.layer.css'
import { Button, Group, NativeSelect, Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRight } from '#access/web/rights.ts'
import { nameOf } from '#accounts/people/domain.ts'
import { useDraft } from '#platform/web/app/forms/draft.ts'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { mailNote } from '#platform/web/app/session/mail-note.tsx'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { LongText } from '#platform/web/ui/fields/long-text.tsx'
import { EmptyState, QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { ConflictClaim } from '../api/registrations.ts'
import { isInForce } from '../domain/registrations.ts'
import { ConflictFacts } from './conflict-facts.tsx'
import { conflictQuery, decide } from './data.ts'
import classes from './registrations.module.css'

/** Until staff choose, the lead that the rule puts first is selected. */
const undecided = { winnerId: null as string | null, outcome: 'refuse' as 'refuse' | 'merge', message: '' }

interface Draft {
  readonly values: typeof undecided
  readonly set: (next: (before: typeof undecided) => typeof undecided) => void
}

const counts = ({ registration: { state } }: ConflictClaim) => isInForce(state) || isUnanswered(state)
const titleOf = ({ lead, registration: { number }, isFirst }: ConflictClaim) => {
  const partner = nameOf(lead.partner)
  return isFirst ? m.firstClaim({ number, partner }) : `${number}, ${partner}`
}

/** Two leads of one company side by side, with the rule's proposal and the decision. */
export default function ConflictDialog({ leadId, onClose }: { leadId: string; onClose: () => void }) {
  const query = useQuery(conflictQuery(leadId))
  const draft = useDraft(`conflict ${leadId}`, undecided)
  const leave = () => {
    draft.markPristine()
    onClose()
  }
  return (
    <Dialog title={m.whoWasFirst()} size={880} onClose={leave} dirty={draft.dirty}>
      <QueryBoundary query={query}>
        {({ claims }) => <Comparison claims={claims} leadId={leadId} draft={draft} onDecided={leave} />}
      </QueryBoundary>
    </Dialog>
  )
}

interface ComparisonProps {
  readonly claims: readonly ConflictClaim[]
  readonly leadId: string
  readonly draft: Draft
  readonly onDecided: () => void
}

/** The first lead by the rule, beside the one that was asked about or another that is chosen. */
function Comparison({ claims: [first, ...others], leadId, draft, onDecided }: ComparisonProps) {
  const [chosenId, setChosen] = useState<string | null>(null)
  const preferred = others.find(({ lead }) => lead.id === leadId) ?? others.find(counts) ?? others[0]
  const second = others.find(({ lead }) => lead.id === chosenId) ?? preferred
  if (!first || !second) return <EmptyState title={m.noOtherLead()} text={m.nobodyElse()} />
  return (
    <Stack>
      {others.length > 1 && (
        <NativeSelect
          label={m.compareWith()}
          data={others.map((claim) => ({ value: claim.lead.id, label: titleOf(claim) }))}
          value={second.lead.id}
          onChange={({ currentTarget: { value } }) => setChosen(value)}
        />
      )}
      <ConflictFacts pair={[first, second]} />
      <SoftText>{m.priorityRule()}</SoftText>
      <Decision claims={[first, second].filter(counts)} draft={draft} onDecided={onDecided} />
    </Stack>
  )
}

type DecisionProps = Pick<ComparisonProps, 'claims' | 'draft' | 'onDecided'>

/** Stays in sight below the facts. A reason is asked for where the decision goes against the rule. */
function Decision({ claims, draft: { values, set }, onDecided }: DecisionProps) {
  const mayDecide = useRight('leads')
  const [explains, setExplains] = useState(false)
  const { outcome, message } = values
  const winner = claims.find(({ lead }) => lead.id === values.winnerId) ?? claims.find(({ isFirst }) => isFirst)
  const loser = claims.find((claim) => claim !== winner)
  const { busy, run: send } = useAction(async (winnerId: string, loserId: string) => {
    await decide({ winnerId, loserId, outcome, message: message.trim() })
    toastSuccess(m.decided(), mailNote() ?? m.bothGetMail())
    onDecided()
  })
  if (!winner || !loser || !mayDecide) return null
  return (
    <div className={classes.decision}>
      <Radio.Group
        aria-label={m.decideFor()}
        value={winner.lead.id}
        onChange={(id) => set((before) => ({ ...before, winnerId: id }))}
      >
        <div className={classes.choices}>
          {claims.map((claim) => (
            <Radio key={claim.lead.id} value={claim.lead.id} label={titleOf(claim)} />
          ))}
        </div>
      </Radio.Group>
      <Radio.Group
        aria-label={m.otherOneIs()}
        value={outcome}
        onChange={(value) => set((before) => ({ ...before, outcome: value === 'merge' ? 'merge' : 'refuse' }))}
      >
        <div className={classes.choices}>
          <Radio value="refuse" label={m.otherIsRefused()} />
          <Radio value="merge" label={m.mergedIntoIt()} />
        </div>
      </Radio.Group>
      {(explains || message !== '' || !winner.isFirst) && (
        <LongText
          label={m.reason()}
          description={m.bothReadReason()}
          required={!winner.isFirst}
          minRows={1}
          maxRows={4}
          max={1000}
          value={message}
          onChange={({ currentTarget: { value } }) => set((before) => ({ ...before, message: value }))}
        />
      )}
      <Group justify="flex-end" gap="xs">
        {!explains && message === '' && winner.isFirst && (
          <Button variant="subtle" onClick={() => setExplains(true)}>
            {m.addReason()}
          </Button>
        )}
        <Button loading={busy} onClick={() => send(winner.lead.id, loser.lead.id)}>
          {m.decide()}
        </Button>
      </Group>
    </div>
  )
}
