import { type Selectable, sql } from 'kysely'
import type { Cents } from '#platform/domain/money.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { Commissions } from '#platform/server/db/schema.generated.ts'
import type { PastLead, PastLine, PastPayment } from '../domain/past-leads.ts'

/** Kinds of commissions that belong to a lead. */
const leadKinds = ['deal', 'payment', 'fixed', 'clawback'] as const
const isLeadKind = (kind: string): kind is PastLine['kind'] => leadKinds.some((each) => each === kind)

/** One parameter, however many leads there are. */
const isOfLeads = (leadIds: readonly string[]) => sql<boolean>`lead_id = any(${sql`${[...leadIds]}::uuid[]`})`

/** When leads were signed for their partners, by lead and partner. */
async function readSignatures(tx: Tx, leadIds: readonly string[]): Promise<Map<string, Date>> {
  const rows = await tx
    .selectFrom('commission_facts')
    .select(['lead_id', 'partner_id', sql<Date>`max(recorded_at)`.as('at')])
    .where(isOfLeads(leadIds))
    .where('kind', '=', 'signed')
    .groupBy(['lead_id', 'partner_id'])
    .execute()
  return new Map(rows.map(({ lead_id, partner_id, at }) => [`${lead_id} ${partner_id}`, at]))
}

type StoredLine = Pick<
  Selectable<Commissions>,
  | 'id'
  | 'kind'
  | 'reason'
  | 'revenue_cents'
  | 'amount_cents'
  | 'created_at'
  | 'validated_at'
  | 'client_payment_id'
  | 'reverses_id'
>

async function readLines(tx: Tx, leadIds: readonly string[]) {
  const rows = await tx
    .selectFrom('commissions')
    .select(['id', 'lead_id', 'partner_id', 'kind', 'revenue_cents', 'amount_cents', 'commission_rate', 'tier_name'])
    .select(['created_at', 'validated_at', 'client_payment_id', 'reverses_id', 'reason'])
    .where(isOfLeads(leadIds))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, ({ lead_id }) => lead_id)
}

async function readPayments(tx: Tx, leadIds: readonly string[]): Promise<Map<string, PastPayment[]>> {
  const rows = await tx
    .selectFrom('client_payments')
    .select(['id', 'lead_id', 'refunds_id', 'net_cents', 'received_on', 'created_at'])
    .where(isOfLeads(leadIds))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const payments = rows.map((row) => ({
    leadId: row.lead_id,
    id: row.id,
    refundsId: row.refunds_id,
    netCents: row.net_cents,
    day: row.received_on,
    at: row.created_at,
  }))
  return Map.groupBy(payments, ({ leadId }) => leadId)
}

interface OwnTerms {
  readonly signedCents: Cents
  /** The partner's tier now; of nulls where there are none. */
  readonly tier: { readonly rate: number | null; readonly name: string | null } | null
}

/** What leads were signed for, by lead and partner; where one line stands for all, the line says it. */
async function readOwnTerms(tx: Tx, leadIds: readonly string[]): Promise<ReadonlyMap<string, OwnTerms>> {
  const tier = sql<OwnTerms['tier']>`(select json_build_object('rate', t.commission_rate, 'name', t.name)
    from app.tier_of(s.partner_id) t)`
  const rows = await tx
    .selectFrom('lead_signings as s')
    .select(['s.lead_id', 's.partner_id', 's.revenue_cents', tier.as('tier')])
    .where(isOfLeads(leadIds))
    .where('s.in_one_line', '=', false)
    .execute()
  return new Map(rows.map((row) => [`${row.lead_id} ${row.partner_id}`, { signedCents: row.revenue_cents, tier: row.tier }]))
}

/** What partners' bonuses since a moment come to, with what was clawed back of them; those of a scope's rule, or all. */
export async function bonusesSince(
  tx: Tx,
  since: Date,
  scope: { readonly partnerId: string | null; readonly offer: string | null } | null,
): Promise<ReadonlyMap<string, Cents>> {
  let query = tx
    .selectFrom('commissions as c')
    .leftJoin('commissions as o', 'o.id', 'c.reverses_id')
    .select(['c.partner_id', sql<Cents>`sum(c.amount_cents)::bigint`.as('cents')])
    .where(({ or, eb }) => or([eb('c.kind', '=', 'bonus'), eb('o.kind', '=', 'bonus')]))
    .where('c.created_at', '>=', since)
    .groupBy('c.partner_id')
  if (scope) {
    query = query.where('c.rule_id', 'in', (where) =>
      where
        .selectFrom('commission_rules')
        .select('id')
        .where('partner_id', 'is not distinct from', scope.partnerId)
        .where('offer', 'is not distinct from', scope.offer),
    )
  }
  const rows = await query.execute()
  return new Map(rows.map(({ partner_id, cents }) => [partner_id, Number(cents)]))
}

