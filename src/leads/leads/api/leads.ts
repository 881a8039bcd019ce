import * as z from 'zod/mini'
import { colleagueName } from '#access/api/person-shapes.ts'
import { fieldChanges, fieldValues } from '#leads/fields/api/values.ts'
import { valueError } from '#leads/fields/domain/field-value.ts'
import { leadPart, shareInList } from '#leads/shares/api.ts'
import { stageKey } from '#leads/stages/api/stages.ts'
import { isLost } from '#leads/stages/domain/stages.ts'
import { paymentObstacle } from '#money/coming/api.ts'
import { commissionStatuses } from '#money/commissions/domain.ts'
import { filterOf } from '#platform/api/list.ts'
import { periodInOrder } from '#platform/api/period.ts'
import { route, typingPace } from '#platform/api/route.ts'
import {
  cents,
  centsSum,
  count,
  emailAddress,
  id,
  idParams,
  lines,
  optionalText,
  page,
  pageQuery,
  percent,
  personName,
  text,
  time,
  webAddress,
} from '#platform/api/shapes.ts'
import { typedCents } from '#platform/api/typed-cents.ts'
import { isShortened } from '#platform/domain/damaged-cells.ts'
import { keyPattern } from '#platform/domain/keys.ts'
import { textOf } from '#platform/domain/languages.ts'
import { amountMessages, quoted } from '#platform/domain/typed-amounts.ts'
import { m as common } from '#platform/messages/messages.ts'
import {
  builtInField,
  type LeadField,
  type LeadValue,
  type LeadValues,
  leadFields,
  mapLeadFields,
  type OptionalLeadField,
  valueFieldOf,
} from '../domain/lead-fields.ts'
import { emptyOf } from '../domain/lead-input.ts'
import { clientWords } from '../domain/leads.ts'
import { registrationStates } from '../domain/registration-states.ts'
import { m } from '../messages/messages.ts'
import { leadFile } from './lead-files.ts'
import { columnList, idList, leadList } from './lead-lists.ts'
import { lossChange, lossForm, lossShape } from './lead-loss.ts'
import { commentForm, leadComment, timelineEntry } from './lead-thread.ts'

/** The key of an offer; which ones there are, `GET /lead-settings` lists. */
const offerType = z.string({ error: m.offerMissing }).check(z.regex(keyPattern, { error: m.offerMissing }))
/** The key of a stage; which ones there are, `GET /lead-settings` lists. */
export const leadStatus = stageKey

const shortened = { error: ({ input }: { readonly input?: unknown }) => common.numberShortened({ text: quoted(String(input)) }) }

/** The rule of a built-in field by its kind; of a kind without one, the values are those of any field of the kind. */
function ruleOf(field: LeadField): z.ZodMiniType {
  const { kind, min = 0, max = 0, tooShort = '', invalid } = builtInField(field)
  switch (kind) {
    case 'text':
      return text(min, max, tooShort, invalid)
    case 'long_text':
      return lines(min, max, tooShort, invalid)
    case 'email':
      return emailAddress(invalid)
    case 'phone':
      return text(min, max, tooShort, invalid).check(z.refine((typed) => !isShortened(typed), shortened))
    case 'link':
      return z.union([z.literal(''), webAddress(invalid)], { error: textOf(invalid ?? '') })
    case 'amount':
      return typedCents(amountMessages(m.theAmount))
    case 'offer':
      return offerType
    default: {
      const errorOf = (value: unknown) => (value === '' ? null : valueError(valueFieldOf(field), String(value)))
      return z.string().check(z.refine((value) => errorOf(value) === null, { error: ({ input }) => errorOf(input) ?? '' }))
    }
  }
}

type Rule<F extends LeadField> = z.ZodMiniType<LeadValue<F>>
type LeadRules = { [F in LeadField]: Rule<F> }

/** Rule and messages of each field, in the form's order: the first error is the one in the toast. */
export const leadRules = mapLeadFields(ruleOf) as LeadRules

/** A lead as it is sent: what it does not have is empty, which of an amount is null. */
type OpenValue<F extends LeadField> = number extends LeadValue<F> ? number | null : string
type OpenRules = { [F in LeadField]: z.ZodMiniType<OpenValue<F>> }

