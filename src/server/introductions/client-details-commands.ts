import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { maxClientMails } from '#domain/client-confirmations.ts'
import { addressHash, claimClientMail } from '../client-confirmations/client-address-commands.ts'
import { isAddressOf, mailedNow } from '../client-confirmations/commands.ts'
import { currentConfirmation } from '../client-confirmations/queries.ts'
import type { Config } from '../config.ts'
import type { Tx } from '../db/database.ts'
import { newId } from '../ids.ts'
import { addClientLead, holdContact } from '../leads/client-lead-commands.ts'
import type { TransactionContext } from '../transaction.ts'
import type { OpenLink } from './queries.ts'

export interface Details {
  /** Of the form: the same one sent twice has the same. */
  readonly leadId: string
  readonly name: string
  readonly company: string
  readonly email: string
  readonly phone: string
  readonly message: string
  /** What the client agreed to. */
  readonly consent: string
}

/** A second form about the same lead within this time has no mail of its own. */
const quietMs = 3_600_000

/**
 * What a client left becomes the partner's lead, registered as any other; a lead of theirs about the same person and company gets
 * the client's word instead. One mail asks the client to confirm the address, unless it wants none. Runs as the system.
 */
export async function leaveDetails(
  context: TransactionContext,
  secret: Pick<Config, 'secret'>,
  link: OpenLink,
  details: Details,
): Promise<void> {
  const { tx } = context
  await holdContact(context, details)
  const known = await leadOf(tx, link.partnerId, details)
  if (known === details.leadId) return
  const leadId = known ?? details.leadId
  if (!known) {
    const { name, company, email, phone, message } = details
    // The partner knows what it may become; the client is not asked.
    const unknown = { website: '', estimatedAmountCents: 0, offerType: 'custom' } as const
    await addClientLead(context, {
      id: leadId,
      partnerId: link.partnerId,
      name,
      company,
      email,
      phone,
      notes: message,
      ...unknown,
    })
  }
  await recordWord(context, secret, link, { ...details, leadId, message: known ? details.message : '' })
}

/** The lead of this form, if it was sent before; else an open one of the partner about this person and company. */
async function leadOf(tx: Tx, partnerId: string, { leadId, email, company }: Details): Promise<string | null> {
  const row = await tx
    .selectFrom('leads')
    .select('id')
    .where((where) =>
      where.or([
        where('id', '=', leadId),
        where.and([
          where('partner_id', '=', partnerId),
          where('status', '<>', 'refuse'),
          sql<boolean>`lower(email) = lower(${email})`,
          sql<boolean>`company_key = app.company_key(${company})`,
        ]),
      ]),
    )
    .orderBy(sql`id = ${leadId}`, 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

async function recordWord(
  context: TransactionContext,
  secret: Pick<Config, 'secret'>,
  { partnerId }: OpenLink,
  { leadId, email, message, consent }: Details,
): Promise<void> {
  const { tx, now } = context
  // A lead that was there is locked before what was said of it is read.
  await tx.selectFrom('leads').select('id').where('id', '=', leadId).forUpdate().execute()
  const current = await currentConfirmation(tx, leadId)
  const left = {
    ...{ left_at: now, consent_text: consent, consent_sha256: createHash('sha256').update(consent).digest('hex') },
    message,
  }
  // Who denied it, or named somebody else, and comes now by this partner's link, is asked anew.
  const goesOn = current && (current.answer === null || current.answer === 'yes') ? current : null
  if (current && !goesOn) {
    await tx.updateTable('client_confirmations').set({ voided_at: now }).where('id', '=', current.id).execute()
  }
  const wasMailed = goesOn?.mailed_at && now.getTime() - goesOn.mailed_at.getTime() < quietMs
  const mayMail = goesOn?.answer !== 'yes' && !wasMailed && (goesOn?.mails ?? 0) < maxClientMails
  const isMailed =
    mayMail && !(await isAddressOf(tx, partnerId, email)) && (await claimClientMail(tx, addressHash(secret, email), now))
  const mailed = isMailed ? { mails: (goesOn?.mails ?? 0) + 1, ...mailedNow(now) } : {}
  const id = goesOn?.id ?? newId()
  if (goesOn) {
    await tx
      .updateTable('client_confirmations')
      .set({ ...left, ...mailed })
      .where('id', '=', id)
      .execute()
  } else {
    await tx
      .insertInto('client_confirmations')
      .values({ id, lead_id: leadId, partner_id: partnerId, email, created_at: now, ...left, ...mailed })
      .execute()
  }
  await context.recordEvent({
    name: 'lead.introduced',
    subjectId: leadId,
    audience: { kind: 'partner', userId: partnerId },
    after: { confirmationId: id, isMailed },
  })
}
