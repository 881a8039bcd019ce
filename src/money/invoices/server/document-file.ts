import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { system } from '#access/domain/actor.ts'
import { ofPartner } from '#access/domain/audience.ts'
import { partnerReading } from '#access/server/companies.ts'
import { invoiceXml } from '#money/documents/domain/cii.ts'
import type { DocumentLook } from '#money/documents/server/money-document.ts'
import { printDocument } from '#money/documents/server/print-document.ts'
import { jobCause } from '#platform/domain/job-cause.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { BackgroundHandlers, EventRecord } from '#platform/server/events/event-record.ts'
import { storeFile } from '#platform/server/files/commands.ts'
import { newId } from '#platform/server/ids.ts'
import { noteGivenUp } from '#platform/server/jobs/given-up.ts'
import type { Portal } from '#platform/server/portal.ts'
import { readAs } from '#platform/server/reading/reading.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import { documentLook } from '#provider/programme/server/look-queries.ts'

export const invoiceBackgroundHandlers: BackgroundHandlers = {
  'payout_run.documents_issued': makeDocuments,
  'payout.cancelled': makeDocuments,
  'payout.document_status': makeDocuments,
}

/** Documents that one job makes; the rest is for a job of its own, so that other work comes in between. */
const perJob = 20

/**
 * Prints and seals the documents of a run, of a cancelled payout or of one with a void invoice that are missing. May run again,
 * and at the same time.
 */
async function makeDocuments(
  event: EventRecord<'payout_run.documents_issued' | 'payout.cancelled' | 'payout.document_status'>,
  portal: Portal,
): Promise<void> {
  const subject = event.subjectId
  if (!subject) return
  const missing = await missingDocuments(portal, event.name === 'payout_run.documents_issued' ? 'p.run_id' : 'p.id', subject)
  if (missing.length === 0) return
  const look = await documentLook(portal)
  let count = 0
  for (const document of missing.slice(0, perJob)) if (await makeDocument(portal, document, look, event)) count += 1
  // Stops if nothing could be printed: the failing documents would come first in every following job.
  if (missing.length <= perJob || count === 0) return
  await portal.database.asActor(system, (tx) => portal.queue.send(tx, 'event', { eventId: event.id }))
}

function missingDocuments(portal: Portal, by: 'p.id' | 'p.run_id', id: string) {
  return portal.database.asActor(system, (tx) =>
    tx
      .selectFrom('invoices as i')
      .innerJoin('payouts as p', 'p.id', 'i.payout_id')
      .leftJoin('invoice_files as f', 'f.invoice_id', 'i.id')
      .select(['i.id', 'i.kind', 'i.partner_id', 'i.reference', 'i.content'])
      .where(by, '=', id)
      .where('f.invoice_id', 'is', null)
      .orderBy('i.issued_at')
      .orderBy('i.reference')
      .limit(perJob + 1)
      .execute(),
  )
}

type Unmade = Awaited<ReturnType<typeof missingDocuments>>[number]

/** Whether it was made; one with characters that no font has is told to staff. */
async function makeDocument(portal: Portal, row: Unmade, look: DocumentLook, event: EventRecord): Promise<boolean> {
  const document = row.content
  const reading = await portal.database.asActor(system, (tx) => partnerReading(tx, row.partner_id))
  const printed = await readAs(reading, () => printDocument(document, look)).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'characters_unprintable') return error
    throw error
  })
  if (printed instanceof Refusal) {
    // Printing again would not help: staff see the reason at once.
    const cause = jobCause('document', row.reference, printed)
    await noteGivenUp(portal, { name: 'event', data: { eventId: event.id }, cause })
    return false
  }
  const { bytes } = await portal.sealer.sealOwn({ bytes: printed, reference: row.reference })
  const file = await stored(portal, `${row.reference}.pdf`, 'pdf', bytes)
  const xml = document.kind === 'invoice' ? Buffer.from(invoiceXml(document.content)) : null
  const xmlFile = xml && (await stored(portal, `${row.reference}.xml`, 'xml', xml))
  await withTransaction(portal, system, async ({ tx, now, recordEvent }) => {
    const insertion = await tx
      .insertInto('invoice_files')
      .values({ invoice_id: row.id, file_id: file, xml_file_id: xmlFile, made_at: now })
      .onConflict((conflict) => conflict.column('invoice_id').doNothing())
      .executeTakeFirst()
    // Another server was faster: these files stay unclaimed and go after a day.
    if (insertion.numInsertedOrUpdatedRows !== 1n) return
    await tx
      .updateTable('files')
      .set({ claimed_at: now })
      .where('id', 'in', xmlFile ? [file, xmlFile] : [file])
      .execute()
    await recordEvent({
      name: 'invoice.made',
      subjectId: row.id,
      audience: ofPartner(row.partner_id),
      after: { kind: row.kind, reference: row.reference },
    })
  })
  return true
}

/** Id of a stored file that no record has taken yet. */
async function stored(portal: Portal, name: string, kind: 'pdf' | 'xml', bytes: Uint8Array): Promise<string> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const file = { id: newId(), purpose: 'invoice', name, kind, size: bytes.length, sha256, inspection: null } as const
  await storeFile(portal, system, file, Readable.from([Buffer.from(bytes)]))
  return file.id
}
