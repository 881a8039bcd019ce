import { sql } from 'kysely'
import { fieldText } from '#leads/fields/domain/field-value.ts'
import type { FieldChanges } from '#leads/fields/domain/fields.ts'
import { customFields, placeChanges } from '#leads/fields/server/field-guards.ts'
import { type FieldRow, readFields } from '#leads/fields/server/queries.ts'
import { emptyLead } from '#leads/leads/domain/lead-input.ts'
import { addClientLead, holdContact } from '#leads/leads/server/client-lead-commands.ts'
import { editLead } from '#leads/leads/server/commands.ts'
import { fillHidden, newValues } from '#leads/leads/server/custom-value-commands.ts'
import { clientOffers, lastOpenOffer, onlyOpenOffer } from '#leads/offers/server/queries.ts'
import { areRefused, ownContactRefused } from '#leads/refused-contacts/server/guards.ts'
import { lostStages } from '#leads/stages/domain/stages.ts'
import { firstStage } from '#leads/stages/server/queries.ts'
import { ownValue } from '#platform/domain/keys.ts'
import { nameIn } from '#platform/domain/names.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { Config } from '#platform/server/config.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { newId } from '#platform/server/ids.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { m } from '../messages/messages.ts'
import { type LeftDetails, recordWord } from './client-word-commands.ts'
import type { OpenLink } from './queries.ts'
import { contentsOf, holdForm, keepForm, sentForms } from './sent-forms.ts'

export interface Details {
  /** Comes from the form, so that a form sent twice leads to one lead. */
  readonly leadId: string
  readonly name: string
  readonly company: string
  readonly email: string
  readonly phone: string
  readonly message: string
  /** The key of the offer that the client chose; empty without. */
  readonly offer: string
  /** Values of the fields that clients are asked, by key. */
  readonly fields: FieldChanges
  /** What the client agreed to. */
  readonly consent: string
}

/**
 * What a client left becomes the partner's lead, registered as any other; a lead of theirs about the same person and company gets
 * the client's word instead. One mail asks the client to confirm the address, unless it wants none. The same form with other
 * contents corrects its lead as long as nobody else has touched it, and is another lead then. Runs as the system. Refuses
 * `form_used` if what the form became was deleted since, and `contact_refused`.
 */
export async function leaveDetails(
  context: TransactionContext,
  config: Pick<Config, 'secret' | 'publicUrl'>,
  link: OpenLink,
  details: Details,
): Promise<void> {
  const { tx, now } = context
  const [isRefused] = await areRefused(tx, config, [details])
  if (isRefused) throw ownContactRefused(link.partnerId, config)
  await holdForm(tx, details.leadId)
  await holdContact(context, details)
  const contents = contentsOf(config, details)
  const [forms, duplicateId, own] = [
    await sentForms(tx, details.leadId),
    await knownLead(tx, link.partnerId, details),
    await ownLead(tx, details.leadId),
  ]
  const [latest] = forms
  const same = forms.find((form) => form.contents === contents)
  if ((same ?? latest)?.lead_id === null) {
    const again = m.formUsed()
    throw new Refusal('form_used', again)
  }
  // Leads from before sent forms were stored: the lead itself is the only trace of its form.
  if (same || (own && !latest)) return
  const { leadId, left } = await takeDetails(context, link, details, { duplicateId, own })
  await keepForm(tx, { form_id: details.leadId, contents, lead_id: leadId, sent_at: now })
  await recordWord(context, config, link, { ...details, ...left, leadId })
}

/** The lead's own fields have everything. */
const nothingLeft = { message: '', nameLeft: '', phoneLeft: '' }

type OwnLead = Awaited<ReturnType<typeof ownLead>>

/**
 * Corrects the form's lead, leaves an existing one as it is, or adds one. Returns the lead that the details are about, and the
 * details that are not in its fields.
 */
