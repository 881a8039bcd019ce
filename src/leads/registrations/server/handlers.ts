import { isShown } from '#leads/leads/server/restricted-guards.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { type Call, type Handlers, slice } from '#platform/server/http/bind.ts'
import { sortedPage } from '#platform/server/http/lists/listing.ts'
import { type Registration, registrationRoutes } from '../api/registrations.ts'
import { m } from '../messages/messages.ts'
import { acceptRegistrations, mergeRegistration, refuseRegistrations } from './answer-commands.ts'
import { readConflict } from './conflict.ts'
import { decideConflict } from './conflict-commands.ts'
import { registrationEventHandlers } from './event-handlers.ts'
import { handOverLead } from './hand-over-commands.ts'
import { answerExtension, appealRefusal, askForExtension } from './partner-commands.ts'
import { registrationData } from './personal-data.ts'
import { presentListed, presentRegistration } from './present.ts'
import { findDecision, findRegistration, listRegistrations, readClaims, registrationRules } from './queries.ts'

async function registrationNow(call: Call, leadId: string): Promise<Registration> {
  const { tx, actor } = call
  const [row, decision, claims, { registration_hours: hours }] = await Promise.all([
    findRegistration(tx, leadId),
    actor.kind === 'admin' ? findDecision(tx, leadId) : null,
    actor.kind === 'admin' ? readClaims(tx, [leadId]) : [],
    registrationRules(tx),
  ])
  if (!row || !isShown(row, call)) throw new Refusal('not_found', m.noSuchLead())
  return presentRegistration(row, decision, claims, hours, actor)
}

const registrationHandlers: Handlers<typeof registrationRoutes> = {
  listRegistrations: async ({ tx, actor, now, query }) => {
    const { registration_hours: hours } = await registrationRules(tx)
    const { items, nextCursor } = sortedPage(await listRegistrations(tx, query, { now, hours }), query.limit, (row) => row)
    const claims = await readClaims(
      tx,
      items.map(({ lead_id }) => lead_id),
    )
    return { items: items.map((row) => presentListed(row, claims, { now, hours, actor })), nextCursor }
  },
  acceptRegistrations: (call) => acceptRegistrations(call, call.body),
  refuseRegistrations: (call) => refuseRegistrations(call, call.body),
  getRegistration: (call) => registrationNow(call, call.params.id),
  mergeRegistration: async (call) => {
    await mergeRegistration(call, call.params.id, call.body)
    return registrationNow(call, call.params.id)
  },
  appealRefusal: async (call) => {
    await appealRefusal(call, call.params.id, call.body.message)
    return registrationNow(call, call.params.id)
  },
  askForExtension: async (call) => {
    await askForExtension(call, call.params.id, call.body.reason)
    return registrationNow(call, call.params.id)
  },
  answerExtension: async (call) => {
    await answerExtension(call, call.params.id, call.body)
    return registrationNow(call, call.params.id)
  },
  getConflict: (call) => readConflict(call, call.params.id),
  decideConflict: async (call) => {
    await decideConflict(call, call.body)
    return readConflict(call, call.body.winnerId)
  },
  handOverLead: async (call) => {
    await handOverLead(call, call.params.id, call.body)
    return registrationNow(call, call.params.id)
  },
}

export const registrationSlice = slice({
  routes: registrationRoutes,
  handlers: registrationHandlers,
  mails: registrationEventHandlers,
  constraints: {
    leads_signed_refused: ['registration_refused', m.refusedLeadNotSigned],
    leads_signed_elsewhere: ['company_held', m.heldLeadNotSigned],
    commissions_registered: ['registration_undecided', m.registrationUnanswered],
    lead_registrations_first: ['registration_conflict', m.otherLeadFirst],
    lead_registrations_forward: ['registration_answered', m.registrationAnswered],
    lead_registrations_appeal_once: ['registration_step_impossible', m.reviewOnce],
    lead_registrations_extension_once: ['registration_step_impossible', m.extensionOnce],
    lead_registrations_own: ['own_registration', m.ownLead],
  },
  personalData: registrationData,
})
