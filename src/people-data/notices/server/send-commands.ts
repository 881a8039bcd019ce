import { sql } from 'kysely'
import { system } from '#access/domain/actor.ts'
import { ofPartner } from '#access/domain/audience.ts'
import { claimClientMail, wantsNoMail } from '#leads/client-confirmations/server/client-address-commands.ts'
import { clientListHolds } from '#leads/refused-contacts/server/guards.ts'
import type { Config } from '#platform/server/config.ts'
import type { TransactionParts } from '#platform/server/portal.ts'
import { type TransactionContext, withTransaction } from '#platform/server/transaction.ts'
import { daysAhead, daysUntilNextTry, noticesPerTurn } from '../domain/notices.ts'
import { isMailable } from './queries.ts'

type Sender = TransactionParts & { readonly config: Pick<Config, 'secret'> }

/**
 * Mails the notice to those who are in line, one transaction each: a portal that stops in between neither forgets nor repeats
 * one. Where staff have switched it on, whoever is due within a week gets in line first. Nobody is mailed while nobody knows who
 * wants no mail.
 */
export async function sendNotices(portal: Sender): Promise<void> {
  if (!(await portal.database.asActor(system, clientListHolds))) return
  await withTransaction(portal, system, queueAutomatic)
  for (let turn = 0; turn < noticesPerTurn; turn += 1) {
    if (!(await withTransaction(portal, system, (context) => sendNext(context, portal.config)))) return
  }
}

async function queueAutomatic({ tx, now }: TransactionContext): Promise<void> {
  await sql`update lead_notices n set queued_at = ${now} from leads l, settings s
    where s.notices_automatic and l.id = n.lead_id and n.due_at <= ${now}::timestamptz + ${daysAhead} * interval '1 day'
      and ${isMailable(now)}`.execute(tx)
}

/** Whether somebody was in line. Whom the limits of mail to clients do not let through now is tried again another day. */
async function sendNext({ tx, now, recordEvent }: TransactionContext, config: Pick<Config, 'secret'>): Promise<boolean> {
  const next = await tx
    .selectFrom('lead_notices as n')
    .innerJoin('leads as l', 'l.id', 'n.lead_id')
    .select(['n.lead_id', 'l.email', 'l.partner_id'])
    .where('n.queued_at', '<=', now)
    .where('l.restricted_at', 'is', null)
    .orderBy('n.queued_at')
    .orderBy('n.lead_id')
    .limit(1)
    .forUpdate('n')
    .skipLocked()
    .executeTakeFirst()
  if (!next) return false
  const { lead_id: leadId, partner_id: partnerId, email } = next
  const update = tx.updateTable('lead_notices').where('lead_id', '=', leadId)
  const outOfLine = { queued_at: null, queued_by: null }
  if (email === '') await update.set(outOfLine).execute()
  else if (await wantsNoMail(tx, config, email)) {
    await update.set({ ...outOfLine, state: 'no_mail', settled_at: now }).execute()
  } else if (await claimClientMail(tx, config, { partnerId, email }, now)) {
    const text = sql<string | null>`app.client_notice_text()`
    await update.set({ ...outOfLine, text_id: text, mailed_at: now }).execute()
    await recordEvent({ name: 'lead.notice_sent', subjectId: leadId, audience: ofPartner(partnerId) })
  } else {
    await update.set({ queued_at: new Date(now.getTime() + daysUntilNextTry * 86_400_000) }).execute()
  }
  return true
}
