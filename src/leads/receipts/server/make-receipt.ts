import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Selectable } from 'kysely'
import { letterhead } from '#access/api/identity.ts'
import { system } from '#access/domain/actor.ts'
import { ofPartner } from '#access/domain/audience.ts'
import { verifyPath } from '#access/domain/visitor-paths.ts'
import { partnerReading } from '#access/server/companies.ts'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import { customFields } from '#leads/fields/server/field-guards.ts'
import { type FieldRow, readFields } from '#leads/fields/server/queries.ts'
import type { LeadReceipt } from '#money/documents/domain/lead-receipt.ts'
import { printDocument } from '#money/documents/server/print-document.ts'
import type { Json } from '#operations/journal/domain.ts'
import { appendNow } from '#operations/journal/server/append-commands.ts'
import { findFirstRow } from '#operations/journal/server/queries.ts'
import { dayText } from '#platform/domain/day-text.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { Files } from '#platform/server/db/schema.generated.ts'
import { storeFile } from '#platform/server/files/commands.ts'
import { newId, newReference } from '#platform/server/ids.ts'
import type { Portal } from '#platform/server/portal.ts'
import { isoTime, providerZone } from '#platform/server/provider-calendar.ts'
import { readAs } from '#platform/server/reading/reading.ts'
import { SealError } from '#platform/server/sealing/sealing.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import { currentSettings } from '#provider/programme/server/identity-queries.ts'
import { documentLook } from '#provider/programme/server/look-queries.ts'
import { registeredLeadText } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { findReceiptFile, type findRegistration } from './queries.ts'

type Registration = NonNullable<Awaited<ReturnType<typeof findRegistration>>>

/**
 * The receipt of a registration, which is made and sealed if there is none yet. Refuses `not_found` for a lead whose first event
 * is not there any more, and what printing refuses.
 */
export async function ensureReceipt(portal: Portal, registration: Registration): Promise<Selectable<Files>> {
  const { lead_id, partner_id } = registration
  const find = (tx: Tx) => findReceiptFile(tx, lead_id, partner_id)
  const existing = await portal.database.asActor(system, find)
  if (existing) return existing
  // The lead may have come a moment ago.
  await appendNow(portal)
  const reading = await portal.database.asActor(system, (tx) => partnerReading(tx, partner_id))
  const look = await documentLook(portal)
  const { receipt, printed } = await readAs(reading, async () => {
    const receipt = await portal.database.asActor(system, (tx) => readContent(tx, portal, registration))
    return { receipt, printed: await printDocument({ kind: 'lead_receipt', content: receipt }, look) }
  })
  const { bytes } = await portal.sealer.sealOwn({ bytes: printed, reference: receipt.number }).catch(refuseUnsealed)
  await keep(portal, registration, receipt, bytes)
  // Where two asked at once, the one that was kept first.
  const created = await portal.database.asActor(system, find)
  if (!created) throw new Error(`the receipt of lead ${lead_id} was not kept`)
  return created
}

function refuseUnsealed(error: unknown): never {
  if (!(error instanceof SealError)) throw error
  throw new Refusal('seal_failed', m.notSealed(), {
    facts: { reason: error.code },
  })
}

async function readContent(tx: Tx, { config, clock }: Portal, registration: Registration): Promise<LeadReceipt> {
  const { lead_id: leadId, partner_id: partnerId, number, submitted_at } = registration
  const [row, settings, zone, partner, definitions] = await Promise.all([
    findFirstRow(tx, 'lead.created', leadId),
    currentSettings(tx),
    providerZone(tx),
    tx
      .selectFrom(partnerContacts.as('p'))
      .select(['full_name', 'company'])
      .where('partner_id', '=', partnerId)
      .executeTakeFirstOrThrow(),
    readFields(tx),
  ])
  if (!row?.record?.after) throw new Refusal('not_found', m.notInJournal())
  const registered = { number, leadId, partnerId, submittedAt: row.occurredAt, lead: shownPart(row.record.after, definitions) }
  const record = registeredLeadText(registered)
  const reference = newReference()
  return {
    reference,
    number,
    issueDate: isoTime(clock.now(), zone).slice(0, 10),
    provider: { name: settings.providerName, address: letterhead(settings), email: settings.contactEmail },
    partner: { name: partner.full_name, company: partner.company },
    company: registration.company,
    contact: registration.name,
    submitted: localTime(submitted_at, zone),
    submittedUtc: utcTime(submitted_at),
    record,
    recordSha256: createHash('sha256').update(record).digest('hex'),
    journal: { seq: row.seq, hash: row.hash, chainedAt: localTime(new Date(row.chainedAt), zone) },
    verifyUrl: `${config.publicUrl}${verifyPath(reference)}`,
  }
}

/** A receipt says nothing of a field that was hidden from partners since. */
function shownPart(lead: Json, definitions: readonly FieldRow[]): Json {
  if (typeof lead !== 'object' || lead === null || Array.isArray(lead) || !('fields' in lead)) return lead
  const { fields, ...rest } = lead
  const shown = customFields(definitions, 'partner').filter(({ isHidden }) => !isHidden)
  const kept = Object.entries(fields ?? {}).filter(([key]) => shown.some((field) => field.key === key))
  return kept.length === 0 ? rest : { ...rest, fields: Object.fromEntries(kept) }
}

/** '22/11/2026 à 18:50:12 (Europe/Paris)', in the language of the receipt, with which it is kept. */
function localTime(at: Date, zone: string): string {
  const [day = '', time = ''] = isoTime(at, zone).split('T')
  return m.atTime({ day: dayText(day), time, zone })
}

/** '2026-11-22T17:50:12Z' */
const utcTime = (at: Date) => `${at.toISOString().slice(0, 19)}Z`

async function keep(portal: Portal, { lead_id, partner_id }: Registration, content: LeadReceipt, bytes: Uint8Array) {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const name = `recepisse-${content.number}.pdf`
  const file = { id: newId(), purpose: 'lead_receipt', name, kind: 'pdf', size: bytes.length, sha256, inspection: null } as const
  await storeFile(portal, system, file, Readable.from([Buffer.from(bytes)]))
  await withTransaction(portal, system, async ({ tx, now, recordEvent }) => {
    const insertion = await tx
      .insertInto('lead_receipts')
      .values({
        reference: content.reference,
        lead_id,
        partner_id,
        content: JSON.stringify(content),
        journal_seq: content.journal.seq,
        journal_hash: Buffer.from(content.journal.hash, 'hex'),
        file_id: file.id,
        file_sha256: sha256,
        made_at: now,
      })
      .onConflict((conflict) => conflict.columns(['lead_id', 'partner_id']).doNothing())
      .executeTakeFirst()
    // Another request was faster: this file stays unclaimed and goes after a day.
    if (insertion.numInsertedOrUpdatedRows !== 1n) return
    await tx.updateTable('files').set({ claimed_at: now }).where('id', '=', file.id).execute()
    await recordEvent({
      name: 'lead.receipt_made',
      subjectId: lead_id,
      audience: ofPartner(partner_id),
      after: { number: content.number },
    })
  })
}
