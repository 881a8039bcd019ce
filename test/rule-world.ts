import { expect } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { leadShareRoutes } from '#leads/shares/api.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { ruleRoutes } from '#money/rules/api/rules.ts'
import type { PublishedVersion, RuleAccount } from '#money/rules/domain/account.ts'
import { type RuleDefinition, type RuleVersion, tiersRule } from '#money/rules/domain/definition.ts'
import type { LeadFact } from '#money/rules/domain/facts.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { ReceiptsApp } from './client-payments.ts'
import type { DatabaseKind } from './databases.ts'
import { Oracle } from './programmes/oracle.ts'
import { accountsOf, checkAccounts } from './rule-accounts.ts'
import type { Client } from './test-app.ts'

export type RuleChange = Partial<RuleDefinition>
export const ruleOf = ({ bonuses = [], ...change }: RuleChange) => ({ ...tiersRule, ...change, bonuses: [...bonuses] })

const sum = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((total, row) => total + of(row), 0)

/** The oracle counts one partner at a time; those who share a lead with them have a rule that pays nothing. */
const nothingForOthers = {
  ruleId: 'others',
  version: 1,
  validFrom: '0001-01-01',
  partnerId: null,
  offer: null,
  definition: { ...tiersRule, rate: { percent: 0 } },
}

/** A portal in which partners have terms of their own, and what has to hold of their commissions. */
export class RuleWorld {
  readonly receipts: ReceiptsApp
  private signed = 0

  private constructor(receipts: ReceiptsApp) {
    this.receipts = receipts
  }

  static async open(databaseKind: DatabaseKind): Promise<RuleWorld> {
    return new RuleWorld(await ReceiptsApp.open(databaseKind))
  }

  get staff() {
    return this.receipts.staff
  }
  get partner() {
    return this.receipts.partner
  }

  asSystem<T>(run: (tx: Tx) => Promise<T>): Promise<T> {
    return this.receipts.app.portal.database.asActor(system, run)
  }

  /** Publishes a version from today on; for the partner unless another scope is given. */
  publish(
    definition: ReturnType<typeof ruleOf> | null,
    {
      partnerId = this.partner.userId,
      offer = null,
      after = 0,
      validFrom = this.receipts.today,
    }: {
      partnerId?: string | null
      offer?: string | null
      after?: number
      validFrom?: string
    } = {},
  ) {
    return this.staff.try(ruleRoutes.publishRule, {
      body: { partnerId, offer, validFrom, definition, after, confirmed: true },
    })
  }

  /** Puts the clock back to the middle of a quarter, so that what is published today begins within one. */
  toMidQuarter(): void {
    const { app } = this.receipts
    const isMiddle = () => app.now.getUTCMonth() % 3 === 1 && app.now.getUTCDate() === 15
    while (!isMiddle()) app.pass(-86_400_000)
  }

  /** Does something as if it were so many days ago; more than a year, since bonuses of a rule begin with a quarter or year. */
  async longAgo<T>(act: () => Promise<T>, days = 400): Promise<T> {
    const time = days * 86_400_000
    this.receipts.app.pass(-time)
    try {
      return await act()
    } finally {
      this.receipts.app.pass(time)
    }
  }