/**
 * The same where staff have made company, e-mail, amount or offer optional: each of these may be empty, which of an amount is
 * null. Whether it may, the list of fields says, which the server asks.
 */
export const openRules = mapLeadFields((field) => {
  const { kind, required, invalid, tooShort } = builtInField(field)
  if (!required || field === 'name') return leadRules[field]
  if (kind === 'amount') return z.nullable(leadRules[field])
  return z.union([z.literal(''), leadRules[field]], { error: tooShort ?? invalid })
}) as OpenRules

type NewRules = { [F in LeadField]: F extends 'name' ? Rule<F> : z.ZodMiniDefault<OpenRules[F]> }

/** What a new lead of the API may hold; it is checked against the list of fields by the command. */
const openLeadRules = mapLeadFields((field) =>
  field === 'name' ? openRules[field] : z._default(openRules[field], emptyOf(field) as never),
) as NewRules

export const openLeadForm = z.strictObject(openLeadRules)
export type OpenLeadInput = z.output<typeof openLeadForm>

/**
 * The form of a portal whose list of fields asks for other fields than the specification: `isNeeded` says which may not be empty.
 * Their messages are the same.
 */
export const leadFormOf = (isNeeded: (field: LeadField) => boolean) =>
  z.strictObject(mapLeadFields((field) => (isNeeded(field) ? leadRules[field] : openLeadRules[field])) as unknown as NewRules)

/** Why a field that a lead needs is not empty: its own rule's message; null where that takes an empty one. */
export function emptyMessage(field: LeadField): string | null {
  const { error } = z.safeParse(leadRules[field], emptyOf(field))
  return error?.issues[0]?.message ?? null
}

type SpecifiedRules = { [F in LeadField]: F extends OptionalLeadField ? z.ZodMiniDefault<Rule<F>> : Rule<F> }

/** The specification's form for partners, and that of staff, which also names the partner. */
export const leadForm = z.strictObject(leadFormOf((field) => leadFields[field].required).shape as unknown as SpecifiedRules)
export const adminLeadForm = z.strictObject({ partnerId: z.uuid({ error: m.requiredFields }), ...leadForm.shape })
export type LeadInput = LeadValues

const customValues = { fields: z.optional(fieldChanges) }

const leadValues = mapLeadFields((field) => {
  const { kind } = leadFields[field]
  if (kind === 'offer') return offerType
  return kind === 'amount' ? cents() : z.string()
}) as LeadRules

/**
 * The rules of an edit: without defaults, so that a field that is left out keeps its value. `expected` has values that the caller
 * saw: refused with `changed_meanwhile` if one of them is another by now.
 */
export const leadChanges = z.extend(z.partial(z.strictObject(openRules)), {
  ...customValues,
  expected: z.optional(z.extend(z.partial(z.strictObject(leadValues)), customValues)),
})

/** The older lead that another one may duplicate; for administrators only. */
export const otherLead = z.object({ id, name: z.string(), company: z.string(), partner: personName })
export type OtherLead = z.infer<typeof otherLead>

/** What a partner learns of a contact: nobody follows it, somebody does, or only the domain of the address is known. */
export const contactStates = ['free', 'followed', 'check'] as const

const registration = {
  state: z.enum(registrationStates),
  protectedUntil: z.nullable(time),
  /** For partners: their contact was already followed when they registered it, and staff have not answered yet. */
  contested: z.optional(z.literal(true)),
}
const clientSaid = z.object({ word: z.enum(clientWords), at: time })

/** A lead as lists and boards show it. What is null, and what staff alone see, is left out. */
export const listedLead = z.object({
  id,
  name: leadValues.name,
  company: leadValues.company,
  estimatedAmountCents: leadValues.estimatedAmountCents,
  offerType,
  status: leadStatus,
  createdAt: time,
  /** Where its registration stands; without `protectedUntil` the protection has no end. */
  registration: z.object({ ...registration, protectedUntil: z.optional(registration.protectedUntil) }),
  /** What its client has said, and when they did or were asked. */
  client: z.optional(z.nullable(clientSaid)),
  /** Its commission is validated or paid, so that it can be neither moved nor deleted. */
  settled: z.optional(z.literal(true)),
  /** When its client was erased. */
  erasedAt: z.optional(time),
  /** Since when it stands in its stage, if that is longer than the stage allows. */
  staleSince: z.optional(time),
  /** Who reads a shared lead learns their part of it here. */
  share: z.optional(shareInList),
  /** Which person of its partner it is of, where the partner has, or had, several: who typed it, or whom it was passed to. */
  typedBy: z.optional(colleagueName),
  /** For administrators only: a partner's leads are their own. */
  partner: z.optional(personName),
  /** For administrators only. */
  possibleDuplicate: z.optional(z.nullable(otherLead)),
  /** Values of custom fields that cards or lists show, by key; absent where it has none. */
  fields: z.optional(fieldValues),
})
export type ListedLead = z.infer<typeof listedLead>

