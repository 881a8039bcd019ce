import type { Selectable } from 'kysely'
import { isOwnPartner } from '#access/domain/actor.ts'
import { ofPartner } from '#access/domain/audience.ts'
import { Refusal, refuseFieldUnless, refuseUnless } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { Commissions } from '#platform/server/db/schema.generated.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { keyOfReason } from '../domain/account.ts'
import { restOf } from '../domain/engine.ts'
import { m } from '../messages/messages.ts'
import { type LeadSigning, readAccount, signingsOf, today } from './account-queries.ts'
import { type FactNote, type MadeLine, recordFact } from './line-commands.ts'
import { lockPartners } from './sign-commands.ts'

type Row = Selectable<Commissions>
type RuleFact = Parameters<typeof recordFact>[2]

/** Records one fact for each of a lead's partners, in the order of their ids. */
export async function recordForAll(
  context: TransactionContext,
  signings: readonly LeadSigning[],
  fact: RuleFact,
  note: FactNote = {},
): Promise<readonly (MadeLine & { readonly partnerId: string })[]> {
  const made: (MadeLine & { readonly partnerId: string })[] = []
  for (const { partner_id, rule_id } of signings) {
    const account = await readAccount(context.tx, partner_id, rule_id)
    const lines = await recordFact(context, account, fact, note)
    made.push(...lines.map((line) => ({ ...line, partnerId: partner_id })))
  }
  return made
}

const lockAll = (context: TransactionContext, signings: readonly LeadSigning[]) =>
  lockPartners(
    context,
    signings.map(({ partner_id }) => partner_id),
  )

/** The other pending lines of the lead of a line, which are validated with it, since a lead counts as a whole. */
const linesWith = (tx: Tx, row: Pick<Row, 'id' | 'lead_id' | 'partner_id'>) =>
  tx
    .selectFrom('commissions')
    .where('lead_id', '=', row.lead_id)
    .where('partner_id', '=', row.partner_id)
    .where('id', '<>', row.id)
    .where('status', '=', 'en_attente')
    .where('reason', 'is not', null)
    .orderBy('id')

/**
 * After one line of a signature was validated: the others of the lead are too, and the rule learns of it. The lines that became
 * valid with it, bonuses that the counted revenue reaches among them. The partner is locked.
 */
export async function validateByRule(
  context: TransactionContext,
  row: Row,
  validate: (row: Row) => Promise<void>,
): Promise<readonly Pick<Row, 'amount_cents'>[]> {
  const { tx } = context
  if (row.lead_id === null) return []
  const others = await linesWith(tx, row).selectAll().forUpdate().execute()
  for (const other of others) await validate(other)
  const account = await readAccount(tx, row.partner_id, row.rule_id)
  if (account.lead(row.lead_id)?.isValidated) return others
  const fact = { leadId: row.lead_id, kind: 'validated', day: await today(context), body: {} } as const
  const made = await recordFact(context, account, fact)
  const valid = made.filter(({ isPending: waits }) => !waits)
  return [...others, ...valid.map(({ amountCents }) => ({ amount_cents: amountCents }))]
}

const keyOf = ({ reason }: Row): string => (reason ? keyOfReason(reason) : '')

/** The revenue of the lead that a revenue of one share stands for. */
function ofWholeLead(row: Row, cents: number): number {
  const reason = row.reason
  const share = reason && 'shareBasisPoints' in reason ? reason.shareBasisPoints : 10_000
  return Math.round((cents * 10_000) / share)
}

/**
 * Makes the revenue of a pending line another one, by what its lead was signed at: by a further line, or by a smaller one.
 * Refuses `commissions_changed` for a line that a further one has followed: it is as it was, so that who has not seen the
 * further one would add to it once more.
 */
export async function correctByRule(context: TransactionContext, row: Row, revenueCents: number): Promise<void> {
  const leadId = row.lead_id
  refuseUnless(leadId !== null && row.revenue_cents > 0, 'commission_rate_frozen', m.nothingToCorrect())
  const signings = await signingsOf(context.tx, leadId)
  await lockAll(context, signings)
  const account = await readAccount(context.tx, row.partner_id, row.rule_id)
  const sources = account.lead(leadId)?.sources.filter(({ ofSignature }) => ofSignature) ?? []
  const newest = sources.findLast((source) => restOf([source]) > 0)
  if (row.reason?.source !== newest?.key) {
    throw new Refusal('commissions_changed', m.correctNewest(), { facts: { amountCents: row.amount_cents } })
  }
  const change = ofWholeLead(row, account.beforeLeaving(keyOf(row), revenueCents - row.revenue_cents))
  const body = { revenueCents: Math.max(0, restOf(sources) + change) }
  await recordForAll(context, signings, { leadId, kind: 'corrected', day: await today(context), body })
}

/**
 * Takes back a part of a line that counts, as its rule does; all that is left of it where it has no revenue. The line that takes
 * it back from this one.
 */
export async function takeBackByRule(
  context: TransactionContext,
  row: Row,
  { revenueCents, leftCents, reason }: { readonly revenueCents: number; readonly leftCents: number; readonly reason: string },
): Promise<{ id: string }> {
  const { lead_id: leadId } = row
  if (leadId === null) return takeBonusBack(context, row, { amountCents: leftCents, reason })
  const signings = await signingsOf(context.tx, leadId)
  await lockAll(context, signings)
  const account = await readAccount(context.tx, row.partner_id, row.rule_id)
  const taken = 0 - account.beforeLeaving(keyOf(row), 0 - revenueCents)
  const body = { revenueCents: ofWholeLead(row, taken), paymentId: row.client_payment_id }
  const fact: RuleFact = { leadId, kind: 'taken_back', day: await today(context), body }
  const made = await recordForAll(context, signings, fact, { reason })
  const own = made.find(({ kind, partnerId }) => kind === 'clawback' && partnerId === row.partner_id)
  if (!own) throw new Error(`nothing of the commission ${row.id} was taken back`)
  return { id: own.id }
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
  const accounts = await Promise.all(signings.map(({ partner_id, rule_id }) => readAccount(tx, partner_id, rule_id)))
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
  await recordForAll(context, signings, { leadId, kind: 'left', day, body: {} }, { reason })
  await context.recordEvent({
    name: 'lead.client_left',
    subjectId: leadId,
    audience: ofPartner(lead.partner_id),
    after: { day, reason },
  })
}
