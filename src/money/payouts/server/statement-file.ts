import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { system } from '#access/domain/actor.ts'
import { ofPartner } from '#access/domain/audience.ts'
import { partnerReading } from '#access/server/companies.ts'
import type { Statement } from '#money/documents/domain/statements.ts'
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

export const payoutBackgroundHandlers: BackgroundHandlers = { 'payout_run.issued': printStatements }

/** Statements that one job prints; the rest is for a job of its own, so that other work comes in between. */
const perJob = 20

/**
 * Prints the statements of a run that are missing, those of cancelled payouts too, which have a number. May run again, and at
 * the same time: a payout takes one file.
 */
async function printStatements(event: EventRecord<'payout_run.issued'>, portal: Portal): Promise<void> {
  const runId = event.subjectId
  if (!runId) return
  const missing = await portal.database.asActor(system, (tx) =>
    tx
      .selectFrom('payouts')
      .select(['id', 'partner_id', 'statement'])
      .where('run_id', '=', runId)
      .where('statement_file_id', 'is', null)
      .orderBy('reference')
      .limit(perJob + 1)
      .execute(),
  )
  const look = await documentLook(portal)
  let printed = 0
  for (const payout of missing.slice(0, perJob)) if (await printStatement(portal, payout, look, event)) printed += 1
  // Stops if nothing could be printed: the failing statements would come first in every following job.
  if (missing.length <= perJob || printed === 0) return
  await portal.database.asActor(system, (tx) => portal.queue.send(tx, 'event', { eventId: event.id }))
}

interface Unprinted {
  readonly id: string
  readonly partner_id: string
  readonly statement: Statement
}

/** Whether the statement was printed; one with characters that no font has is told to staff. */
async function printStatement(portal: Portal, payout: Unprinted, look: DocumentLook, event: EventRecord): Promise<boolean> {
  const reading = await portal.database.asActor(system, (tx) => partnerReading(tx, payout.partner_id))
  const print = () => printDocument({ kind: 'statement', content: payout.statement }, look)
  const pdf = await readAs(reading, print).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'characters_unprintable') return error
    throw error
  })
  if (pdf instanceof Refusal) {
    // Printing again would not help: staff see the reason at once.
    const cause = jobCause('statement', payout.statement.number, pdf)
    await noteGivenUp(portal, { name: 'event', data: { eventId: event.id }, cause })
    return false
  }
  const file = {
    id: newId(),
    purpose: 'statement',
    name: `${payout.statement.number}.pdf`,
    kind: 'pdf',
    size: pdf.length,
    sha256: createHash('sha256').update(pdf).digest('hex'),
    inspection: null,
  } as const
  await storeFile(portal, system, file, Readable.from([pdf]))
  await withTransaction(portal, system, async ({ tx, now, recordEvent }) => {
    const update = await tx
      .updateTable('payouts')
      .set({ statement_file_id: file.id })
      .where('id', '=', payout.id)
      .where('statement_file_id', 'is', null)
      .executeTakeFirst()
    // Another server was faster: this file stays unclaimed and goes after a day.
    if (update.numUpdatedRows !== 1n) return
    await tx.updateTable('files').set({ claimed_at: now }).where('id', '=', file.id).execute()
    await recordEvent({
      name: 'payout.statement_made',
      subjectId: payout.id,
      audience: ofPartner(payout.partner_id),
    })
  })
  return true
}