/** Payments that this partner has a commission of, and their refunds: what counted before a lead was reassigned is not theirs. */
function ownPayments(payments: readonly PastPayment[], lines: readonly PastLine[]): PastPayment[] {
  const own = new Set(lines.flatMap(({ kind, clientPaymentId }) => (kind === 'clawback' ? [] : (clientPaymentId ?? []))))
  return payments.filter(({ id, refundsId }) => own.has(refundsId ?? id))
}

interface RatedLine {
  readonly kind: string
  readonly commission_rate: string
  readonly tier_name: string
}

/** The rate that a lead was signed at; of one that has only fixed sums, that of its partner's tier now. */
function rateOf(lines: readonly [RatedLine, ...RatedLine[]], terms: OwnTerms | undefined) {
  const line = lines.find(({ kind }) => kind !== 'fixed')
  if (!line && terms) return { ratePercent: terms.tier?.rate ?? 0, tierName: terms.tier?.name ?? '' }
  const { commission_rate, tier_name } = line ?? lines[0]
  return { ratePercent: Number(commission_rate), tierName: tier_name }
}

/** A line as it is told; what it lost at once by its client's departure is told as a clawback. */
function pastLinesOf(row: StoredLine): PastLine[] {
  const { id, kind, reason, created_at: at, validated_at: validatedAt } = row
  if (!isLeadKind(kind)) return []
  const line = { id, kind, revenueCents: row.revenue_cents, amountCents: row.amount_cents, at, validatedAt }
  const from = { clientPaymentId: row.client_payment_id, reversesId: row.reverses_id }
  const lost = reason?.stay
  if (!lost) return [{ ...line, ...from }]
  const whole = { revenueCents: line.revenueCents + lost.revenueCents, amountCents: line.amountCents + lost.amountCents }
  const taken = { id: `${id} left`, revenueCents: -lost.revenueCents, amountCents: -lost.amountCents, at, validatedAt }
  return [
    { ...line, ...whole, ...from },
    { ...taken, kind: 'clawback', clientPaymentId: null, reversesId: id },
  ]
}

/** Leads that were signed since a moment, with their commissions and their clients' payments. */
export async function leadsSignedSince(tx: Tx, since: Date): Promise<PastLead[]> {
  const leads = await tx
    .selectFrom('leads as l')
    .select(['l.id', 'l.partner_id', 'l.offer_type'])
    .where('l.status', '=', 'signe')
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('commissions as c').select('c.id').whereRef('c.lead_id', '=', 'l.id').where('c.created_at', '>=', since)),
    )
    .orderBy('l.id')
    .execute()
  if (leads.length === 0) return []
  const ids = leads.map(({ id }) => id)
  const [signatures, lines, payments, ownTerms] = await Promise.all([
    readSignatures(tx, ids),
    readLines(tx, ids),
    readPayments(tx, ids),
    readOwnTerms(tx, ids),
  ])
  return leads.flatMap(({ id, partner_id, offer_type }): PastLead[] => {
    const own = lines.get(id)?.filter((row) => row.partner_id === partner_id) ?? []
    const [first, ...rest] = own
    const terms = ownTerms.get(`${id} ${partner_id}`)
    if (!first) return []
    const signedAt = signatures.get(`${id} ${partner_id}`) ?? first.created_at
    if (signedAt < since) return []
    const pastLines = own.flatMap(pastLinesOf)
    return [
      {
        leadId: id,
        partnerId: partner_id,
        offer: offer_type,
        signedAt,
        lines: pastLines,
        signedCents: terms?.signedCents ?? null,
        ...rateOf([first, ...rest], terms),
        payments: ownPayments(payments.get(id) ?? [], pastLines),
      },
    ]
  })
}
