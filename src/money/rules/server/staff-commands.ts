import type { Selectable } from 'kysely'
import { isOwnPartner } from '#access/domain/actor.ts'
import { ofPartner } from '#access/domain/audience.ts'
import type { StoredTier } from '#money/tiers/server/queries.ts'
import { Refusal, refuseFieldUnless, refuseUnless } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { Commissions } from '#platform/server/db/schema.generated.ts'
import { newId } from '#platform/server/ids.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { keyOfReason } from '../domain/account.ts'
import { firstRule } from '../domain/definition.ts'
import { restOf } from '../domain/engine.ts'
import { m } from '../messages/messages.ts'
import { type AccountHolder, readAccount, readAccountOf, readAccounts, signingsOf, today } from './account-queries.ts'
import { noteFact, recordFact, recordForEach } from './line-commands.ts'
import { lockPartners } from './sign-commands.ts'

type Row = Selectable<Commissions>

const lockAll = (context: TransactionContext, holders: readonly AccountHolder[]) =>
  lockPartners(context, [...new Set(holders.map(({ partner_id }) => partner_id))])

/** The accounts of a lead's partners, in the order of their ids. */
const accountsOf = async ({ tx }: TransactionContext, holders: readonly AccountHolder[]) =>
  [...(await readAccounts(tx, holders)).values()].flat()

/** What facts call a commission that was added by hand: it has no lead, and its own id stands for one. */
const subjectOf = ({ id, lead_id, kind }: Pick<Row, 'id' | 'lead_id' | 'kind'>): string | null =>
  lead_id ?? (kind === 'manual' ? id : null)

/** Whose accounts a fact about a line's lead is told to. */
async function holdersOf(tx: Tx, row: Row): Promise<readonly AccountHolder[]> {
  const subject = subjectOf(row)
  if (subject === null) return []
  if (row.lead_id === null) return [{ lead_id: subject, partner_id: row.partner_id, rule_id: row.rule_id }]
  return signingsOf(tx, subject)
}

/**
 * Validates a pending line and the others of its lead that are pending, since a lead counts as a whole, and lets the rule learn
 * of it. The lines that became valid, bonuses that the counted revenue reaches among them; none where the line is not pending any
 * more. The partner is locked.
 */
export async function validateLines(
  context: TransactionContext,
  row: Row,
  validate: (row: Row) => Promise<void>,
): Promise<readonly Pick<Row, 'amount_cents'>[]> {
  const { tx } = context
  const subject = subjectOf(row)
  const pending = tx.selectFrom('commissions').selectAll().where('status', '=', 'en_attente').orderBy('id')
  const together = row.lead_id
    ? pending.where('lead_id', '=', row.lead_id).where('partner_id', '=', row.partner_id)
    : pending.where('id', '=', row.id)
  const rows = await together.forUpdate().execute()
  if (!rows.some(({ id }) => id === row.id)) return []
  for (const each of rows) await validate(each)
  if (subject === null) return rows
  const holder = { lead_id: subject, partner_id: row.partner_id, rule_id: row.rule_id }
  const fact = { leadId: subject, kind: 'validated', day: await today(context), body: {} } as const
  const account = await readAccountOf(tx, holder)
  if (account.lead(subject)?.isValidated) return rows
  const made = await recordFact(context, account, fact)
  const valid = made.filter(({ isPending: waits }) => !waits)
  return [...rows, ...valid.map(({ amountCents }) => ({ amount_cents: amountCents }))]
}

const keyOf = ({ reason }: Row): string => (reason ? keyOfReason(reason) : '')

/** The revenue of the lead that a revenue of one share stands for. */
function ofWholeLead(row: Row, cents: number): number {
  const reason = row.reason
  const share = reason && 'shareBasisPoints' in reason ? reason.shareBasisPoints : 10_000
  return Math.round((cents * 10_000) / share)
}

