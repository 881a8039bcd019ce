import * as z from 'zod/mini'
import { partnerRole } from '#access/api/person-shapes.ts'
import type { PartnerRole } from '#access/domain/actor.ts'
import { proof } from '#accounts/auth/api/proof.ts'
import { appointmentRefusals } from '#partners/team/api.ts'
import { event } from '#platform/api/events.ts'
import { route } from '#platform/api/route.ts'
import { centsSum, count, id, idParams, lines, personName, text } from '#platform/api/shapes.ts'
import { mergeObstacles, moveObstacles } from './domain.ts'
import { m } from './messages/messages.ts'

const movingPerson = z.object({
  id,
  fullName: z.string(),
  role: partnerRole,
  /** Whether they have accepted their invitation. */
  joined: z.boolean(),
})

/** Open leads are handed over; what is signed, shared or merged stays where it was earned. */
const leadsMoving = z.object({ going: count, staying: count })

const party = z.object({ ...personName.shape, company: z.string() })

/** What the confirmed step finds changed is refused by this. */
const state = z.string().check(z.maxLength(64))

const movePreview = z.object({
  from: party,
  to: party,
  people: z.array(movingPerson),
  /** Leads that these people typed. */
  leads: leadsMoving,
  obstacles: z.array(z.enum(moveObstacles)),
  state,
})
export type MovePreview = z.infer<typeof movePreview>

const splitPreview = z.omit(movePreview, { to: true })
export type SplitPreview = z.infer<typeof splitPreview>

const mergePreview = z.object({
  from: party,
  to: party,
  people: z.array(movingPerson),
  leads: leadsMoving,
  /** What stays with the partner that is merged, and is paid to its bank details. */
  money: z.object({
    pendingCents: centsSum,
    validatedCents: centsSum,
    paidCents: centsSum,
    openPayouts: count,
    invoices: count,
  }),
  contracts: z.object({ kept: count, unsigned: count }),
  obstacles: z.array(z.enum(mergeObstacles)),
  state,
})
export type MergePreview = z.infer<typeof mergePreview>

const chosenId = z.uuid({ error: m.missingFields })
const role = z.strictObject({ role: partnerRole, seesAmounts: z._default(z.boolean(), false) })
const why = lines(1, 1000, m.reasonMissing)

export const moveForm = z.strictObject({
  personId: chosenId,
  toPartnerId: chosenId,
  ...role.shape,
  withLeads: z.boolean(),
  reason: why,
  state,
})

const peopleIds = z.array(chosenId).check(z.minLength(1, { error: m.missingFields }), z.maxLength(100))

export const splitForm = z.strictObject({
  personIds: peopleIds,
  /** Becomes the owner and main person of the new partner; one of the people. */
  mainPersonId: chosenId,
  company: text(0, 200, ''),
  withLeads: z.boolean(),
  reason: why,
  state,
})

export const mergeForm = z.strictObject({
  intoPartnerId: chosenId,
  /** What the owners of the partner that is merged become. */
  ownersBecome: z.enum(['owner', 'manager']),
  reason: why,
  state,
})

const merged = z.object({ partner: party })
const refusals = ['not_found', 'partner_not_active', 'preview_outdated', 'main_person_stays', 'merge_impossible'] as const
const previewRefusals = ['not_found', 'partner_not_active'] as const

export const mergingRoutes = {
  movePreview: route('GET', '/partners/:id/move', {
    summary: 'What moving a person of a partner to another one would do',
    who: 'admin',
    right: 'partners',
    params: idParams,
    query: z.strictObject({ personId: chosenId, toPartnerId: chosenId }),
    returns: movePreview,
    refusals: previewRefusals,
  }),
  movePerson: route('POST', '/partners/:id/move', {
    summary: 'Move a person to another partner, with or without the open leads that they typed',
    description:
      'Their membership ends and another one begins. What they typed stays with the partner, unless open leads go along: these ' +
      'are handed over. The main person is not moved. An owner or an accountant of a partner that has an owner takes a proof ' +
      'and the right to money, too.',
    who: 'admin',
    right: 'partners',
    transaction: 'own',
    ownership: 'staff',
    params: idParams,
    body: z.extend(moveForm, proof),
    returns: merged,
    refusals: [...refusals, ...appointmentRefusals],
  }),
  splitPreview: route('POST', '/partners/:id/split/preview', {
    summary: 'What splitting people of a partner off would do',
    who: 'admin',
    right: 'partners',
    unkeyed: 'readsOnly',
    params: idParams,
    body: z.strictObject({ personIds: peopleIds }),
    returns: splitPreview,
    refusals: previewRefusals,
  }),
  splitPartner: route('POST', '/partners/:id/split', {
    summary: 'Make some people of a partner a partner of their own, with or without the open leads that they typed',
    description: 'The new partner has no contract, bank details or billing yet, and signs its own contract first.',
    who: 'admin',
    right: 'partners',
    transaction: 'own',
    ownership: 'staff',
    params: idParams,
    body: splitForm,
    returns: merged,
    refusals: [...refusals, 'role_objected'],
  }),
  mergePreview: route('GET', '/partners/:id/merge', {
    summary: 'What merging a partner into another one would do',
    who: 'admin',
    right: 'partners',
    params: idParams,
    query: z.strictObject({ intoPartnerId: chosenId }),
    returns: mergePreview,
    refusals: previewRefusals,
  }),
  mergePartner: route('POST', '/partners/:id/merge', {
    summary: 'Merge a partner into another one',
    description:
      'People and leads that are not signed go to the other partner. What was signed, validated, invoiced or paid stays, and ' +
      'is paid to the bank details of before. The partner that was merged takes nothing new, and its id keeps answering. ' +
      'Owners and accountants who go along take a proof and the right to money, too.',
    who: 'admin',
    right: 'partners',
    transaction: 'own',
    ownership: 'staff',
    params: idParams,
    body: z.extend(mergeForm, proof),
    returns: merged,
    refusals: [...refusals, ...appointmentRefusals],
  }),
}

interface Part {
  readonly role: PartnerRole
  readonly seesAmounts: boolean
}

interface Moved {
  readonly leads: number
  /** Why staff moved them alone; null where a split or a merge says it. */
  readonly reason: string | null
}

export const mergingEvents = {
  /** It is told to the partner that they left. */
  'team.person_moved_away': event<Part, { readonly partnerId: string } & Moved>('person'),
  /** It is told to the partner that they came to. */
  'team.person_moved': event<{ readonly partnerId: string }, Part & Moved>('person'),
  'partner.split': event<
    null,
    { readonly partnerId: string; readonly personIds: readonly string[]; readonly leads: number; readonly reason: string }
  >('person'),
  'partner.merged': event<
    null,
    { readonly into: string; readonly personIds: readonly string[]; readonly leads: number; readonly reason: string }
  >('person'),
  /** It stands in the history of the partner that another one was merged into. */
  'partner.absorbed': event<
    null,
    { readonly partnerId: string; readonly personIds: readonly string[]; readonly leads: number; readonly reason: string }
  >('person'),
}
