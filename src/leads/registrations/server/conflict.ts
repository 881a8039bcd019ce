import { readAnswers } from '#leads/client-confirmations/server/answer-queries.ts'
import { readStaffFields } from '#leads/fields/server/queries.ts'
import { type LeadHistoryEvent, leadHistoryEvents } from '#leads/leads/domain/lead-history.ts'
import { isKnownByPhone } from '#leads/leads/domain/whole-phone.ts'
import { presentLead } from '#leads/leads/server/present.ts'
import { findLead, type SeenLead } from '#leads/leads/server/queries.ts'
import { isShown } from '#leads/leads/server/restricted-guards.ts'
import { foldText } from '#platform/domain/fold-text.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { Call } from '#platform/server/http/bind.ts'
import type { ConflictCase, ConflictClaim } from '../api/registrations.ts'
import { inOrderOfPriority } from '../domain/registration-priority.ts'
import { m } from '../messages/messages.ts'
import { dueAt, registrationFields } from './present.ts'
import { findRegistration, readClaims, registrationRules } from './queries.ts'

/** At most so many leads of a company are compared; the first ones by the rule. */
const maxClaims = 6
const maxEvents = 12

/** What speaks for a lead: its first events, by whom. */
const shownEvents = leadHistoryEvents.filter(
  (name) =>
    name.startsWith('registration.') ||
    ['lead.created', 'lead.introduced', 'lead.client_answered', 'lead.moved', 'lead.signed', 'lead.handed_over'].includes(name),
)

function readHistory(tx: Tx, leadId: string) {
  return tx
    .selectFrom('events as e')
    .leftJoin('profiles as p', 'p.user_id', 'e.actor_id')
    .select(['e.occurred_at', 'e.name', 'p.full_name'])
    .where('e.subject_id', '=', leadId)
    .where('e.name', 'in', shownEvents)
    .$narrowType<{ name: LeadHistoryEvent }>()
    .orderBy('e.occurred_at')
    .orderBy('e.seq')
    .limit(maxEvents)
    .execute()
}

/** The lead and the others of its company, in the order of the rule; the lead that was asked about is always among them. */
export async function readConflict(call: Call, leadId: string): Promise<ConflictCase> {
  const { tx } = call
  const lead = await findLead(tx, leadId)
  if (!lead || !isShown(lead, call)) throw new Refusal('not_found', m.noSuchLead())
  const [claims, { registration_hours: hours }, marked] = await Promise.all([
    readClaims(tx, [leadId]),
    registrationRules(tx),
    lead.possible_duplicate_of,
  ])
  const ordered = inOrderOfPriority(claims).map((claim) => claim.leadId)
  // Claims that no longer count follow, and so does a lead that is linked by its duplicate mark alone.
  const ids = [...new Set([...ordered, leadId, ...(marked ? [marked] : []), ...claims.map((claim) => claim.leadId)])]
  const claimRows = await Promise.all(ids.slice(0, maxClaims).map((id) => readClaim(call, id)))
  const visibleClaims = claimRows.flatMap((each) => each ?? [])
  return {
    claims: visibleClaims.map(({ row, registration, history, answers, comments, staffFields }): ConflictClaim => {
      const matches = [
        ...(row.id === leadId ? [] : sharedWays(row, lead)),
        ...(row.possible_duplicate_of ? (['mark'] as const) : []),
      ]
      return {
        lead: presentLead(row, { originals: new Map(), staffFields }, call),
        registration: registrationFields(registration),
        answerBy: dueAt(registration, hours)?.toISOString() ?? null,
        history: history.map((event) => ({ at: event.occurred_at.toISOString(), what: event.name, who: event.full_name })),
        answers,
        comments,
        matches,
        isFirst: row.id === ordered[0],
      }
    }),
  }
}

type Reached = Pick<SeenLead, 'email' | 'company' | 'company_key' | 'phone_key' | 'trader_hash'>

/** How two leads are of one client: the ways by which the database compares them (`app.leads_of_company`). */
function sharedWays(one: Reached, other: Reached) {
  const byPhone = isKnownByPhone(one) || isKnownByPhone(other)
  const isSameCompany =
    one.company === '' || other.company === ''
      ? one.trader_hash !== '' && one.trader_hash === other.trader_hash
      : one.company_key === other.company_key
  return [
    ...(isSameCompany ? (['company'] as const) : []),
    ...(one.email !== '' && foldText(one.email) === foldText(other.email) ? (['email'] as const) : []),
    ...(byPhone && one.phone_key !== '' && one.phone_key === other.phone_key ? (['phone'] as const) : []),
  ]
}

async function readClaim(call: Call, id: string) {
  const { tx, actor, portal } = call
  const [row, registration, history, comments, staffFields] = await Promise.all([
    findLead(tx, id),
    findRegistration(tx, id),
    readHistory(tx, id),
    tx
      .selectFrom('lead_comments')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('lead_id', '=', id)
      .executeTakeFirstOrThrow(),
    readStaffFields(tx, [id]),
  ])
  if (!row || !registration || !isShown(row, call)) return null
  const answers = await readAnswers(tx, portal.config, actor, row)
  return { row, registration, history, answers, comments: comments.count, staffFields }
}