/**
 * Makes the revenue of a pending line another one, by what its lead was signed at: by a further line, or by a smaller one; of a
 * lead in one line that one, with its rate. Refuses `commission_rate_frozen` for another rate than that of a rule, and
 * `commissions_changed` for a line that a further one has followed: it is as it was, so that who has not seen the further one
 * would add to it once more.
 */
export async function correctLine(
  context: TransactionContext,
  row: Row,
  { revenueCents, commissionRate: ratePercent }: { readonly revenueCents: number; readonly commissionRate: number },
): Promise<void> {
  const holders = await holdersOf(context.tx, row)
  await lockAll(context, holders)
  const own = holders.find(({ partner_id }) => partner_id === row.partner_id)
  const account = own && (await readAccountOf(context.tx, own))
  const lead = account?.lead(own?.lead_id ?? '')
  const fact = { leadId: lead?.leadId ?? '', kind: 'corrected', day: await today(context) } as const
  if (account && lead?.inOneLine) {
    await recordFact(context, account, { ...fact, body: { revenueCents, ratePercent } })
    return
  }
  refuseUnless(ratePercent === Number(row.commission_rate), 'commission_rate_frozen', m.rateOfRule())
  refuseUnless(account && lead && row.revenue_cents > 0, 'commission_rate_frozen', m.nothingToCorrect())
  const sources = lead.sources.filter(({ ofSignature }) => ofSignature)
  const newest = sources.findLast((source) => restOf([source]) > 0)
  if (row.reason?.source !== newest?.key) {
    throw new Refusal('commissions_changed', m.correctNewest(), { facts: { amountCents: row.amount_cents } })
  }
  const change = ofWholeLead(row, account.beforeLeaving(keyOf(row), revenueCents - row.revenue_cents))
  const body = { revenueCents: Math.max(0, restOf(sources) + change) }
  await recordForEach(context, await accountsOf(context, holders), { ...fact, body })
}

/** Adds a pending line without a lead, at a rate that staff say. */
export async function addByHand(
  context: TransactionContext,
  partnerId: string,
  { description, revenueCents, commissionRate, tier }: ByHand,
): Promise<{ id: string }> {
  const id = newId()
  const { ruleId, version } = firstRule
  const account = await readAccountOf(context.tx, { lead_id: id, partner_id: partnerId, rule_id: ruleId })
  const body = { revenueCents, version, ratePercent: commissionRate, tierName: tier?.name ?? null, inOneLine: true, byHand: true }
  await recordFact(context, account, { leadId: id, kind: 'signed', day: await today(context), body }, { description, tier })
  return { id }
}

interface ByHand {
  readonly description: string
  readonly revenueCents: number
  readonly commissionRate: number
  readonly tier: StoredTier | null
}

/** A pending line that was added by hand has been removed. */
export async function removeByHand(context: TransactionContext, row: Row): Promise<void> {
  const holder = { partnerId: row.partner_id, ruleId: row.rule_id }
  noteFact(context, holder, { leadId: row.id, kind: 'withdrawn', day: await today(context), body: {} })
}

/**
 * Takes back a part of a line that counts, as its rule does; all that is left of it where it has no revenue. The line that takes
 * it back from this one.
 */
export async function takeLineBack(
  context: TransactionContext,
  row: Row,
  { revenueCents, left, reason }: { readonly revenueCents: number; readonly left: LeftOfLine; readonly reason: string },
): Promise<{ id: string }> {
  const leadId = subjectOf(row)
  if (leadId === null) return takeBonusBack(context, row, { amountCents: left.amountCents, reason })
  const holders = await holdersOf(context.tx, row)
  await lockAll(context, holders)
  const accounts = await accountsOf(context, holders)
  const account = accounts.find(({ partnerId }) => partnerId === row.partner_id)
  const taken = 0 - (account?.beforeLeaving(keyOf(row), 0 - revenueCents) ?? 0)
  const source = account?.lead(leadId)?.sources.find(({ key }) => key === row.reason?.source)
  // All of a part is all of the whole, whatever cents the parts were rounded to.
  const isAll = source !== undefined && revenueCents > 0 && revenueCents === left.revenueCents
  const body = { revenueCents: isAll ? restOf([source]) : ofWholeLead(row, taken), paymentId: row.client_payment_id }
  // What waits for its validation is not taken back with what counts.
  const counting = accounts.filter((each) => row.client_payment_id !== null || each.lead(leadId)?.isValidated)
  const fact = { leadId, kind: 'taken_back', day: await today(context), body } as const
  const made = await recordForEach(context, counting, fact, { reason })
  const own = made.find(({ kind, partnerId }) => kind === 'clawback' && partnerId === row.partner_id)
  if (!own) throw new Error(`nothing of the commission ${row.id} was taken back`)
  return { id: own.id }
}

