import { settingsRoutes } from '#access/api/identity.ts'
import { notificationRoutes } from '#communication/notifications/api/notifications.ts'
import type { NotificationKind } from '#communication/notifications/domain/notifications.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { paymentRoutes } from '#money/bank-details/api.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import type { DatabaseKind } from './databases.ts'
import { Mailbox } from './mailbox.ts'
import { type Client, password, TestApp } from './test-app.ts'

const bank = {
  company: 'Dupont SARL',
  iban: 'FR7630006000011234567890189',
  address: '1 rue de la Paix, Paris',
  country: 'France',
}

/** Waits until all events and mails of a portal are processed. */
export async function queueAtRest({ portal }: Pick<TestApp, 'portal'>): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    const open = await portal.database.runAsJobs(
      "select 1 from pgboss.job where name in ('event', 'mail', 'link') and state not in ('completed', 'cancelled', 'failed')",
      [],
    )
    if (open.rows.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the queue did not come to rest')
}

/** A portal with a mail server and one partner at a time who receives mail. */
export class PartnerMail {
  readonly app: TestApp
  readonly mailbox: Mailbox
  #partner: Client | undefined
  /** The address whose mail `received` returns. */
  address = ''
  partners = 0

  private constructor(app: TestApp, mailbox: Mailbox) {
    this.app = app
    this.mailbox = mailbox
  }

  static async open(databaseKind: DatabaseKind): Promise<PartnerMail> {
    const mailbox = await Mailbox.open()
    const app = await TestApp.open(databaseKind, { SMTP_URL: mailbox.url, PUBLIC_URL: 'https://portal.test' })
    const body = { providerName: 'Acme & Fils', accentColour: '#1f4d3f', contactEmail: 'aide@acme.example' }
    await app.admin.call(settingsRoutes.saveSettings, { body })
    return new PartnerMail(app, mailbox)
  }

  async close(): Promise<void> {
    await this.app.close()
    await this.mailbox.close()
  }

  get partner(): Client {
    if (!this.#partner) throw new Error('there is no partner yet')
    return this.#partner
  }

  /** Switches to a new partner without mail. */
  async next(): Promise<void> {
    this.partners += 1
    this.address = `marie${this.partners}@exemple.fr`
    this.#partner = await this.app.newPartner(this.address)
    await this.idle()
    this.mailbox.mails.length = 0
  }

  /** Waits until all events and mails are processed. */
  idle(): Promise<void> {
    return queueAtRest(this.app)
  }

  /** Processes everything pending. Returns the partner's mails since the last call. */
  async received() {
    await this.idle()
    return this.mailbox.mails.splice(0).filter((mail) => mail.to === this.address)
  }

  /** Creates a signed lead. Returns its commission's id. */
  async sign(estimatedAmountCents: number, company = 'Boulangerie Bernard'): Promise<string> {
    const form = { name: 'Paul Bernard', company, email: 'paul@bernard.example', offerType: 'star' as const }
    const { id } = await this.partner.call(leadRoutes.addLead, { body: { ...form, estimatedAmountCents } })
    await this.partner.call(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'signe' } })
    const { items } = await this.partner.call(commissionRoutes.listCommissions, { query: { limit: 200 } })
    return items.find((each) => each.lead?.id === id)?.id ?? ''
  }

  validate(id: string) {
    return this.app.admin.call(commissionRoutes.validateCommission, { params: { id } })
  }

  pay(id: string) {
    return this.app.admin.call(commissionRoutes.payCommission, { params: { id } })
  }

  switchOff(...switchedOff: NotificationKind[]) {
    return this.partner.call(notificationRoutes.saveNotifications, { body: { switchedOff } })
  }

  saveBank(change: Partial<typeof bank> = {}) {
    return this.partner.call(paymentRoutes.savePaymentInfo, { body: { ...bank, ...change, password } })
  }
}
