import { type Selectable, sql } from 'kysely'
import { ofPartner } from '#access/domain/audience.ts'
import type { StoredStanding, StoredTier } from '#money/tiers/server/queries.ts'
import type { Commissions } from '#platform/server/db/schema.generated.ts'
import type { NewEvent } from '#platform/server/events/event-record.ts'
import { newId } from '#platform/server/ids.ts'
import { noonOf, providerZone } from '#platform/server/provider-calendar.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { type AccountLine, keyOfReason, type RuleAccount, type StoredFact, storedReason } from '../domain/account.ts'
import { bonusName } from '../domain/bonus-name.ts'
import { payableBy } from '../domain/calendar.ts'
import { type LineRest, minus, nothing, plus, type RuleLine } from '../domain/lines.ts'
import type { StoredReason } from '../domain/stored-lines.ts'
import type { FollowedRefund } from '../domain/take-back.ts'

export type Row = Selectable<Commissions>
export type RemovalReason = 'moved' | 'deleted' | 'handed_over' | 'removed' | 'received' | 'closed'

/** What the lines of a fact say beside their arithmetic. */
export interface FactNote {
  /** Why something is taken back, as staff typed it. */
  readonly reason?: string
  /** The client's payment that brings them. */
  readonly payment?: { readonly id: string; readonly reference: string; readonly receivedOn: string; readonly payableBy: Date }
  readonly refund?: FollowedRefund & { readonly id: string }
  /** Why what was pending goes. */
  readonly removal?: RemovalReason
  /** The tier by which a signature is rated. */
  readonly tier?: Pick<StoredTier, 'id' | 'name' | 'names'> | null
  /** Why what a signature brings is held from the beginning. */
  readonly heldReason?: string | null
  /** What is said of a commission that is added by hand. */
  readonly description?: string
}

/** A line as it was written. */
export interface MadeLine {
  readonly id: string
  readonly kind: Row['kind']
  readonly revenueCents: number
  readonly amountCents: number
  readonly clientPaymentId: string | null
  /** It waits for its validation. */
  readonly isPending: boolean
}

export interface Writing {
  readonly context: TransactionContext
  readonly account: RuleAccount
  readonly fact: StoredFact
  readonly note: FactNote
  /** Lines that are taken from, by their key. */
  readonly originals: ReadonlyMap<string, Row>
  /** The lines of a lead in one line that are no clawbacks. */
  readonly ofLead: readonly Row[]
}

/** Null where nothing counts for the tier yet. */
export interface Tiers {
  readonly before: StoredStanding | null
  readonly after: StoredStanding | null
}

export interface Written {
  /** Null where what was pending became another sum. */
  readonly line: MadeLine | null
  readonly events: (tiers: Tiers) => NewEvent[]
}

/** A line, and what its own fact takes of it: its client's departure, and refunds of before its payment was the first one. */
export interface LineToWrite extends AccountLine {
  readonly takes: readonly RuleLine[]
}

/** What a lead in one line waits for, which is pending. */
export const isExpected = ({ kind, status }: Row): boolean => kind !== 'payment' && status === 'en_attente'

/** The rows of lines that something is taken back from. */
export async function readOriginals(
  { tx }: TransactionContext,
  account: RuleAccount,
  lines: readonly AccountLine[],
): Promise<Map<string, Row>> {
  const keys = lines.flatMap(({ line }) => (line.reverses === null ? [] : account.keyOf(line.reverses)))
  if (keys.length === 0) return new Map()
  const rows = await tx
    .selectFrom('commissions')
    .selectAll()
    .where('partner_id', '=', account.partnerId)
    .where('kind', '<>', 'clawback')
    .where('reason', 'is not', null)
    .where(sql<boolean>`(reason ->> 'seq') || '/' || (reason ->> 'line') = any(${sql`${keys}::text[]`})`)
    .execute()
  return new Map(rows.flatMap((row) => (row.reason ? [[keyOfReason(row.reason), row] as const] : [])))
}

/** Writes a line that says its reason. */
export async function writeLine(writing: Writing, made: LineToWrite): Promise<readonly Written[]> {
  if (made.line.reverses === null) return addLine(writing, made)
  const original = writing.originals.get(writing.account.keyOf(made.line.reverses))
  // What was pending has gone with its lead.
  if (!original) return []
  return [
    await (original.status === 'en_attente' ? reducePending(writing, original, made.line) : takeBack(writing, original, made)),
  ]
}

/** A bonus for signatures, and what a signature brings, wait for their validation. */
export function isPending(account: RuleAccount, line: RuleLine): boolean {
  if (line.reason.why === 'bonus') return line.reason.bonus.measure === 'signatures'
  return line.ofSignature && !account.lead(line.leadId ?? '')?.isValidated
}

