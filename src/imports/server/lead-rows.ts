import { sql } from 'kysely'
import { partnerOf } from '#access/server/acting.ts'
import { requirePartner } from '#accounts/people/server/guards.ts'
import { clientListed } from '#leads/domain/client-names.ts'
import { type Side, sideOf } from '#leads/fields/server/field-guards.ts'
import { type FieldRow, readFields } from '#leads/fields/server/queries.ts'
import type { LeadInput, OtherLead } from '#leads/leads/api/leads.ts'
import type { NewValues } from '#leads/leads/server/custom-value-commands.ts'
import { type Contact, readOriginals } from '#leads/leads/server/duplicate-queries.ts'
import { mayLackAmount, needsAmount } from '#leads/leads/server/signed-amount-queries.ts'
import { readNamedOffers } from '#leads/offers/server/queries.ts'
import { areRefused, contactRefused, refusedEvent } from '#leads/refused-contacts/server/guards.ts'
import { registrationRules } from '#leads/registrations/server/queries.ts'
import { isLost, wonStage } from '#leads/stages/domain/stages.ts'
import { onBoard, readStages, type StageRow } from '#leads/stages/server/queries.ts'
import { nameIn } from '#platform/domain/names.ts'
import { type FieldError, refuseUnless } from '#platform/domain/refusal.ts'
import { quoted } from '#platform/domain/typed-amounts.ts'
import type { Config } from '#platform/server/config.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { newId } from '#platform/server/ids.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { ContactMemory, marksOf } from '../domain/contact-memory.ts'
import { m } from '../messages/messages.ts'
import type { CheckedRow, Order } from './kind-of-import.ts'
import { type ParsedLead, parseRow } from './lead-reader.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

interface Owner {
  readonly id: string
  readonly name: string
}

/** A valid lead ready to be inserted. */
export interface Candidate {
  readonly id: string
  readonly partnerId: string
  readonly fields: LeadInput
  readonly status: ParsedLead['status']
  readonly duplicateOf: string | null
  readonly custom: NewValues
}

/** The answer for a row, and its lead if it can be imported. */
interface Validation {
  readonly row: CheckedRow
  readonly candidate: Candidate | null
}

/**
 * Resolves the partner of each row: partners import for themselves, staff name an active partner by e-mail or id, or one for all
 * rows.
 */
async function lockOwners(context: TransactionContext, leads: readonly ParsedLead[], partnerId: string | undefined) {
  const ownerId = context.actor.kind === 'admin' ? partnerId : partnerOf(context).id
  if (context.actor.kind !== 'admin') {
    refuseUnless(!partnerId || partnerId === ownerId, 'not_found', m.unknownPartner())
  } else if (partnerId) {
    await requirePartner(context, partnerId)
  }
  const emails = [
    ...new Set(leads.map(({ partner }) => partner.toLowerCase()).filter((email) => email !== '' && !email.includes('\u0000'))),
  ]
  const ids = [...new Set(leads.flatMap(({ partner }) => uuid.exec(partner)?.[0].toLowerCase() ?? []))]
  const owners = context.tx
    .selectFrom('profiles as p')
    .innerJoin('partners as c', 'c.main_person_id', 'p.user_id')
    .select(['c.id', 'p.full_name as name', sql<string>`lower(p.email)`.as('email')])
    .where('p.deleted_at', 'is', null)
    .where((where) =>
      where.or([
        ...(emails.length > 0 ? [where(sql<string>`lower(p.email)`, 'in', emails)] : []),
        ...[...ids, ...(ownerId ? [ownerId] : [])].map((id) => where('c.id', '=', id)),
        where.val(false),
      ]),
    )
  // As in `requirePartner`: lock first, so that no partner is deleted meanwhile, then check.
  await owners.orderBy('p.user_id').forKeyShare('p').execute()
  const rows = await owners.where(sql<boolean>`app.role_of(p.user_id) = 'partner'`).execute()
  const byName = new Map<string, Owner>(rows.flatMap((row) => [[row.email, row] as const, [row.id, row] as const]))
  const standard = rows.find((row) => row.id === ownerId) ?? null
  return ({ partner }: ParsedLead): Owner | null => (partner === '' ? standard : (byName.get(partner.toLowerCase()) ?? null))
}

