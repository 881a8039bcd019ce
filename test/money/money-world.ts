import { sql } from 'kysely'
import { type Actor, soleOwner, system } from '#access/domain/actor.ts'
import { rights } from '#access/domain/staff-rights.ts'
import { billingRoutes } from '#money/billing/api.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { defaultTimeZone } from '#platform/domain/time-zones.ts'
import { refusalOfDatabase } from '#platform/server/db/constraint-refusals.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import { type TransactionContext, withTransaction } from '#platform/server/transaction.ts'
import { constraints } from '#portal/server/slices.ts'
import { companyBilling, receiptBilling } from '../billing-samples.ts'
import type { DatabaseKind } from '../databases.ts'
import { PayoutApp } from '../payout-app.ts'
import { registeredProvider, selfBilling, signedMandate } from '../self-billing.ts'
import type { Client } from '../test-app.ts'

/** Below it nothing is paid, and the balance waits for the next run. */
export const minimumCents = 2000

/** What the world outside the portal knows of a client's payment. */
export interface KnownPayment {
  readonly id: string
  readonly leadId: string
  readonly netCents: number
  refundedCents: number
  /** Taken back by hand, without a refund. */
  reversedCents: number
}

/** A commission added by hand. */
export interface KnownBonus {
  readonly id: string
  readonly revenueCents: number
  readonly rate: number
  reversedCents: number
}

/** What happened in one sequence, written down beside the portal: its invariants are judged by this, and not by what it says. */
export class Ledger {
  readonly leads = new Map<string, { readonly rate: number }>()
  readonly payments: KnownPayment[] = []
  readonly bonuses: KnownBonus[] = []
  readonly runs: string[] = []
  /** What has left the provider's account for each payout, less what came back. */
  readonly account = new Map<string, number>()

  move(payoutId: string, cents: number): void {
    this.account.set(payoutId, (this.account.get(payoutId) ?? 0) + cents)
  }
}

export interface MoneyPartner {
  readonly client: Client
  readonly invoices: 'self' | 'own' | 'receipt'
}

/** A portal paid by clients' payments, with a partner for each way to invoice and two administrators. */
export class MoneyWorld {
  readonly payouts: PayoutApp
  readonly partners: MoneyPartner[]
  /** Those of them whom another one has taken over: they bring nothing new, and what they have earned is still theirs. */
  readonly merged = new Set<MoneyPartner>()
  readonly staff: readonly [Client, Client]
  ledger = new Ledger()
  /** One action at a time: what it does can be foretold. */
  isAlone = true
  #numbers = 0
  readonly #handled: readonly string[]

  private constructor(
    payouts: PayoutApp,
    partners: MoneyPartner[],
    { second, names }: { second: Client; names: readonly string[] },
  ) {
    this.payouts = payouts
    this.partners = partners
    this.staff = [payouts.staff, second]
    this.#handled = names
  }

  static async open(databaseKind: DatabaseKind, more: Parameters<PayoutApp['programme']>[0] = {}): Promise<MoneyWorld> {
    const payouts = await PayoutApp.open(databaseKind)
    const handled = payouts.app.portal.eventRules.withJob as Set<string>
    const names = [...handled]
    // Documents are printed elsewhere.
    handled.clear()
    await payouts.programme({
      ...registeredProvider,
      commissionBasis: 'cash',
      minimumPayoutCents: minimumCents,
      secondApprovalAboveCents: 400_000,
      ...more,
    })
    const [anne, bruno, chloe] = [
      await payouts.partner('Anne Conseil'),
      await payouts.partner('Bruno Conseil'),
      await payouts.partner('Chloe Garnier'),
    ]
    await anne.call(billingRoutes.saveBilling, { body: { ...selfBilling, legalName: 'Anne Conseil' } })
    await signedMandate(payouts, anne)
    await bruno.call(billingRoutes.saveBilling, { body: { ...companyBilling, vatRate: 5.5 } })
    await chloe.call(billingRoutes.saveBilling, { body: receiptBilling })
    const second = await payouts.app.newPerson('second@acme.example', 'admin', 'Second Admin')
    const partners = [
      { client: anne, invoices: 'self' as const },
      { client: bruno, invoices: 'own' as const },
      { client: chloe, invoices: 'receipt' as const },
    ]
    return new MoneyWorld(payouts, partners, { second, names })
  }

  /** Other test files of the process need the events' handlers again. */
  async close(): Promise<void> {
    for (const name of this.#handled) (this.portal.eventRules.withJob as Set<string>).add(name)
    await this.payouts.app.close()
  }

  get portal() {
    return this.payouts.app.portal
  }
  get today() {
    return isoDay(this.payouts.app.now, defaultTimeZone)
  }

  nextNumber(): number {
    this.#numbers += 1
    return this.#numbers
  }

  partner(pick: number): MoneyPartner {
    const active = this.partners.filter((each) => !this.merged.has(each))
    return active[pick % active.length] as MoneyPartner
  }

  asStaff(second: boolean): Actor {
    return { kind: 'admin', userId: this.staff[second ? 1 : 0].userId, rights }
  }

  asPartner(userId: string): Actor {
    return { kind: 'partner', userId, partner: soleOwner(userId), contractSigned: true }
  }

  run<T>(actor: Actor, work: (context: TransactionContext) => Promise<T>): Promise<T> {
    return withTransaction(this.portal, actor, work)
  }

  /** Reads rows as the system does; `$1` are the runs of this sequence. */
  async rows<T>(select: string): Promise<T[]> {
    const [before = '', ...after] = select.split('$1')
    const parts = after.map((text) => sql`${this.ledger.runs}::uuid[]${sql.raw(text)}`)
    const query = sql<T>`${sql.raw(before)}${sql.join(parts, sql``)}`
    return (await this.portal.database.asActor(system, (tx) => query.execute(tx))).rows
  }

  /** Begins a sequence; what the one before has left open is settled outside of it. */
  async next(): Promise<void> {
    this.ledger = new Ledger()
    await this.portal.database.asOwner((run) =>
      run(
        `update commissions set status = 'paye', paid_at = greatest(validated_at, $1), held_reason = null
          where status = 'valide' and payout_id is null`,
        [this.payouts.app.now.toISOString()],
      ),
    )
  }
}

/**
 * What a command did, or null if it refused: expected of orders that make no sense. In a race the database may be the one that
 * refuses. Anything else that is thrown is a bug.
 */
export async function unlessRefused<T>(work: Promise<T>, isRace = false): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal || (isRace && refusalOfDatabase(error, constraints))) return null
    throw error
  }
}