async function takeDetails(
  context: TransactionContext,
  link: OpenLink,
  details: Details,
  { duplicateId, own }: { readonly duplicateId: string | null; readonly own: OwnLead },
): Promise<{ readonly leadId: string; readonly left: LeftDetails }> {
  const { name, company, email, phone, message, offer } = details
  if (own && (duplicateId === null || duplicateId === own.id) && (await isUntouched(context.tx, own, link))) {
    const { key, isOfferChosen } = await offerOfClient(context.tx, offer)
    const chosen = offer === '' ? {} : { offerType: key }
    await editLead(context, own.id, { name, company, email, phone, notes: message, ...chosen, fields: details.fields })
    return { leadId: own.id, left: { ...nothingLeft, isOfferChosen } }
  }
  const { definitions, stage } = await readAsked(context.tx)
  if (duplicateId) {
    const left = whatDiffers(details, await readContact(context.tx, duplicateId))
    const about = { leadId: duplicateId, partnerId: link.partnerId }
    const message = await withAnswers(context, about, { message: left.message, definitions, answers: details.fields })
    return { leadId: duplicateId, left: { ...left, message } }
  }
  const id = own ? newId() : details.leadId
  const { key: offerType, isOfferChosen } = await offerOfClient(context.tx, offer)
  // The form asks the client for no other; the partner fills them in later.
  const fields = { ...emptyLead, name, company, email, phone, notes: message, offerType }
  const values = newValues(definitions, context.actor, { custom: details.fields, fields, stage })
  await addClientLead(context, { id, partnerId: link.partnerId, ...fields, values })
  return { leadId: id, left: { ...nothingLeft, isOfferChosen } }
}

/** What the client chose, as long as clients may; else the last open offer, which nobody chose unless it is the only one. */
async function offerOfClient(tx: Tx, key: string): Promise<{ readonly key: string; readonly isOfferChosen: boolean }> {
  const chosen = (await clientOffers(tx)).find((each) => each.key === key)
  if (chosen) return { key, isOfferChosen: true }
  const only = await onlyOpenOffer(tx)
  return only === null ? { ...(await lastOpenOffer(tx)), isOfferChosen: false } : { key: only, isOfferChosen: true }
}

/** An open lead of the partner about this person and company, whose client is not about to be erased. */
async function knownLead(tx: Tx, partnerId: string, { email, company, phone }: Details): Promise<string | null> {
  const isSame =
    email === ''
      ? sql<boolean>`phone_key <> '' and phone_key = app.phone_key(${phone})`
      : sql<boolean>`lower(email) = lower(${email})`
  const row = await tx
    .selectFrom('leads')
    .select('id')
    .where('partner_id', '=', partnerId)
    .where('status', 'not in', lostStages)
    .where('restricted_at', 'is', null)
    .where(isSame)
    .where(sql<boolean>`company_key = app.company_key(${company})`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** The lead that a form became when it was first sent. */
function ownLead(tx: Tx, id: string) {
  return tx
    .selectFrom('leads')
    .select(['id', 'partner_id', 'status', 'restricted_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Whether nobody but the client has done anything with a lead, the client has not answered yet, and no erasure waits. */
async function isUntouched(tx: Tx, own: NonNullable<OwnLead>, { partnerId }: OpenLink): Promise<boolean> {
  if (own.restricted_at || own.partner_id !== partnerId || own.status !== (await firstStage(tx))) return false
  const touched = await tx
    .selectFrom('events')
    .select('id')
    .where('subject_id', '=', own.id)
    .where((where) => where.or([where('actor_id', 'is not', null), where('name', '=', 'lead.client_answered')]))
    .limit(1)
    .executeTakeFirst()
  return touched === undefined
}

/** What clients are asked, and the stage in which their leads begin. */
async function readAsked(tx: Tx) {
  const [definitions, stage] = await Promise.all([readFields(tx), firstStage(tx)])
  return { definitions, stage }
}

/**
 * A lead that exists keeps its values: what the client answers is told with their message, as far as the partner may read it, and
 * what partners do not see is kept where nothing stood.
 */
async function withAnswers(
  context: TransactionContext,
  { leadId, partnerId }: { readonly leadId: string; readonly partnerId: string },
  {
    message,
    definitions,
    answers,
  }: { readonly message: string; readonly definitions: readonly FieldRow[]; readonly answers: FieldChanges },
): Promise<string> {
  const fields = customFields(definitions, 'client')
  const { shown, hidden } = placeChanges(fields, answers)
  await fillHidden(context, { id: leadId, partner_id: partnerId }, hidden)
  const lines = fields.flatMap((field) => {
    const value = ownValue(shown, field.key)
    return value === undefined || value === null ? [] : [`${nameIn(field)} : ${fieldText(field, value)}`]
  })
  return [message, ...lines].join('\n').trim()
}

function readContact(tx: Tx, id: string) {
  return tx.selectFrom('leads').select(['name', 'phone']).where('id', '=', id).executeTakeFirstOrThrow()
}

/** An existing lead keeps its fields; what the client typed differently is kept beside their message. */
function whatDiffers({ name, phone, message }: Details, lead: { readonly name: string; readonly phone: string }): LeftDetails {
  return { message, nameLeft: name === lead.name ? '' : name, phoneLeft: phone === lead.phone ? '' : phone, isOfferChosen: true }
}
