import type * as z from 'zod/mini'
import { paymentRoutes } from '#money/bank-details/api.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import type { RunPreview } from '#money/payouts/api/payout-runs.ts'
import { payoutRoutes } from '#money/payouts/api/payouts.ts'
import { programmeRoutes, type programmeForm as programmeShape } from '#provider/programme/api.ts'
import type { DatabaseKind } from './databases.ts'
import { type Client, password, TestApp } from './test-app.ts'

export const day = 86_400_000
/** French IBANs that check out. */
export const ibans = ['FR7630006000011234567890189', 'FR7630004000031234567890143', 'FR7610107001011234567890129'] as const

export const programmeForm = {
  commissionBasis: 'signature' as const,
  minimumPayoutCents: 0,
  secondApprovalAboveCents: 1_000_000,
  acceptanceDays: 15,
  invoiceRequired: false,
  vigilanceThresholdCents: 500_000,
  vigilancePercent: 80,
  vigilanceHold: false,
  legalName: 'Acme SAS',
  country: 'FR',
  iban: 'DE89370400440532013000',
  batchBooking: true,
  fileFormat: 'pain.001.001.09' as const,
}

/** With `registered` as payout settings, the provider's declaration lacks nothing. */
export const yearSettings = {
  siret: '73282932000074',
  ape: '6201Z',
  paysWages: false,
  declarationContact: 'Hélène Marchand',
  declarationPhone: '02 40 00 00 00',
  declarationEmail: 'compta@acme.example',
  accountCommissions: '622200',
  accountVat: '445660',
  accountSuppliers: '401000',
  accountBank: '512000',
  occasionalPayments: 3,
  occasionalCents: 100_000,
}

/** Gives a partner an IBAN that may be paid to. */
export async function giveBankDetails(app: TestApp, client: Client, fullName: string, iban: string = ibans[0]): Promise<void> {
  const body = { company: fullName, iban, address: '1 rue du Port, Nantes', country: 'France', password }
  await client.call(paymentRoutes.savePaymentInfo, { body })
  const settled = "update payment_infos set iban_changed_at = iban_changed_at - interval '100 hours' where partner_id = $1"
  await app.portal.database.asOwner((run) => run(settled, [client.userId]))
}

/** A portal whose programme pays, and partners with bank details that may be paid to. */
export class PayoutApp {
  readonly app: TestApp
  #partners = 0

  private constructor(app: TestApp) {
    this.app = app
  }

  static async open(databaseKind: DatabaseKind, env: Record<string, string> = {}): Promise<PayoutApp> {
    return PayoutApp.around(await TestApp.open(databaseKind, env))
  }

  static async around(app: TestApp): Promise<PayoutApp> {
    const world = new PayoutApp(app)
    await world.programme({})
    return world
  }

  get staff(): Client {
    return this.app.admin
  }

  programme(change: Partial<z.input<typeof programmeShape>>) {
    return this.staff.call(programmeRoutes.saveProgramme, { body: { ...programmeForm, ...change } })
  }

  /** A partner whose IBAN may be paid to. */
  async partner(fullName = 'Marie Dupont'): Promise<Client & { email: string }> {
    this.#partners += 1
    const email = `partner${this.#partners}@exemple.fr`
    const client = await this.app.newPartner(email, fullName)
    await this.bankDetails(client, fullName)
    return Object.assign(client, { email })
  }

  /** Gives a partner an IBAN that may be paid to. */
  async bankDetails(client: Client, fullName: string): Promise<void> {
    await giveBankDetails(this.app, client, fullName, ibans[this.#partners % ibans.length])
  }

  /** A validated commission that was payable yesterday. */
  async payable(partner: Client, amountCents: number, description = 'Prime'): Promise<string> {
    const body = { partnerId: partner.userId, description, revenueCents: amountCents * 10, commissionRate: 10 }
    const { id } = await this.staff.call(commissionRoutes.addCommission, { body })
    await this.staff.call(commissionRoutes.validateCommission, { params: { id } })
    return id
  }

  /** The day by which all commissions of now are payable. */
  get until(): string {
    return new Date(this.app.now.getTime() + 40 * day).toISOString().slice(0, 10)
  }

  preview(exclusions: readonly { partnerId: string; commissionId: string | null; reason: string }[] = [], client = this.staff) {
    return client.call(payoutRoutes.previewRun, { body: { payableUntil: this.until, exclusions: [...exclusions] } })
  }

  issue(
    { totals, fingerprint }: RunPreview,
    exclusions: readonly { partnerId: string; commissionId: string | null; reason: string }[] = [],
    client = this.staff,
  ) {
    const preview = { payouts: totals.payouts, totalCents: totals.totalCents, fingerprint }
    return client.try(payoutRoutes.issueRun, { body: { payableUntil: this.until, exclusions: [...exclusions], seen: preview } })
  }

  /** Issues everything that is payable. Returns the payouts of the run by reference. */
  async issued(client = this.staff) {
    const { status, body } = await this.issue(await this.preview([], client), [], client)
    if (status !== 201) throw new Error(`not issued: ${JSON.stringify(body)}`)
    return this.payouts(body.id)
  }

  async payouts(runId?: string) {
    const query = { ...(runId ? { runId } : {}), sort: 'reference' as const, limit: 200 }
    return (await this.staff.call(payoutRoutes.listPayouts, { query })).items
  }

  approve(payouts: readonly { readonly id: string; readonly totalCents: number }[], client = this.staff) {
    const totalCents = payouts.reduce((sum, each) => sum + each.totalCents, 0)
    return client.try(payoutRoutes.approvePayouts, { body: { ids: payouts.map(({ id }) => id), totalCents } })
  }

  /** Waits until all events and mails are processed. */
  async idle(): Promise<void> {
    for (let attempt = 0; attempt < 1000; attempt += 1) {
      const open = await this.app.portal.database.runAsJobs(
        "select 1 from pgboss.job where name in ('event', 'mail') and state not in ('completed', 'cancelled', 'failed')",
        [],
      )
      if (open.rows.length === 0) return
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    throw new Error('the queue did not come to rest')
  }
}
