import { sql } from 'kysely'
import { readOffers } from '#leads/offers/server/queries.ts'
import { chooseRule } from '#money/rules/domain/choose-rule.ts'
import { isByTier, type RuleVersion } from '#money/rules/domain/definition.ts'
import { allVersions } from '#money/rules/server/account-queries.ts'
import { currentTier } from '#money/tiers/domain/tiers.ts'
import { type TierDraft, withRanges } from '#money/tiers/domain/tiers-draft.ts'
import { ofPartner } from '#platform/domain/audience.ts'
import { isoDay, providerZone } from '#platform/server/provider-calendar.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import {
  changedRules,
  paymentSettings,
  payTheSame,
  protectionSettings,
  type TermsChange,
  type TermsSetting,
  type TermsSettings,
} from '../domain.ts'

interface Earner {
  readonly id: string
  readonly revenueCents: number
}

/** The partners who earn: who has signed, and is neither gone nor merged. Who signs later reads the terms of then. */
async function earningPartners({ tx }: TransactionContext): Promise<Earner[]> {
  const { rows } = await sql<Earner>`
    select c.id, coalesce(f.revenue_cents, 0) as "revenueCents"
    from partners c join profiles p on p.user_id = c.main_person_id left join user_roles r on r.user_id = p.user_id
      left join partner_revenue f on f.partner_id = c.id
    where c.merged_into is null and p.deleted_at is null and p.joined_at is not null and coalesce(r.role, 'partner') = 'partner'
      and app.contract_signed(c.id)
    order by c.id`.execute(tx)
  return rows
}

/** Records what changes for each partner, in the transaction that changes it: their mails and pages follow from these events. */
async function tellEach(context: TransactionContext, changeFor: (partner: Earner) => TermsChange | null): Promise<void> {
  const told = (await earningPartners(context)).flatMap((partner) => {
    const change = changeFor(partner)
    return change ? { audience: ofPartner(partner.id), after: change } : []
  })
  if (told.length > 0) await context.recordEvents(told.map((each) => ({ name: 'terms.changed', subjectId: null, ...each })))
}

const today = async ({ tx, now }: TransactionContext) => isoDay(now, await providerZone(tx))

async function openOffers({ tx }: TransactionContext): Promise<string[]> {
  return (await readOffers(tx)).flatMap(({ key, archived_at }) => (archived_at === null ? key : []))
}

/** Partners without rules of their own all have the same. */
function perOwnRules<T>(rules: readonly RuleVersion[], find: (partnerId: string) => T): (partner: Earner) => T {
  const owners = new Set(rules.flatMap(({ partnerId }) => partnerId ?? []))
  const found = new Map<string, T>()
  return ({ id }) => {
    const key = owners.has(id) ? id : ''
    const known = found.get(key)
    if (known !== undefined) return known
    const result = find(id)
    found.set(key, result)
    return result
  }
}

/** Tells those whose leads are paid by another rule from a day on. `before`: the versions before the change. */
export async function tellOfRules(
  context: TransactionContext,
  before: readonly RuleVersion[],
  day: string,
  { isWithdrawn = false }: { readonly isWithdrawn?: boolean } = {},
): Promise<void> {
  const [after, offers] = [await allVersions(context.tx), await openOffers(context)]
  const rulesOf = perOwnRules([...before, ...after], (partnerId) => changedRules(before, after, { partnerId, offers, day }))
  await tellEach(context, (partner) => {
    const rules = rulesOf(partner)
    return rules.length === 0 ? null : { firstDay: day, about: 'rules', rules, isWithdrawn }
  })
}

/** Tells those whom the rate of their tier pays that tiers pay otherwise; what they are called is no term. */
export async function tellOfTiers(
  context: TransactionContext,
  before: readonly TierDraft[],
  after: readonly TierDraft[],
): Promise<void> {
  if (payTheSame(before, after)) return
  const [rules, offers, day] = [await allVersions(context.tx), await openOffers(context), await today(context)]
  const isPaidByTier = perOwnRules(rules, (partnerId) =>
    offers.some((offer) => isByTier(chooseRule(rules, { partnerId, offer, day }).definition)),
  )
  const draftOf = (tiers: readonly TierDraft[], revenueCents: number): TierDraft | null => {
    const tier = currentTier(withRanges(tiers), revenueCents)
    return tier && levelOf(tier)
  }
  await tellEach(context, (partner) => {
    if (!isPaidByTier(partner)) return null
    const [from, to] = [draftOf(before, partner.revenueCents), draftOf(after, partner.revenueCents)]
    return { firstDay: day, about: 'tiers', tiers: after.map(levelOf), from, to }
  })
}

const levelOf = ({ name, names, minRevenueCents, commissionRate }: TierDraft): TierDraft => ({
  name,
  ...(names && { names }),
  minRevenueCents,
  commissionRate,
})

/** Tells everybody how leads are protected and commissions paid now; nothing of protection while leads are not registered. */
export async function tellOfProgramme(context: TransactionContext, before: TermsSettings, after: TermsSettings): Promise<void> {
  const hasChanged = (name: TermsSetting) => before[name] !== after[name]
  const protection = after.registrations ? protectionSettings : (['registrations'] as const)
  const changed = [...protection, ...paymentSettings].filter(hasChanged)
  if (changed.length === 0) return
  const settings: Partial<TermsSettings> = Object.fromEntries(changed.map((name) => [name, after[name]]))
  const firstDay = await today(context)
  await tellEach(context, () => ({ firstDay, about: 'programme', settings }))
}

/** Tells those who have brought leads for an offer that it is archived. */
export async function tellOfOffer(context: TransactionContext, offer: string): Promise<void> {
  const rows = await context.tx.selectFrom('leads').select('partner_id').distinct().where('offer_type', '=', offer).execute()
  const bringers = new Set(rows.map(({ partner_id }) => partner_id))
  if (bringers.size === 0) return
  const firstDay = await today(context)
  await tellEach(context, ({ id }) => (bringers.has(id) ? { firstDay, about: 'offer', offer } : null))
}