/** The client's payment that a line is of: the one that is recorded, or an earlier one that counts as the first from now on. */
async function paymentOf({ context, note }: Writing, { source, ofSignature, leadId }: RuleLine): Promise<FactNote['payment']> {
  if (ofSignature || leadId === null || source === null) return undefined
  if (note.payment?.id === source) return note.payment
  const { tx } = context
  const payments = tx.selectFrom('client_payments').select(['id', 'reference', 'received_on']).where('id', '=', source)
  const [row, zone] = await Promise.all([payments.executeTakeFirstOrThrow(), providerZone(tx)])
  const { id, reference, received_on: receivedOn } = row
  return { id, reference, receivedOn, payableBy: payableBy(noonOf(receivedOn, zone)) }
}

/** A line as it is stored, less what its fact takes of it. */
function storedLine({ line, takes, ...made }: LineToWrite, seq: number) {
  const left: LineRest = takes.reduce(plus, line)
  const departure = takes.find(({ reason }) => reason.why === 'left')
  const reason = {
    ...storedReason(seq, { line, ...made }, undefined),
    ...(takes.length > 0 && { taken: minus(line, left) }),
    ...(departure?.reason.why === 'left' && {
      stay: { months: departure.reason.months, stayed: departure.reason.stayed, ...minus(nothing, departure) },
    }),
  }
  return { revenueCents: left.revenueCents, amountCents: left.amountCents, reason }
}

export async function addLine(writing: Writing, made: LineToWrite): Promise<readonly Written[]> {
  const { context, account, fact, note, ofLead } = writing
  const { line, takes } = made
  const { revenueCents, amountCents, reason } = storedLine(made, fact.seq)
  if (takes.length > 0 && revenueCents === 0 && amountCents === 0) return []
  const { tx, now } = context
  const pending = isPending(account, line)
  const ofPayment = await paymentOf(writing, line)
  const rated = line.reason.why === 'rate' ? line.reason : null
  const tier = rated && (await tierOf(writing, line))
  const lead = line.leadId === null ? undefined : account.lead(line.leadId)
  const inOneLine = lead?.inOneLine ?? false
  const values = {
    id: lead?.byHand ? lead.leadId : newId(),
    partner_id: account.partnerId,
    lead_id: lead?.byHand ? null : line.leadId,
    kind: line.kind,
    client_payment_id: ofPayment?.id ?? null,
    description: line.reason.why === 'bonus' ? bonusName(line.reason.period) : (note.description ?? ''),
    revenue_cents: revenueCents,
    amount_cents: amountCents,
    commission_rate: rated?.ratePercent ?? 0,
    tier_name: tier?.name ?? '',
    tier_names: JSON.stringify(tier?.names ?? {}),
    status: pending ? ('en_attente' as const) : ('valide' as const),
    created_at: now,
    validated_at: pending ? null : now,
    payable_by: pending ? null : (ofPayment?.payableBy ?? payableBy(now)),
    rule_id: line.ruleId,
    rule_version: line.version,
    // What a client has paid of a commission that is held is held too.
    held_reason: note.heldReason ?? ofLead.find(isExpected)?.held_reason ?? null,
    // Revenue and rate say it where one line stands for all.
    reason: inOneLine ? null : JSON.stringify(reason),
  }
  context.post(tx.insertInto('commissions').values(values))
  const { id, kind, lead_id: leadId, description } = values
  const amounts = {
    revenueCents,
    commissionRate: rated?.ratePercent ?? 0,
    amountCents,
  }
  const about = { subjectId: id, audience: ofPartner(account.partnerId) }
  const events = ({ before, after }: Tiers): NewEvent[] => {
    const tierId = after?.current?.id ?? null
    if (ofPayment && leadId) {
      const { reference, receivedOn } = ofPayment
      const earned = { ...amounts, leadId, reference, receivedOn, tierId }
      return [{ name: 'commission.earned', ...about, before: { tierId: before?.current?.id ?? null }, after: earned }]
    }
    const ratedBy = inOneLine ? (note.tier?.id ?? null) : null
    const created: NewEvent = {
      name: 'commission.created',
      ...about,
      after: { ...amounts, leadId, description, tierId: ratedBy },
    }
    if (pending) return [created]
    const validated = { status: 'valide' as const, tierId, amountCents }
    const from = { status: 'en_attente' as const, tierId: before?.current?.id ?? null }
    return [created, { name: 'commission.validated', ...about, before: from, after: validated }]
  }
  return [{ line: { id, kind, revenueCents, amountCents, clientPaymentId: ofPayment?.id ?? null, isPending: pending }, events }]
}

