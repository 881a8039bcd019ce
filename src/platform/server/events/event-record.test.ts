import { expect, test } from 'vitest'
import { type EventRecord, type NewEvent, readEvent, statusChange } from './event-record.ts'
import { payloadField } from './payload-field.ts'

const id = '01900000-0000-7000-8000-000000000001'
const about = { subjectId: id, audience: { kind: 'staff' } } as const

/** A compile-time test: `tsc -p tsconfig.tests.json` reports unused @ts-expect-error directives. */
const events: NewEvent[] = [
  { name: 'lead.moved', ...about, before: { status: 'nouveau' }, after: { status: 'signe' } },
  { name: 'lead.signed', ...about },
  // @ts-expect-error: the status before is missing
  { name: 'lead.moved', ...about, after: { status: 'signe' } },
  // @ts-expect-error: the commission's tier is missing
  {
    name: 'commission.validated',
    ...about,
    before: { status: 'en_attente', tierId: id },
    after: { status: 'valide', amountCents: 1 },
  },
  // @ts-expect-error: a tier is named by its id
  { name: 'commission.validated', ...about, before: { status: 'en_attente', tierName: 'Bronze' }, after: { status: 'valide' } },
  // @ts-expect-error: this event has no payload
  { name: 'lead.signed', ...about, after: { name: 'Paul' } },
  // @ts-expect-error: there is no such event
  { name: 'lead.painted', ...about },
]

function reasonOf(event: EventRecord): string | null {
  if (event.name === 'contract.revoked') return event.after.reason
  // @ts-expect-error: other events have no reason
  return event.name === 'lead.moved' ? event.after.reason : null
}

test('an event has the payload type of its name, and code that reads another field does not compile', () => {
  expect(events.map(({ name }) => name)).toContain('lead.moved')
  const row = { id, occurred_at: new Date(0), actor_id: null, subject_id: id, partner_id: null }
  const revoked = readEvent({
    ...row,
    name: 'contract.revoked' as const,
    before: { status: 'signe' },
    after: { status: 'en_attente', reason: 'Erreur' },
  })
  expect(reasonOf(revoked)).toBe('Erreur')
  expect(statusChange(revoked)).toEqual({ from: 'signe', to: 'en_attente' })
  const commented = readEvent({ ...row, name: 'lead.commented' as const, before: null, after: { commentId: id } })
  expect(statusChange(commented)).toEqual({ from: null, to: null })
})

test('a payload field in SQL must exist in its event', () => {
  // @ts-expect-error: a comment has no lead
  expect(payloadField('e', 'lead.commented', 'after', 'leadId')).toBeDefined()
  expect(payloadField('e', 'lead.commented', 'after', 'commentId')).toBeDefined()
})