/** What clawbacks have left of a line. */
interface LeftOfLine {
  readonly revenueCents: number
  readonly amountCents: number
}

/** Takes back what is left of a bonus, which is not paid again in its period. */
async function takeBonusBack(
  context: TransactionContext,
  row: Row,
  { amountCents, reason }: { readonly amountCents: number; readonly reason: string },
): Promise<{ id: string }> {
  const { tx } = context
  if (!row.reason) throw new Error(`the commission ${row.id} is of no rule`)
  await lockPartners(context, [row.partner_id])
  const account = await readAccount(tx, row.partner_id, row.rule_id)
  const bonus = account.bonus(keyOfReason(row.reason))
  if (!bonus) throw new Error(`the commission ${row.id} is no bonus`)
  const made = tx.selectFrom('commission_facts').select('lead_id').where('seq', '=', row.reason.seq)
  const { lead_id: leadId } = await made.executeTakeFirstOrThrow()
  const body = { paymentId: null, revenueCents: 0, bonus: { ...bonus, amountCents } }
  const [line] = await recordFact(context, account, { leadId, kind: 'taken_back', day: await today(context), body }, { reason })
  if (!line) throw new Error(`nothing of the bonus ${row.id} was taken back`)
  return { id: line.id }
}

/**
 * The client of a signed lead has left: what its rule says is taken back of what it brought, by the months that are not over.
 * Refuses `not_found`, `rule_takes_nothing_back`, `client_left_already`, `own_commission`, and `invalid_input` for a day before
 * the signature or to come.
 */
export async function recordClientLeft(
  context: TransactionContext,
  leadId: string,
  { day, reason }: { readonly day: string; readonly reason: string },
): Promise<void> {
  const { tx, actor } = context
  const lead = await tx.selectFrom('leads').select('partner_id').where('id', '=', leadId).forNoKeyUpdate().executeTakeFirst()
  if (!lead) throw new Refusal('not_found', m.unknownLead())
  const signings = await signingsOf(tx, leadId)
  await lockAll(context, signings)
  refuseUnless(
    signings.every(({ partner_id }) => !isOwnPartner(actor, partner_id)),
    'own_commission',
    m.ownLead(),
  )
  const accounts = await accountsOf(context, signings)
  const signed = accounts.flatMap((account) => account.lead(leadId) ?? [])
  const reduces = signed.some(({ terms }) => terms.some(({ definition }) => definition.reduction !== null))
  refuseUnless(reduces, 'rule_takes_nothing_back', m.nothingTakenBack())
  refuseUnless(!signed.some(({ left }) => left !== null), 'client_left_already', m.leftAlready())
  refuseFieldUnless(day <= (await today(context)), 'day', m.dayToCome())
  refuseFieldUnless(
    signings.every(({ signed_on, client_since }) => (client_since ?? signed_on) <= day),
    'day',
    m.dayBeforeSignature(),
  )
  await recordForEach(context, accounts, { leadId, kind: 'left', day, body: {} }, { reason })
  await context.recordEvent({
    name: 'lead.client_left',
    subjectId: leadId,
    audience: ofPartner(lead.partner_id),
    after: { day, reason },
  })
}
