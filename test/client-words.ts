import { clientConfirmationRoutes } from '#leads/client-confirmations/api.ts'
import { introductionRoutes } from '#leads/introductions/api.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import type { ClientAnswer } from '#leads/leads/domain/leads.ts'
import type { DatabaseKind } from './databases.ts'
import { plainLead } from './lead-samples.ts'
import { PartnerMail } from './partner-mail.ts'
import type { Client } from './test-app.ts'

const minute = 60_000

/** A portal with mail whose clients open links, leave details and answer; one partner at a time, with a link. */
export class ClientWords {
  readonly mail: PartnerMail
  url = ''
  #clients = 0

  private constructor(mail: PartnerMail) {
    this.mail = mail
  }

  static async open(databaseKind: DatabaseKind): Promise<ClientWords> {
    return new ClientWords(await PartnerMail.open(databaseKind))
  }

  close(): Promise<void> {
    return this.mail.close()
  }

  get app() {
    return this.mail.app
  }

  get partner(): Client {
    return this.mail.partner
  }

  async next(): Promise<void> {
    await this.mail.next()
    this.url = await this.linkOf(this.partner)
    // Limits of one address are those of another test.
    this.app.pass(2 * 60 * minute)
  }

  async linkOf(partner: Client): Promise<string> {
    await partner.call(introductionRoutes.makeIntroductionLink, {})
    return (await partner.call(introductionRoutes.getIntroductionLink, {})).link?.url ?? ''
  }

  /** The token in the partner's link. */
  get token(): string {
    return this.tokenOf(this.url)
  }

  tokenOf(address: string): string {
    return address.split('/').at(-1) ?? ''
  }

  openForm(token = this.token) {
    return this.app.anonymous().try(introductionRoutes.openIntroduction, { body: { token } })
  }

  /** Another client at each call, of a company with a domain of its own. */
  details(more: object = {}) {
    this.#clients += 1
    const number = this.#clients
    const mine = { name: 'Zoé Client', company: `Client ${number} SAS`, email: `zoe@client${number}.example` }
    return { ...mine, phone: '', message: 'Rappelez-moi lundi', consent: true as const, site: '', ...more }
  }

  /** Opens the form, fills it in for a while, and sends it. */
  async leave(body = this.details(), { after = 10_000, token = this.token } = {}) {
    const { formToken } = (await this.openForm(token)).body
    this.app.pass(after)
    const form = { ...body, token, formToken }
    /** The same page again, with other contents. */
    const send = (other: object = {}) =>
      this.app.anonymous().try(introductionRoutes.leaveDetails, { body: { ...form, ...other } })
    return { body, sent: form, send, answer: await send() }
  }

  /** A form with a token of its own. */
  sendForm(form: ReturnType<ClientWords['details']> & { readonly formToken: string }) {
    return this.app.anonymous().try(introductionRoutes.leaveDetails, { body: { ...form, token: this.token } })
  }

  async leads() {
    return (await this.partner.call(leadRoutes.listLeads, { query: { fields: 'all' } })).items
  }

  async mailsTo(address: string) {
    await this.mail.idle()
    return this.mail.mailbox.mails.filter(({ to }) => to === address)
  }

  /** The link's token in the newest mail to an address. */
  async linkTo(address: string): Promise<string> {
    return this.linkIn((await this.mailsTo(address)).at(-1)?.text)
  }

  linkIn(text = ''): string {
    return /confirmation\?token=([\w.-]+)/.exec(text)?.[1] ?? ''
  }

  answer(token: string, word: ClientAnswer, name = '') {
    return this.app.anonymous().try(clientConfirmationRoutes.answerClientConfirmation, { body: { token, answer: word, name } })
  }

  /** A lead that its partner typed. */
  typed(more: object = {}, by = this.partner) {
    this.#clients += 1
    const [company, email] = [`Typé ${this.#clients}`, `client@typed${this.#clients}.example`]
    return by.call(leadRoutes.addLead, { body: { ...plainLead, company, email, ...more } })
  }

  /** Reads the mail to the client and sends it; `digest`: of a mail that was read before. */
  async ask(id: string, by = this.partner, digest?: string) {
    const mailDigest = digest ?? (await this.confirmation(id, by)).mail?.digest ?? 'none'
    return by.try(clientConfirmationRoutes.askClient, { params: { id }, body: { digest: mailDigest } })
  }

  confirmation(id: string, by = this.partner) {
    return by.call(clientConfirmationRoutes.getClientConfirmation, { params: { id } })
  }
}
