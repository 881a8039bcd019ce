import { Alert, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { PartnerRole } from '#access/domain/actor.ts'
import { partnerRoleLabels } from '#accounts/people/domain.ts'
import { LongText } from '#platform/web/ui/fields/long-text.tsx'
import type { MovePreview, SplitPreview } from '../api.ts'
import { m } from '../messages/messages.ts'
import classes from './preview.module.css'

type Party = Pick<MovePreview['from'], 'name' | 'company'>
type MovingPerson = MovePreview['people'][number]

/** A partner in a sentence: its company, or its main person where it has no other name. */
export const partyName = ({ name, company }: Party) => company || name

interface PreviewProps {
  readonly from: Party
  /** Null for a partner that begins. */
  readonly to: Party | null
  readonly facts: readonly (readonly [name: string, value: ReactNode])[]
}

/** What a change would do, from the one partner to the other. */
export function Preview({ from, to, facts }: PreviewProps) {
  return (
    <section className={classes.preview} aria-label={m.whatHappens()}>
      <p className={classes.pair}>
        <PartyWords party={from} />
        <span aria-hidden="true">→</span>
        {to ? <PartyWords party={to} /> : <strong>{m.newPartner()}</strong>}
      </p>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function PartyWords({ party }: { readonly party: Party }) {
  return (
    <span>
      <strong>{partyName(party)}</strong>
      {party.company && <span className={classes.soft}>{party.name}</span>}
    </span>
  )
}

interface PeopleLinesProps {
  readonly people: readonly MovingPerson[]
  readonly becomes: (person: MovingPerson) => PartnerRole
}

/** Who goes along, and what each becomes. */
export function PeopleLines({ people, becomes }: PeopleLinesProps) {
  return people.map((person) => {
    const [before, after] = [partnerRoleLabels[person.role], partnerRoleLabels[becomes(person)]]
    return (
      <p key={person.id}>
        {person.fullName}{' '}
        <span className={classes.soft}>
          {before === after ? before : m.roleBecomes({ before, after })}
          {!person.joined && ` · ${m.invited()}`}
        </span>
      </p>
    )
  })
}

interface LeadLinesProps {
  readonly going: number
  readonly staying: number
  readonly from: Party
  /** Null for a partner that begins. */
  readonly to: Party | null
  /** Why leads stay. */
  readonly why: string
}

export function LeadLines({ going, staying, from, to, why }: LeadLinesProps) {
  return (
    <>
      <p>{to ? m.leadsGo({ count: going, to: partyName(to) }) : m.leadsGoAlong({ count: going })}</p>
      {staying > 0 && (
        <p className={classes.soft}>
          {m.leadsStay({ count: staying, from: partyName(from) })} {why}
        </p>
      )}
    </>
  )
}

interface MovingPreviewProps {
  readonly from: Party
  /** Null as long as a new partner has no name. */
  readonly to: Party | null
  readonly preview: Pick<SplitPreview, 'people' | 'leads'>
  readonly becomes: PeopleLinesProps['becomes']
  /** Whether open leads go along. */
  readonly withLeads: boolean
  /** A partner that begins is not named where leads go to it. */
  readonly isNew?: boolean
}

/** What it means that people leave for another partner, or for one that begins. */
export function MovingPreview({ from, to, preview: { people, leads }, becomes, withLeads, isNew = false }: MovingPreviewProps) {
  return (
    <Preview
      from={from}
      to={to}
      facts={[
        [m.people(), <PeopleLines key="people" people={people} becomes={becomes} />],
        [
          m.leads(),
          <LeadLines
            key="leads"
            going={withLeads ? leads.going : 0}
            staying={withLeads ? leads.staying : leads.going + leads.staying}
            from={from}
            to={isNew ? null : to}
            why={withLeads ? m.whyLeadsStay() : ''}
          />,
        ],
      ]}
    />
  )
}

interface ObstaclesProps {
  readonly texts: readonly string[]
  readonly checking: boolean
  readonly onCheck: () => void
}

/** What has to be done before; nothing where nothing has to. */
export function Obstacles({ texts, checking, onCheck }: ObstaclesProps) {
  if (texts.length === 0) return null
  return (
    <Alert color="yellow" role="status" styles={{ title: { color: 'var(--ink)' } }} title={m.firstToDo({ count: texts.length })}>
      {texts.map((text) => (
        <p key={text} style={{ margin: '0 0 8px' }}>
          {text}
        </p>
      ))}
      <Button size="compact-sm" variant="default" loading={checking} onClick={onCheck}>
        {m.checkAgain()}
      </Button>
    </Alert>
  )
}

interface ReasonFieldProps {
  readonly field: { readonly name: string; readonly value: string; readonly error?: string | undefined }
  /** Who reads it later. */
  readonly hint: string
  readonly wasOutdated: boolean
}

/** Why it is done; and, before it is confirmed again, that something has changed. */
export function ReasonField({ field, hint, wasOutdated }: ReasonFieldProps) {
  return (
    <>
      <LongText label={m.reason()} description={hint} required minRows={2} maxRows={8} max={1000} {...field} />
      {wasOutdated && (
        <Alert color="yellow" role="status" styles={{ title: { color: 'var(--ink)' } }} title={m.changedMeanwhile()}>
          {m.changedMeanwhileText()}
        </Alert>
      )}
    </>
  )
}
