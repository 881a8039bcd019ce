import type { Insertable } from 'kysely'
import { v7 } from 'uuid'
import type { LeadStatus } from '#leads/leads/domain/leads.ts'
import type { CommissionStatus } from '#money/commissions/domain.ts'
import { currentTier, type TierRange } from '#money/tiers/domain/tiers.ts'
import { foldText } from '#platform/domain/fold-text.ts'
import { percentOf } from '#platform/domain/money.ts'
import type { Commissions, Contracts, Leads } from '#platform/server/db/schema.generated.ts'
import { firstNames, lastNames, notes, trades } from '../demo/content.ts'

const day = 86_400_000
const days = 730
const cities = (
  'Nantes Rennes Angers Brest Lorient Vannes Quimper Niort Poitiers Tours Orléans Nîmes Béziers ' +
  'Évreux Épinal Mâcon Sète Thônes'
).split(' ')
/** How often a lead ends where, in percent. */
const ends: readonly (readonly [LeadStatus, number])[] = [
  ['nouveau', 24],
  ['premier_contact', 42],
  ['call_effectue', 58],
  ['signe', 78],
  ['refuse', 100],
]

export interface BigSizes {
  readonly partners: number
  readonly leads: number
  /** How many of these leads stand in the first partner's Nouveau. */
  readonly column: number
}

export interface BigLead {
  readonly lead: Insertable<Leads>
  readonly commission: NewCommission | null
}

/** Numbers that look random and are the same in every run (a linear congruence modulo 2³²). */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

const plain = (text: string) => foldText(text).replace(/[^a-z]/g, '')

export function peopleOf(count: number, now: Date) {
  const roll = dice(1)
  const pick = <T>(all: readonly T[]): T => all[Math.floor(roll() * all.length)] as T
  const since = new Date(now.getTime() - (days + 1) * day)
  return Array.from({ length: count }, (_, index) => {
    const last = pick(lastNames)
    const first = pick(firstNames)
    const full_name = `${first} ${last}`
    const email = `${plain(first)}.${plain(last)}.${index + 1}@reseau.example`
    const company = `${last} Conseil ${pick(cities)}`
    return { user_id: v7(), full_name, company, email, created_at: since, joined_at: since }
  })
}

export function signedContract(partnerId: string): Insertable<Contracts> {
  const at = new Date(Date.now() - days * day)
  return {
    id: v7(),
    user_id: partnerId,
    contract_type: 'main',
    status: 'signe',
    title: 'Contrat de partenariat',
    link: 'https://documents.example/contrat.pdf',
    created_at: at,
    signed_at: at,
    signing_method: 'validated',
  }
}

/** Without what has its default: a JSON column is written as text, and these rows are read from JSON. */
type NewCommission = Omit<Insertable<Commissions>, 'tier_names'>

/** Leads in the order in which they came, over two years; a few partners bring most of them. */
export function* leadsOf(ids: readonly string[], sizes: BigSizes, tiers: readonly TierRange[], now: Date): Generator<BigLead> {
  const roll = dice(2)
  const pick = <T>(all: readonly T[]): T => all[Math.floor(roll() * all.length)] as T
  const validated = new Map<string, number>()
  const share = sizes.column / sizes.leads
  for (let index = 0; index < sizes.leads; index += 1) {
    const inColumn = Math.floor((index + 1) * share) > Math.floor(index * share)
    const partner = inColumn ? 0 : Math.floor(ids.length * roll() ** 2)
    const partnerId = ids[partner] as string
    const chance = roll() * 100
    const end = ends.find(([, until]) => chance < until)?.[0] ?? 'refuse'
    const status = inColumn ? 'nouveau' : partner === 0 && end === 'nouveau' ? 'refuse' : end
    const at = new Date(now.getTime() - Math.round((1 - (index + roll()) / sizes.leads) * days * day) - 60_000)
    const last = pick(lastNames)
    const first = pick(firstNames)
    const company = `${pick(trades)} ${pick(lastNames)} ${pick(cities)}`
    const lead = {
      id: v7({ msecs: at.getTime() }),
      partner_id: partnerId,
      name: `${first} ${last}`,
      company,
      email: `${plain(first)}.${plain(last)}${index}@${plain(company)}.example`,
      phone: `02 40 ${10 + Math.floor(roll() * 89)} ${10 + Math.floor(roll() * 89)} ${10 + Math.floor(roll() * 89)}`,
      estimated_amount_cents: Math.round(20 + roll() * roll() * 400) * 10_000,
      offer_type: pick(['automation', 'star', 'custom']),
      notes: pick(notes),
      status,
      created_at: at,
      updated_at: at,
    } satisfies Insertable<Leads>
    if (status !== 'signe') {
      yield { lead, commission: null }
      continue
    }
    const revenue = lead.estimated_amount_cents
    const tier = currentTier(tiers, validated.get(partnerId) ?? 0)
    if (!tier) throw new Error('a large world has tiers')
    const age = (now.getTime() - at.getTime()) / day
    const standing: CommissionStatus = age < 40 ? 'en_attente' : age < 80 ? 'valide' : 'paye'
    if (standing !== 'en_attente') validated.set(partnerId, (validated.get(partnerId) ?? 0) + revenue)
    const after = (some: number) => new Date(at.getTime() + some * day)
    const commission = {
      id: v7({ msecs: at.getTime() + day }),
      partner_id: partnerId,
      lead_id: lead.id,
      revenue_cents: revenue,
      commission_rate: tier.commissionRate,
      tier_name: tier.name,
      amount_cents: percentOf(revenue, tier.commissionRate),
      status: standing,
      created_at: new Date(Math.min(after(20).getTime(), now.getTime())),
      validated_at: standing === 'en_attente' ? null : after(40),
      payable_by: standing === 'en_attente' ? null : after(70),
      paid_at: standing === 'paye' ? after(65) : null,
    } satisfies NewCommission
    yield { lead, commission }
  }
}
