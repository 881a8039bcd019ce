import { VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { nameOf } from '#accounts/people/domain.ts'
import { clientWordEvidence } from '#leads/client-confirmations/domain.ts'
import { clientWordTones } from '#leads/client-confirmations/web/client-word-tones.ts'
import { GivenAnswers } from '#leads/client-confirmations/web/given-answers.tsx'
import { valueText } from '#leads/fields/web/value-field.ts'
import type { ReadableField } from '#leads/lead-settings/api.ts'
import { type LeadWords, stageName, useFields, useMayLackAmount, useStages } from '#leads/lead-settings/web/data.ts'
import { isBuiltIn } from '#leads/leads/domain/lead-fields.ts'
import { registrationStateLabels } from '#leads/leads/domain/registration-states.ts'
import { eventLabels } from '#operations/journal/web/event-labels.ts'
import { ownValue } from '#platform/domain/keys.ts'
import { longDate } from '#platform/web/ui/dates.ts'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { Reference } from '#platform/web/ui/reference.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { ConflictClaim } from '../api/registrations.ts'
import { m } from '../messages/messages.ts'
import { registrationTones } from './protection.ts'
import classes from './registrations.module.css'

const matchLabels = { company: m.sameCompany(), email: m.sameEmail(), phone: m.samePhone(), mark: m.markedAsDuplicate() } as const

/** A field of a lead as people read it; empty where it has none. */
function fieldOf({ lead }: ConflictClaim, field: ReadableField, mayLackAmount: boolean): string {
  const value = isBuiltIn(field.key) ? lead[field.key] : ownValue(lead.fields ?? {}, field.key)
  const isNone = value === undefined || value === '' || (field.isBuiltIn && mayLackAmount && value === 0)
  return isNone ? '' : valueText(field, value)
}

/** What is compared as it is written: what differs is marked. Notes, which are longer, stand below. */
function comparedFacts(pair: Pair, { fields, stages }: Pick<LeadWords, 'fields' | 'stages'>, mayLackAmount: boolean) {
  const values = (textOf: (claim: ConflictClaim) => string) => pair.map(textOf)
  return [
    { label: m.firstSeen(), cells: values(({ registration }) => longDate(registration.submittedAt)) },
    ...fields
      .filter(({ kind }) => kind !== 'long_text')
      .map((field) => ({ label: field.name, cells: values((claim) => fieldOf(claim, field, mayLackAmount)) })),
    { label: m.stage(), cells: values(({ lead }) => stageName(stages, lead.status)) },
  ].filter(({ cells }) => cells.some((cell) => cell !== ''))
}

/** Facts that say something about one lead alone. */
const ownFacts: readonly (readonly [string, (claim: ConflictClaim) => ReactNode])[] = [
  [m.linkedBy(), ({ matches }) => matches.map((each) => matchLabels[each]).join(', ')],
  [m.client(), (claim) => <ClientEvidence claim={claim} />],
  [m.note(), ({ lead }) => lead.notes],
  [m.comments(), ({ comments }) => comments],
  [m.history(), ({ history }) => <History history={history} />],
]

type Pair = readonly [ConflictClaim, ConflictClaim]

/** The facts of two leads of one company, line by line beside each other. */
export function ConflictFacts({ pair }: { pair: Pair }) {
  const compared = comparedFacts(pair, { stages: useStages(), fields: useFields() }, useMayLackAmount())
  // On a phone the name of a fact is a line of its own above its two cells.
  const isPhone = useMediaQuery('(width < 48em)', false, { getInitialValueInEffect: false })
  return (
    <table className={classes.facts}>
      <caption>
        <VisuallyHidden>{m.factsOfBoth()}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          {!isPhone && <td />}
          {pair.map((claim) => (
            <th key={claim.lead.id} scope="col">
              <Head claim={claim} />
            </th>
          ))}
        </tr>
      </thead>
      {compared.map(({ label, cells }) => (
        <FactRow key={label} label={label} cells={cells} differs={cells[0] !== cells[1]} isPhone={isPhone} />
      ))}
      {ownFacts.map(([label, render]) => (
        <FactRow key={label} label={label} cells={pair.map(render)} differs={false} isPhone={isPhone} />
      ))}
    </table>
  )
}

function Head({ claim: { lead, registration, isFirst } }: { claim: ConflictClaim }) {
  return (
    <>
      <strong>{nameOf(lead.partner)}</strong>
      <br />
      <Reference value={registration.number} />
      <br />
      <StatusBadge tone={registrationTones[registration.state]}>{registrationStateLabels[registration.state]}</StatusBadge>{' '}
      {isFirst && <StatusBadge tone="received">{m.firstByRule()}</StatusBadge>}
    </>
  )
}

interface FactRowProps {
  readonly label: string
  readonly cells: readonly ReactNode[]
  readonly differs: boolean
  readonly isPhone: boolean
}

function FactRow({ label, cells, differs, isPhone }: FactRowProps) {
  const head = (
    <>
      {label}
      {differs && <VisuallyHidden> {m.differs()}</VisuallyHidden>}
    </>
  )
  const values = cells.map((cell, at) => <td key={at === 0 ? 'left' : 'right'}>{cell || '—'}</td>)
  if (!isPhone)
    return (
      <tbody>
        <tr data-differs={differs || undefined}>
          <th scope="row">{head}</th>
          {values}
        </tr>
      </tbody>
    )
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={2}>
          {head}
        </th>
      </tr>
      <tr data-differs={differs || undefined}>{values}</tr>
    </tbody>
  )
}

function ClientEvidence({ claim: { lead, answers } }: { claim: ConflictClaim }) {
  if (answers.length > 0) return <GivenAnswers answers={answers} namesPartner />
  if (!lead.client) return '—'
  return (
    <StatusBadge tone={clientWordTones[lead.client.word]}>
      <span style={{ whiteSpace: 'normal' }}>
        {clientWordEvidence[lead.client.word]}, {longDate(lead.client.at)}
      </span>
    </StatusBadge>
  )
}

function History({ history }: Pick<ConflictClaim, 'history'>) {
  return (
    <ol className={classes.history}>
      {history.map(({ at, what, who }) => (
        <SoftText key={`${at} ${what}`} component="li" fz="xs">
          {m.eventOn({ day: longDate(at), event: eventLabels[what] })}
          {who && `, ${who}`}
        </SoftText>
      ))}
    </ol>
  )
}