/** A whole lead, which can stand wherever a listed one does. */
export const lead = z.object({
  id,
  partner: personName,
  ...leadValues,
  /** Values of custom fields that the reader sees, by key; absent where it has none. */
  fields: z.optional(fieldValues),
  status: leadStatus,
  /** For administrators only; always null for partners. */
  possibleDuplicate: z.nullable(otherLead),
  /** What another system of the provider calls it; for administrators only, always null for partners. */
  externalId: z.nullable(z.string()),
  /** What its offer was called when the lead took it, where it is called something else by now. */
  offerThen: z.optional(z.string()),
  /** Why it is in Perdu; null if it is not, or where nobody said. */
  loss: z.nullable(lossShape),
  /** Where its registration stands; `protectedUntil` is null where the protection has no end. */
  registration: z.object({ number: z.string(), ...registration }),
  /** What its client has said, and when they did or were asked; null without. */
  client: z.nullable(clientSaid),
  staleSince: listedLead.shape.staleSince,
  createdAt: time,
  updatedAt: time,
  settled: listedLead.shape.settled,
  erasedAt: listedLead.shape.erasedAt,
  share: listedLead.shape.share,
  typedBy: listedLead.shape.typedBy,
  /** Everybody who earns on it, its own partner first; absent for a lead that is not shared. */
  shares: z.optional(z.array(leadPart)),
  /** What the caller may do with the lead now. */
  can: z.object({ edit: z.boolean(), move: z.boolean(), delete: z.boolean() }),
})
export type Lead = z.infer<typeof lead>

/** A lead in a list for programs, with the rest of it if they ask for that. */
export const leadInList = z.extend(z.partial(lead), {
  ...listedLead.shape,
  registration: z.extend(listedLead.shape.registration, { number: z.optional(z.string()) }),
})
export type LeadInList = z.infer<typeof leadInList>

/** A lead with its commission. */
export const leadDetail = z.extend(lead, {
  commission: z.nullable(
    z.object({
      revenueCents: cents(),
      commissionRate: percent,
      tierName: z.string(),
      amountCents: cents(),
      /** Made by another commission rule than the specification's: its amount is not the revenue at the rate. */
      isByRule: z.optional(z.boolean()),
      status: z.enum(commissionStatuses),
      /** Each payment of the client makes its part due; until then there is no date. */
      awaitsClient: z.boolean(),
      /** Held by staff, or contested by its partner: nothing of it is paid meanwhile. */
      isHeld: z.boolean(),
      /** Latest day of its payment; null while it is pending, and for its partner while somebody has to act. */
      payableBy: z.nullable(time),
      obstacle: paymentObstacle,
      paidAt: z.nullable(time),
    }),
  ),
  /** Its files, oldest first; absent without any. */
  files: z.optional(z.array(leadFile)),
  /** For staff who plan erasures or pay: when its client is to be erased; absent where that is not planned. */
  erasesAt: z.optional(time),
})
export type LeadDetail = z.infer<typeof leadDetail>

export const leadStatusStats = z.object({ status: leadStatus, count, amountCents: centsSum })
const columnSums = { byStatus: z.array(leadStatusStats) }

/** A lead after a change, with the sums of the caller's whole board: who sent the change need not ask for either again. */
const leadAfter = z.extend(lead, columnSums)
export type LeadAfter = z.infer<typeof leadAfter>

/** Why a lead moves, where its new stage asks for it. */
export const moveReason = lines(1, 500, m.moveReasonMissing, m.reasonTooLong)

/** The amount that moves with a lead into a stage that asks for one. */
export const moveAmountForm = z.strictObject({
  estimatedAmountCents: leadRules.estimatedAmountCents.check(z.minimum(1, { error: m.moveAmountMissing })),
})

