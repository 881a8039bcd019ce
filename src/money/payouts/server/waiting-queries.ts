import { type RawBuilder, sql } from 'kysely'
import { zoneInSql } from '#platform/server/provider-calendar.ts'
import { bankAnswerDays, type PayoutWait } from '../domain/payouts.ts'

/** Who reads, and when. */
interface Reading {
  readonly userId: RawBuilder<unknown>
  readonly now: RawBuilder<unknown>
}

const isIssued = sql`p.status = 'issued'`
/** Whether the payout `p` counts as accepted. */
export const isAccepted = (now: RawBuilder<unknown>) =>
  sql`(${isIssued} and (p.accepted_at is not null or p.contest_until <= ${now}))`
const isContested = sql`exists (select from commissions d where d.payout_id = p.id and d.disputed)`
const newestInvoice = sql`coalesce((select i.status from uploaded_invoices i where i.payout_id = p.id
  order by i.submitted_at desc, i.id desc limit 1), 'missing')`
const lacksInvoice = sql`(p.billing_mode = 'upload' and ${newestInvoice} <> 'accepted'
  and (select invoice_required from programme_settings))`
const lacksDocuments = (now: RawBuilder<unknown>) => sql`((select vigilance_hold from programme_settings) and p.partner_id in (
  select l.partner_id from app.lacking_documents((${now}::timestamptz at time zone ${zoneInSql})::date) l))`
const isOwn = sql`(p.partner_id is not distinct from app.partner_id())`
/** By the rule of `approvalBy`: above the limit somebody else than who issued it, if there is anybody. */
const needsAnother = (userId: RawBuilder<unknown>) => sql`(p.issued_by = ${userId} and p.total_cents >
  (select second_approval_above_cents from programme_settings) and app.payout_approvers() > 1)`

/** Payouts that somebody can approve. */
export const isToApprove = (now: RawBuilder<unknown>) =>
  sql`(${isAccepted(now)} and not ${isContested} and not ${lacksInvoice} and not ${lacksDocuments(now)})`
/** Whether the reader may not approve it whatever their rights: it is their own, or four eyes decide. */
export const isForAnother = (userId: RawBuilder<unknown>) => sql`(${isOwn} or ${needsAnother(userId)})`
const mayNot = (userId: RawBuilder<unknown>) => sql`(${isForAnother(userId)} or not (select app.has_right('money')))`

const expects = (invoice: 'missing' | 'refused') =>
  sql`(${isIssued} and p.billing_mode = 'upload' and ${newestInvoice} = ${sql.lit(invoice)})`

/** When an answer of the bank to the file `f` is late. */
export const fileLateFrom = sql`(f.execute_on + ${sql.lit(bankAnswerDays + 1)})::timestamp at time zone ${zoneInSql}`
const isAtBank = (is: RawBuilder<unknown>) => sql`exists (
  select from payout_file_lines l join payout_files f on f.id = l.payout_file_id
  where l.payout_id = p.id and l.state in ('sent', 'accepted') and ${is})`

const conditions: Readonly<Record<PayoutWait, (reading: Reading) => RawBuilder<unknown>>> = {
  approval: ({ userId, now }) => sql`(${isToApprove(now)} and not ${mayNot(userId)})`,
  second: ({ userId, now }) => sql`(${isToApprove(now)} and ${mayNot(userId)})`,
  documents: ({ now }) => sql`(${isAccepted(now)} and not ${lacksInvoice} and ${lacksDocuments(now)})`,
  invoice: () => expects('missing'),
  newInvoice: () => expects('refused'),
  answer: ({ now }) => isAtBank(sql`${fileLateFrom} <= ${now}`),
  bank: ({ now }) => isAtBank(sql`${fileLateFrom} > ${now}`),
}

/** The one rule for what the payout `p` waits for: of the counts on staff's first page, and of the rows that they lead to. */
export const payoutWaitsFor = (wait: PayoutWait, reading: Reading) => sql<boolean>`${conditions[wait](reading)}`