/** Administrators read which lead it is, and its partner; partners are not told. */
const nameOther = ({ name, company, partner }: Pick<OtherLead, 'name' | 'company'> & { partner: { name: string } }) =>
  m.alreadyFollowed({ client: clientListed({ name, company }), partner: partner.name })

/** Why a row has no partner whom its lead could be for. */
function noPartner(partner: string, isStaff: boolean): string {
  const text = quoted(partner)
  if (partner === '') return m.requiredFieldsMissing()
  return isStaff ? m.partnerNotFound({ text }) : m.onlyOwnLeads({ text })
}

const nothingKnown = { companyKey: '', phoneKey: '', duplicateOf: null }

/** What the rows say, and the stages of the board, by whose names they are read. */
async function readRows(tx: Tx, rows: readonly unknown[], side: Side) {
  const [offers, stages, fields] = await Promise.all([readNamedOffers(tx), readStages(tx), readFields(tx)])
  const board = onBoard(stages)
  const named = board.map(({ key, name, names }) => ({ key, names: [name, ...Object.values(names)] }))
  return { board, fields, readings: rows.map((row) => parseRow(row, { offers, stages: named, fields, side })) }
}

/** Signed leads without the amount that their commission is a share of. */
async function unpricedLeads(
  { tx, now }: TransactionContext,
  leads: readonly ParsedLead[],
  {
    definitions,
    ownerByEmail,
  }: { readonly definitions: readonly FieldRow[]; readonly ownerByEmail: (lead: ParsedLead) => Owner | null },
): Promise<ReadonlySet<ParsedLead>> {
  const unpriced = new Set<ParsedLead>()
  if (!mayLackAmount(definitions)) return unpriced
  for (const lead of leads.filter(({ status, fields }) => status === wonStage && fields.estimatedAmountCents === 0)) {
    const owner = ownerByEmail(lead)
    if (owner && (await needsAmount(tx, { partnerId: owner.id, offer: lead.fields.offerType }, now))) unpriced.add(lead)
  }
  return unpriced
}

/** The rows whose contacts want to be in no lead; staff learn how many a partner named. */
async function refusedLeads(context: TransactionContext, secret: Pick<Config, 'secret'>, leads: readonly ParsedLead[]) {
  const contacts = leads.map(({ fields }) => fields)
  const areListed = await areRefused(context.tx, secret, contacts)
  const refused = new Set(leads.filter((_, at) => areListed[at]))
  if (refused.size > 0 && context.actor.kind === 'partner')
    await context.recordEvent(refusedEvent(partnerOf(context).id, refused.size))
  return refused
}

/** The stage of a row, if the reader's side moves no leads into it; new leads begin in the first one whoever adds them. */
function closedStage(board: readonly StageRow[], key: string, isStaff: boolean): StageRow | null {
  const stage = board.find((each) => each.key === key)
  return !stage || stage === board[0] || (isStaff ? stage.staff_enters : stage.partner_enters) ? null : stage
}

/**
 * Validates rows without writing anything but how many contacts are refused; results are in the order of the rows. Refuses only a
 * `partnerId` that is not allowed.
 */