/** The fields that a lead lacks in the stage that it moves into, by their keys. */
export const moveFieldsForm = z.strictObject({ fields: fieldChanges })

/** What may keep a lead from Signé. */
export const signingRefusals = ['registration_refused', 'company_held'] as const

export const leadRoutes = {
  listLeads: route('GET', '/leads', {
    summary:
      'Leads, newest first: a partner’s own and those shared with them, or all for staff; `fields=all` answers whole leads',
    description:
      'Without `fields` a row has what a list shows: `id`, `name`, `company`, `estimatedAmountCents`, `offerType`, `status`, ' +
      '`createdAt`, `registration` without its number, and where there is something to say `client` and `settled`; for staff ' +
      'also `partner` and `possibleDuplicate`. What is null is left out. `fields=all` answers each lead as `GET /leads/{id}` ' +
      'does, without its commission.',
    who: 'unlocked',
    ability: 'leads',
    scope: 'leads:read',
    query: z
      .strictObject({ ...leadList.filters, status: z.optional(leadStatus), fields: z.optional(z.literal('all')), ...pageQuery })
      .check(periodInOrder),
    returns: page(leadInList),
  }),
  leadSummary: route('GET', '/leads/summary', {
    summary: 'Count and sum of the leads in each column; a shared lead counts for the partner who brought it',
    who: 'unlocked',
    ability: 'leads',
    scope: 'leads:read',
    query: filterOf(leadList),
    returns: z.object(columnSums),
  }),
  leadBoard: route('GET', '/leads/board', {
    summary: 'Count and sum of the leads in each column, with the newest leads of the columns named: a board in one answer',
    who: 'unlocked',
    ability: 'leads',
    query: z.strictObject({ ...leadList.filters, columns: z.optional(columnList), limit: pageQuery.limit }).check(periodInOrder),
    returns: z.object({ ...columnSums, pages: z.array(z.extend(page(listedLead), { status: leadStatus })) }),
  }),
  changedLeads: route('GET', '/leads/changed', {
    summary: 'The leads that match, of these ids or with commissions of these ids, and the sums: what a board reads of a change',
    who: 'unlocked',
    ability: 'leads',
    query: z.strictObject({ ...leadList.filters, ids: idList }).check(periodInOrder),
    returns: z.object({ leads: z.array(listedLead), ...columnSums }),
  }),
  getLead: route('GET', '/leads/:id', {
    summary: 'One lead',
    who: 'unlocked',
    ability: 'leads',
    scope: 'leads:read',
    params: idParams,
    returns: leadDetail,
  }),
  findDuplicate: route('GET', '/leads/duplicate', {
    summary:
      'Whether a lead with this e-mail, company or telephone exists: partners get it if it is theirs, administrators always',
    description: 'The telephone is compared where one of both leads has no e-mail or no company.',
    who: 'unlocked',
    ability: 'leads',
    query: z.strictObject({
      email: optionalText(255),
      company: optionalText(100),
      phone: optionalText(50),
      /** The lead being edited, which is no duplicate of itself. */
      exceptId: z.optional(id),
    }),
    returns: z.object({
      exists: z.boolean(),
      state: z.enum(contactStates),
      /** Which of them matched an existing lead; absent if none did. */
      field: z.optional(z.enum(['email', 'company', 'phone'])),
      lead: z.optional(otherLead),
    }),
  }),
  addLead: route('POST', '/leads', {
    summary: 'Register a lead; staff name the partner, a partner registers for themselves. It starts in `nouveau`',
    description:
      'Which fields it needs, `GET /lead-settings` says; beside them a lead has a name, and an e-mail address or a telephone. ' +
      'Where the programme has one open offer and does not ask for it, the lead takes it.',
    who: 'unlocked',
    ability: 'leads',
    right: 'leads',
    scope: 'leads:write',
    pace: typingPace,
    body: z.strictObject({ partnerId: z.optional(id), ...openLeadRules, ...customValues }),
    returns: leadAfter,
    status: 201,
    refusals: ['partner_required', 'not_found', 'partner_not_active', 'contact_refused'],
  }),
  editLead: route('PATCH', '/leads/:id', {
    summary: 'Change the fields given',
    who: 'unlocked',
    ability: 'leads',
    right: 'leads',
    scope: 'leads:write',
    params: idParams,
    body: leadChanges,
    returns: leadAfter,
    refusals: ['lead_restricted', 'changed_meanwhile', 'client_erased', 'contact_refused'],
  }),
  moveLead: route('POST', '/leads/:id/move', {
    summary: 'Move a lead to a column; refused with `lead_moved_meanwhile` when it is no longer where it was seen',
    who: 'unlocked',
    ability: 'leads',
    right: 'leads',
    scope: 'leads:write',
    params: idParams,
    /**
     * `loss`: why a lead is lost; staff are asked for it, a partner may give it. `reason`, `estimatedAmountCents` and
     * `uploadId`, of an upload with the purpose `lead_file`: where the stage asks for them.
     */
    body: z
      .strictObject({
        from: leadStatus,
        to: leadStatus,
        loss: z.optional(lossForm),
        reason: z.optional(moveReason),
        estimatedAmountCents: z.optional(leadRules.estimatedAmountCents),
        uploadId: z.optional(id),
      })
      .check(
        z.refine(({ to, loss }) => !loss || isLost(to), { error: m.reasonOfOpenLead, path: ['loss'] }),
        z.refine((move) => move.estimatedAmountCents === undefined || !isLost(move.to), {
          error: m.amountOfLostStage,
          path: ['estimatedAmountCents'],
        }),
      ),
    returns: z.extend(leadDetail, columnSums),
    refusals: [
      'lead_restricted',
      'lead_moved_meanwhile',
      'lead_has_settled_commission',
      'commission_disputed',
      'stage_closed',
      'stage_asks',
      'upload_not_found',
      'lead_is_shared',
      ...signingRefusals,
    ],
  }),
  explainLoss: route('PUT', '/leads/:id/loss', {
    summary: 'Say why a lead is in `refuse`, or say it better; its partner reads it',
    who: 'unlocked',
    ability: 'leads',
    right: 'leads',
    scope: 'leads:write',
    params: idParams,
    body: lossChange,
    returns: leadAfter,
    refusals: ['lead_restricted', 'lead_not_lost', 'changed_meanwhile'],
  }),
  notADuplicate: route('POST', '/leads/:id/not-a-duplicate', {
    summary: 'Clear the mark of a possible duplicate; the partner learns nothing of it',
    who: 'admin',
    right: 'leads',
    params: idParams,
    returns: leadAfter,
    refusals: ['lead_restricted'],
  }),
  leadTimeline: route('GET', '/leads/:id/timeline', {
    summary: 'What happened to a lead and its commission, newest first',
    who: 'unlocked',
    ability: 'leads',
    scope: 'leads:read',
    params: idParams,
    query: z.strictObject({ ...pageQuery }),
    returns: page(timelineEntry),
  }),
  leadComments: route('GET', '/leads/:id/comments', {
    summary: 'Comments of the partner and the administrators on a lead, newest first',
    who: 'unlocked',
    ability: 'leads',
    scope: 'leads:read',
    params: idParams,
    query: z.strictObject({ ...pageQuery }),
    returns: page(leadComment),
  }),
  commentOnLead: route('POST', '/leads/:id/comments', {
    summary: 'Comment on a lead: its partner and the administrators read it',
    who: 'unlocked',
    ability: 'leads',
    right: 'leads',
    scope: 'leads:write',
    params: idParams,
    pace: typingPace,
    body: commentForm,
    returns: leadComment,
    status: 201,
    refusals: ['lead_restricted'],
  }),
  deleteLead: route('DELETE', '/leads/:id', {
    summary: 'Delete a lead and its pending commission; refused once a commission is validated or paid',
    who: 'unlocked',
    ability: 'leads',
    right: 'leads',
    scope: 'leads:write',
    params: idParams,
    refusals: ['lead_restricted', 'lead_has_settled_commission', 'commission_disputed', 'lead_is_shared'],
  }),
  leadsCsv: route('GET', '/leads.csv', {
    summary: 'Leads as CSV, with the filters of the list',
    who: 'unlocked',
    ability: 'leads',
    scope: 'leads:read',
    transaction: 'own',
    ownership: 'rowSecurity',
    query: z.strictObject({ ...leadList.filters, status: z.optional(leadStatus) }).check(periodInOrder),
    answer: 'csv',
    heavy: true,
  }),
}
