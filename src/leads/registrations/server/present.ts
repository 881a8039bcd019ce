import { type Actor, isOwnPartner } from '#access/domain/actor.ts'
import { isUnanswered } from '#leads/leads/domain/registration-states.ts'
import { clientOf, listedFields } from '#leads/leads/server/present.ts'
import { wonStage } from '#leads/stages/domain/stages.ts'
import { isLate } from '#platform/domain/deadlines.ts'
import type { ListedRegistration, Registration } from '../api/registrations.ts'
import { firstByRule, inOrderOfPriority } from '../domain/registration-priority.ts'
import { answerBy, registrationAbilities } from '../domain/registrations.ts'
import type { CompanyClaim, findDecision, ListedRow, RegistrationRow } from './queries.ts'

/** What staff, and the lead's partner, see of a registration. */
export function registrationFields(row: RegistrationRow) {
  const { extension_state: extension, extension_asked_at: askedAt, appealed_at: appealedAt } = row
  return {
    state: row.state,
    number: row.number,
    submittedAt: row.submitted_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    reason: row.reason,
    message: row.message,
    protectedUntil: row.protected_until?.toISOString() ?? null,
    extension:
      extension && askedAt
        ? {
            state: extension,
            askedAt: askedAt.toISOString(),
            reason: row.extension_reason,
            answeredAt: row.extension_answered_at?.toISOString() ?? null,
            answer: row.extension_answer,
          }
        : null,
    appeal: appealedAt && { at: appealedAt.toISOString(), text: row.appeal },
  }
}

/** `claims`: of the lead's company, that lead's own among them; none for partners, who do not learn of others. */
export function abilitiesOf(row: RegistrationRow, claims: readonly CompanyClaim[], actor: Actor) {
  return registrationAbilities(
    {
      state: row.state,
      appealed: row.appealed_at !== null,
      isSigned: row.status === wonStage,
      protectedUntil: row.protected_until,
      extension: row.extension_state,
      hasRival: rivalsOf(row, claims) > 0,
      isRestricted: row.restricted_at !== null,
    },
    { isStaff: actor.kind === 'admin' && actor.rights.includes('leads'), isOwn: isOwnPartner(actor, row.partner_id) },
  )
}

function rivalsOf({ lead_id }: RegistrationRow, claims: readonly CompanyClaim[]): number {
  return inOrderOfPriority(claims).filter(({ leadId }) => leadId !== lead_id).length
}

/** By when staff mean to answer; null unless it waits. */
export function dueAt(row: RegistrationRow, hours: number): Date | null {
  if (!isUnanswered(row.state)) return null
  return new Date(answerBy({ submittedAt: row.submitted_at, appealedAt: row.appealed_at }, hours))
}

/** The only serializer for a registration. `decision` is for staff alone. */
export function presentRegistration(
  row: RegistrationRow,
  decision: Awaited<ReturnType<typeof findDecision>> | null,
  claims: readonly CompanyClaim[],
  hours: number,
  actor: Actor,
): Registration {
  return {
    ...registrationFields(row),
    answerBy: dueAt(row, hours)?.toISOString() ?? null,
    decidedBy: decision?.decided_by ?? null,
    mergedInto: decision?.merged_into && decision.into_number ? { id: decision.merged_into, number: decision.into_number } : null,
    can: abilitiesOf(row, claims, actor),
  }
}

/** A row of the list for staff, with the other leads of its company. */
export function presentListed(
  row: ListedRow,
  claims: readonly CompanyClaim[],
  { now, hours, actor }: { now: Date; hours: number; actor: Actor },
): ListedRegistration {
  const ofCompany = claims.filter(({ subject }) => subject === row.lead_id)
  const due = dueAt(row, hours)
  const { accept, refuse, answerExtension } = abilitiesOf(row, ofCompany, actor)
  return {
    id: row.lead_id,
    name: row.name,
    company: row.company,
    status: row.status,
    estimatedAmountCents: row.estimated_amount_cents,
    offerType: row.offer_type,
    notes: row.notes,
    client: clientOf(row),
    fields: listedFields(row),
    partner: { id: row.partner_id, name: row.partner_name, deleted: row.partner_deleted_at !== null },
    ...registrationFields(row),
    answerBy: due?.toISOString() ?? null,
    isLate: due !== null && isLate(due, now),
    rivals: rivalsOf(row, ofCompany),
    isFirst: firstByRule(ofCompany)?.leadId === row.lead_id,
    can: { accept, refuse, answerExtension },
  }
}