  /** Adds a lead and signs it. Its id. */
  async sign(estimatedAmountCents: number, client = this.partner, offerType = 'star'): Promise<string> {
    this.signed += 1
    const [company, email] = [`Client ${this.signed}`, `client${this.signed}@exemple.fr`]
    const form = { name: 'Paul Bernard', company, email, offerType }
    const { id } = await this.partner.call(leadRoutes.addLead, { body: { ...form, estimatedAmountCents } })
    await client.call(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'signe' } })
    return id
  }

  /** Adds a lead, shares it in percents and signs it, which staff do. Its id. */
  async signShared(
    estimatedAmountCents: number,
    ...parts: readonly (readonly [other: Client, percent: number])[]
  ): Promise<string> {
    this.signed += 1
    const [company, email] = [`Partage ${this.signed}`, `partage${this.signed}@exemple.fr`]
    const form = { name: 'Paul Bernard', company, email, offerType: 'star' as const }
    const { id } = await this.partner.call(leadRoutes.addLead, { body: { ...form, estimatedAmountCents } })
    for (const [{ userId: partnerId }, percent] of parts) {
      await this.staff.call(leadShareRoutes.shareLead, { params: { id }, body: { partnerId, percent } })
    }
    await this.staff.call(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'signe' } })
    return id
  }

  unsign(id: string, client = this.partner) {
    return client.try(leadRoutes.moveLead, { params: { id }, body: { from: 'signe', to: 'nouveau' } })
  }

  async validate(leadId: string) {
    const row = (await this.lines()).find(({ lead, status }) => lead?.id === leadId && status === 'en_attente')
    return this.staff.try(commissionRoutes.validateCommission, { params: { id: row?.id ?? '' } })
  }

  left(id: string, day = this.receipts.today) {
    return this.staff.try(ruleRoutes.clientLeft, { params: { id }, body: { day, reason: 'Client parti' } })
  }

  validateLine(id: string) {
    return this.staff.try(commissionRoutes.validateCommission, { params: { id } })
  }

  /** Takes back all revenue of the first line of a lead. */
  async takeBack(leadId: string) {
    const line = (await this.linesOf(leadId)).find(({ left }) => left.revenueCents > 0)
    const leftCents = line?.left.revenueCents ?? 0
    return this.takeLineBack(line?.id ?? '', { revenueCents: leftCents, leftCents })
  }

  takeLineBack(id: string, seen: { readonly revenueCents: number; readonly leftCents: number }) {
    return this.staff.try(commissionRoutes.reverseCommission, { params: { id }, body: { ...seen, reason: 'Avoir' } })
  }

  lines() {
    return this.receipts.commissions()
  }

  /** A partner's lines, oldest first. */
  async linesFor(client: Client) {
    return (await client.call(commissionRoutes.listCommissions, { query: { limit: 200, sort: 'date' } })).items
  }

  /** What a rule for an offer, or for every one, would have paid, and the partner's part of it. */
  async previewFor(definition: ReturnType<typeof ruleOf>, { offer }: { offer: string | null }) {
    const answer = await this.staff.call(ruleRoutes.previewRule, { body: { definition, partnerId: null, offer } })
    return { ...answer, own: answer.partners.find(({ partnerId }) => partnerId === this.partner.userId) }
  }

  linesOf(leadId: string) {
    return this.receipts.commissionsOf(leadId)
  }

  /**
   * What is stored is what the recorded facts come to, line by line; and what the oracle counts by another way, in all. Answers
   * how many lines there are.
   */
  async check(partnerId = this.partner.userId): Promise<number> {
    const { rows, accounts, facts } = await this.asSystem(async (tx) => {
      await checkAccounts(tx, partnerId)
      const ofPartner = tx.selectFrom('commission_facts').selectAll().where('partner_id', '=', partnerId)
      const all = await tx.selectFrom('commissions').select('id').where('partner_id', '=', partnerId).execute()
      return { rows: all, accounts: await accountsOf(tx, partnerId), facts: await ofPartner.orderBy('seq').execute() }
    })
    for (const account of accounts) {
      const told = facts
        .filter(({ rule_id }) => account.isOverAll || rule_id === account.ruleId)
        .map(({ lead_id, kind, day, body }): LeadFact => {
          const shared = { leadId: lead_id, day }
          const { revenueCents = 0, paymentId = null } = body
          if (kind === 'signed') {
            // What the others earn is another account's.
            const shares = (body.shares ?? []).map((basisPoints, index) => ({
              partnerId: index === body.place ? partnerId : `other ${index}`,
              basisPoints,
            }))
            const { clientSince, inOneLine } = body
            const taken = clientSince !== undefined && { clientSince }
            return { ...shared, kind, offer: body.offer ?? '', shares, revenueCents, ...taken, ...(inOneLine && { inOneLine }) }
          }
          if (kind === 'ended') return { ...shared, kind, partnerId }
          const { ratePercent, remainderCents } = body
          const rest = remainderCents !== undefined && { remainderCents }
          if (kind === 'paid' || kind === 'refunded')
            return { ...shared, kind, paymentId: paymentId ?? '', revenueCents, ...rest }
          const bonus = body.bonus && { bonus: { ...body.bonus, partnerId } }
          if (kind === 'taken_back') return { ...shared, kind, paymentId, revenueCents, ...bonus }
          const rated = ratePercent != null && { ratePercent }
          return kind === 'corrected' ? { ...shared, kind, revenueCents, ...rated } : { ...shared, kind }
        })
      const versions = await this.versionsFor(partnerId, account)
      const tiers = await this.asSystem(async (tx) =>
        (await tx.selectFrom('partner_tiers').selectAll().orderBy('tier_order').execute()).map((row) => ({
          name: row.name,
          minRevenueCents: row.min_revenue_cents,
          maxRevenueCents: row.max_revenue_cents,
          commissionRate: Number(row.commission_rate),
        })),
      )
      const counted = Oracle.recount({ rules: versions, tiers }, told)
      const own = counted.filter((entry) => entry.partnerId === partnerId)
      expect(sum(own, ({ cents }) => cents)).toBe(sum(account.lines, ({ amountCents }) => amountCents))
    }
    return rows.length
  }

  /** The oracle is told the account's rule, and one that pays others nothing; or all rules that could apply to the partner. */
  private async versionsFor(partnerId: string, { isOverAll, ruleId }: RuleAccount): Promise<RuleVersion[]> {
    const all = await this.versions()
    if (isOverAll) return all.filter((version) => version.partnerId === null || version.partnerId === partnerId)
    return [...all.filter((version) => version.ruleId === ruleId), nothingForOthers]
  }

  private versions(): Promise<PublishedVersion[]> {
    return this.asSystem(async (tx) =>
      (
        await tx
          .selectFrom('commission_rule_versions as v')
          .innerJoin('commission_rules as r', 'r.id', 'v.rule_id')
          .selectAll()
          .execute()
      ).map((row) => ({
        ruleId: row.rule_id,
        version: row.version,
        validFrom: row.valid_from,
        publishedAt: row.published_at,
        partnerId: row.partner_id,
        offer: row.offer,
        definition: row.definition,
      })),
    )
  }
}