export async function validateRows(
  context: TransactionContext,
  rows: readonly unknown[],
  { secret, settings: { partnerId, includeDuplicates } }: Order,
): Promise<Validation[]> {
  const isStaff = context.actor.kind === 'admin'
  const { board, fields: definitions, readings } = await readRows(context.tx, rows, sideOf(context.actor))
  const leads = readings.flatMap((reading) => ('lead' in reading ? [reading.lead] : []))
  const ownerByEmail = await lockOwners(context, leads, partnerId)
  const unwanted = await refusedLeads(context, secret, leads)
  const matches =
    leads.length > 0
      ? await findDuplicates(
          context.tx,
          leads.map(({ fields }) => fields),
        )
      : []
  const matchByLead = new Map(leads.map((lead, at) => [lead, matches[at] ?? nothingKnown]))
  const originalIds = matches.flatMap(({ duplicateOf }) => duplicateOf ?? [])
  const { registrations } = await registrationRules(context.tx)
  const originals = await readOriginals(context.tx, isStaff ? originalIds : [])
  const unpriced = await unpricedLeads(context, leads, { definitions, ownerByEmail })
  const memory = new ContactMemory<Pick<OtherLead, 'id' | 'name' | 'company'> & { partner: Owner }>()

  return readings.map((reading): Validation => {
    const refused = (messages: readonly FieldError[]): Validation => ({
      row: { outcome: 'refused', messages: [...messages], read: null },
      candidate: null,
    })
    if ('errors' in reading) return refused(reading.errors)
    const { fields, status, partner, custom, remarks } = reading.lead
    const owner = ownerByEmail(reading.lead)
    if (!owner) return refused([{ path: 'partner', message: noPartner(partner, isStaff) }])
    const { companyKey, phoneKey, duplicateOf } = matchByLead.get(reading.lead) ?? nothingKnown
    const contact = { email: fields.email, companyKey, phoneKey }
    const earlier = memory.earlier(contact)
    const originalId = duplicateOf ?? earlier?.id ?? null
    const isLeftOut = originalId !== null && !includeDuplicates
    const closed = closedStage(board, status, isStaff)
    if (closed) return refused([{ path: 'status', message: m.stageClosed({ stage: nameIn(closed) }) }])
    if (registrations && status === wonStage && originalId !== null && !isLeftOut)
      return refused([{ path: 'status', message: isStaff ? m.companySignedTwice() : m.contactSignedTwice() }])
    if (unwanted.has(reading.lead)) return refused([{ path: '', message: contactRefused(null).message }])
    if (unpriced.has(reading.lead)) return refused([{ path: 'amount', message: m.signatureAsksAmount() }])
    const id = newId()
    // Lost leads have no duplicates.
    if (!isLeftOut && !isLost(status)) memory.add({ id, name: fields.name, company: fields.company, partner: owner }, contact)
    const other = (duplicateOf && originals.get(duplicateOf)) ?? earlier
    const message = isStaff && other ? nameOther(other) : m.contactIsFollowed()
    return {
      row: {
        outcome: isLeftOut ? 'duplicate' : 'ready',
        messages: originalId ? [...remarks, { path: '', message }] : [...remarks],
        read: { title: clientListed(fields), status, amountCents: fields.estimatedAmountCents, partner: owner.name },
        // Lost leads have no duplicates.
        ...(isLost(status) ? {} : marksOf(contact)),
      },
      candidate: isLeftOut ? null : { id, partnerId: owner.id, fields, status, duplicateOf: originalId, custom },
    }
  })
}

interface ComparedContact {
  readonly companyKey: string
  readonly phoneKey: string
  readonly duplicateOf: string | null
}

/** `findDuplicate` for a whole batch in one query, with the keys by which each row is compared, in the order of `contacts`. */
async function findDuplicates(tx: Tx, contacts: readonly Contact[]): Promise<ComparedContact[]> {
  const contactList = JSON.stringify(contacts.map(({ email, company, phone }, at) => ({ at, email, company, phone })))
  const { rows } = await sql<ComparedContact>`
    select app.company_key(r.company) as "companyKey", app.phone_key(r.phone) as "phoneKey",
      app.known_lead(r.email, r.company, r.phone, r.email = '' or r.company = '', null) as "duplicateOf"
    from json_to_recordset(${contactList}::json) as r(at int, email text, company text, phone text) order by r.at
  `.execute(tx)
  return rows
}