/** The names of the tier that a line is rated by. */
async function tierOf({ context, account, note, ofLead }: Writing, { leadId }: RuleLine) {
  const [known] = ofLead
  if (note.tier !== undefined) return note.tier
  if (known) return { name: known.tier_name, names: known.tier_names }
  const names = context.tx.selectFrom('lead_signings').select(['tier_name as name', 'tier_names as names'])
  const own = names.where('partner_id', '=', account.partnerId).where('lead_id', '=', leadId ?? '')
  return (await own.executeTakeFirst()) ?? null
}

/** Takes something from a line that is pending: it gets smaller, and goes where nothing is left of it. */
async function reducePending({ context, note }: Writing, row: Row, line: RuleLine): Promise<Written> {
  const { tx, actor } = context
  const [revenueCents, amountCents] = [row.revenue_cents + line.revenueCents, row.amount_cents + line.amountCents]
  const taken = plus(row.reason?.taken ?? nothing, {
    revenueCents: -line.revenueCents,
    grossCents: -line.grossCents,
    amountCents: -line.amountCents,
  })
  const isGone = revenueCents === 0 && amountCents === 0
  const values = {
    revenue_cents: revenueCents,
    amount_cents: amountCents,
    reason: JSON.stringify({ ...row.reason, taken } as StoredReason),
  }
  // Partners change no line: what a bonus for their signatures loses makes it anew.
  const isAnew = isGone || actor.kind === 'partner'
  if (isAnew) await tx.deleteFrom('commissions').where('id', '=', row.id).execute()
  if (isAnew && !isGone) {
    const { disputed: _generated, partner_key: _partner, lead_key: _lead, search_text: _search, ...kept } = row
    await tx
      .insertInto('commissions')
      .values({ ...kept, ...values, tier_names: JSON.stringify(row.tier_names) })
      .execute()
  }
  if (!isAnew) await tx.updateTable('commissions').set(values).where('id', '=', row.id).execute()
  const about = { subjectId: row.id, audience: ofPartner(row.partner_id) }
  const commissionRate = Number(row.commission_rate)
  const before = { revenueCents: row.revenue_cents, commissionRate, amountCents: row.amount_cents }
  const removed = { leadId: row.lead_id, description: row.description, amountCents: row.amount_cents }
  return {
    line: { id: row.id, kind: row.kind, revenueCents, amountCents, clientPaymentId: null, isPending: true },
    events: () =>
      isGone
        ? [{ name: 'commission.removed', ...about, before: removed, after: { reason: note.removal ?? 'removed' } }]
        : [{ name: 'commission.corrected', ...about, before, after: { revenueCents, commissionRate, amountCents } }],
  }
}

/** Writes what is taken back from a line that counts. */
export async function takeBack({ context, account, fact, note }: Writing, row: Row, made: AccountLine): Promise<Written> {
  const { line } = made
  const { tx, now } = context
  const { refund } = note
  // What a payment takes back of another one is settled with what it brings.
  const receipt = row.lead_id === null ? undefined : (refund ?? note.payment)
  const reason = line.reason.why === 'bonus_lost' ? bonusName(line.reason.period) : (note.reason ?? note.payment?.reference ?? '')
  const id = newId()
  await tx
    .insertInto('commissions')
    .values({
      id,
      partner_id: row.partner_id,
      lead_id: row.lead_id,
      kind: 'clawback',
      reverses_id: row.id,
      client_payment_id: receipt?.id ?? null,
      description: row.lead_id !== null && refund ? refund.refund : reason,
      revenue_cents: line.revenueCents,
      amount_cents: line.amountCents,
      commission_rate: row.commission_rate,
      tier_name: row.tier_name,
      tier_names: JSON.stringify(row.tier_names),
      status: 'valide',
      created_at: now,
      validated_at: now,
      rule_id: row.rule_id,
      rule_version: row.rule_version,
      reason: row.reason && JSON.stringify(storedReason(fact.seq, made, account.original(line))),
    })
    .execute()
  const { revenueCents, amountCents } = line
  const followed = row.lead_id !== null && refund ? { refund: { refund: refund.refund, invoice: refund.invoice } } : {}
  return {
    line: { id, kind: 'clawback', revenueCents, amountCents, clientPaymentId: receipt?.id ?? null, isPending: false },
    events: ({ before, after }) => [
      {
        name: 'commission.reversed',
        subjectId: row.id,
        audience: ofPartner(row.partner_id),
        before: { tierId: before?.current?.id ?? null },
        after: {
          revenueCents,
          commissionRate: Number(row.commission_rate),
          amountCents,
          tierId: after?.current?.id ?? null,
          clawbackId: id,
          reason: 'refund' in followed ? '' : reason,
          ...(row.reason && { byRule: true }),
          ...followed,
        },
      },
    ],
  }
}
