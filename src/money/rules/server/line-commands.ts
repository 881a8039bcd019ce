import { type Selectable, sql } from 'kysely'
import { ofPartner } from '#access/domain/audience.ts'
import { readStanding, type StoredStanding } from '#money/tiers/server/queries.ts'
import type { Commissions } from '#platform/server/db/schema.generated.ts'
import type { NewEvent } from '#platform/server/events/event-record.ts'
import { newId } from '#platform/server/ids.ts'
import { noonOf, providerZone } from '#platform/server/provider-calendar.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { type AccountLine, keyOfReason, type RuleAccount, type StoredFact, storedReason } from '../domain/account.ts'
import { bonusName } from '../domain/bonus-name.ts'
import { payableBy } from '../domain/calendar.ts'
import { type LineRest, minus, nothing, plus, type RuleLine } from '../domain/lines.ts'
import { edition, type StoredReason } from '../domain/stored-lines.ts'
import type { FollowedRefund } from '../domain/take-back.ts'

type Row = Selectable<Commissions>
type RemovalReason = 'moved' | 'deleted' | 'handed_over' | 'removed'

/** What the lines of a fact say beside their arithmetic. */
export interface FactNote {
  /** Why something is taken back, as staff typed it. */
  readonly reason?: string
  /** The client's payment that brings them. */
  readonly payment?: { readonly id: string; readonly reference: string; readonly receivedOn: string; readonly payableBy: Date }
  readonly refund?: FollowedRefund & { readonly id: string }
  /** Why what was pending goes. */
  readonly removal?: RemovalReason
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

interface Writing {
  readonly context: TransactionContext
  readonly account: RuleAccount
  readonly fact: StoredFact
  readonly note: FactNote
  /** Lines that are taken from, by their key. */
  readonly originals: ReadonlyMap<string, Row>
}

/**
 * Records what happened to a lead under another rule than the specification's, and writes the lines that it brings its partner,
 * whose row is locked: new ones, and what is taken back. What is pending gets smaller or goes.
 */
export async function recordFact(
  context: TransactionContext,
  account: RuleAccount,
  { leadId, kind, day, body: said }: Pick<StoredFact, 'leadId' | 'kind' | 'day' | 'body'>,
  note: FactNote = {},
): Promise<readonly MadeLine[]> {
  const { tx, now } = context
  const { partnerId } = account
  // An account over all offers holds leads of other rules than the one that it was asked for.
  const ruleId = (kind === 'signed' ? undefined : account.own(leadId)?.terms.ruleId) ?? account.ruleId
  const body = { ...said, edition } as const
  const { seq } = await tx
    .insertInto('commission_facts')
    .values({
      partner_id: partnerId,
      rule_id: ruleId,
      lead_id: leadId,
      kind,
      day,
      recorded_at: now,
      body: JSON.stringify(body),
    })
    .returning('seq')
    .executeTakeFirstOrThrow()
  const fact: StoredFact = { seq: Number(seq), ruleId, leadId, kind, day, recordedAt: now, body }
  const lines = account.take(fact)
  if (lines.length === 0) return []
  const before = await readStanding(tx, partnerId)
  const originals = await readOriginals(context, account, lines)
  const writing: Writing = { context, account, fact, note, originals }
  const made: MadeLine[] = []
  const events: ((tiers: Tiers) => NewEvent[])[] = []
  for (const line of withTakes(lines)) {
    const written = await writeLine(writing, line)
    if (!written) continue
    made.push(written.line)
    events.push(written.events)
  }
  const after = await readStanding(tx, partnerId)
  const all = events.flatMap((of, index) => of({ before: index === 0 ? before : after, after }))
  if (all.length > 0) await context.recordEvents(all)
  return made
}

interface Tiers {
  readonly before: StoredStanding
  readonly after: StoredStanding
}

interface Written {
  readonly line: MadeLine
  readonly events: (tiers: Tiers) => NewEvent[]
}

/** A line, and what its own fact takes of it: its client's departure, and refunds of before its payment was the first one. */
interface LineToWrite extends AccountLine {
  readonly takes: readonly RuleLine[]
}

/** A line is written once, with what its fact leaves of it. */
function withTakes(lines: readonly AccountLine[]): readonly LineToWrite[] {
  const made = new Set(lines.map(({ line }) => line.id))
  return lines
    .filter(({ line: { reverses } }) => reverses === null || !made.has(reverses))
    .map((each) => ({ ...each, takes: lines.flatMap(({ line }) => (line.reverses === each.line.id ? line : [])) }))
}

/** The rows of lines that something is taken back from. */
async function readOriginals(
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

async function writeLine(writing: Writing, made: LineToWrite): Promise<Written | null> {
  if (made.line.reverses === null) return addLine(writing, made)
  const original = writing.originals.get(writing.account.keyOf(made.line.reverses))
  // What was pending has gone with its lead.
  if (!original) return null
  return original.status === 'en_attente' ? reducePending(writing, original, made.line) : takeBack(writing, original, made)
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

async function addLine(writing: Writing, made: LineToWrite): Promise<Written | null> {
  const { context, account, fact } = writing
  const { line, takes } = made
  const { revenueCents, amountCents, reason } = storedLine(made, fact.seq)
  if (takes.length > 0 && revenueCents === 0 && amountCents === 0) return null
  const { tx, now } = context
  const pending = isPending(account, line)
  const ofPayment = await paymentOf(writing, line)
  const rated = line.reason.why === 'rate' ? line.reason : null
  const signing = rated && (await tierNamesOf(context, account, line))
  const values = {
    id: newId(),
    partner_id: account.partnerId,
    lead_id: line.leadId,
    kind: line.kind,
    client_payment_id: ofPayment?.id ?? null,
    description: line.reason.why === 'bonus' ? bonusName(line.reason.period) : '',
    revenue_cents: revenueCents,
    amount_cents: amountCents,
    commission_rate: rated?.ratePercent ?? 0,
    tier_name: signing?.tier_name ?? '',
    tier_names: JSON.stringify(signing?.tier_names ?? {}),
    status: pending ? ('en_attente' as const) : ('valide' as const),
    created_at: now,
    validated_at: pending ? null : now,
    payable_by: pending ? null : (ofPayment?.payableBy ?? payableBy(now)),
    rule_id: line.ruleId,
    rule_version: line.version,
    reason: JSON.stringify(reason),
  }
  await tx.insertInto('commissions').values(values).execute()
  const { id, kind, lead_id: leadId, description } = values
  const amounts = {
    revenueCents,
    commissionRate: rated?.ratePercent ?? 0,
    amountCents,
  }
  const about = { subjectId: id, audience: ofPartner(account.partnerId) }
  return {
    line: { id, kind, revenueCents, amountCents, clientPaymentId: ofPayment?.id ?? null, isPending: pending },
    events: ({ before, after }): NewEvent[] => {
      const tierId = after.current?.id ?? null
      if (ofPayment && leadId) {
        const { reference, receivedOn } = ofPayment
        const earned = { ...amounts, leadId, reference, receivedOn, tierId }
        return [{ name: 'commission.earned', ...about, before: { tierId: before.current?.id ?? null }, after: earned }]
      }
      const created: NewEvent = { name: 'commission.created', ...about, after: { ...amounts, leadId, description, tierId: null } }
      if (pending) return [created]
      const validated = { status: 'valide' as const, tierId, amountCents }
      return [
        created,
        {
          name: 'commission.validated',
          ...about,
          before: { status: 'en_attente', tierId: before.current?.id ?? null },
          after: validated,
        },
      ]
    },
  }
}

async function tierNamesOf({ tx }: TransactionContext, { partnerId }: RuleAccount, { leadId }: RuleLine) {
  const signing = tx.selectFrom('lead_signings').select(['tier_name', 'tier_names']).where('partner_id', '=', partnerId)
  return (await signing.where('lead_id', '=', leadId ?? '').executeTakeFirst()) ?? null
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
async function takeBack({ context, account, fact, note }: Writing, row: Row, made: AccountLine): Promise<Written> {
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
      reason: JSON.stringify(storedReason(fact.seq, made, account.original(line))),
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
        before: { tierId: before.current?.id ?? null },
        after: {
          revenueCents,
          commissionRate: Number(row.commission_rate),
          amountCents,
          tierId: after.current?.id ?? null,
          clawbackId: id,
          reason: 'refund' in followed ? '' : reason,
          byRule: true,
          ...followed,
        },
      },
    ],
  }
}
