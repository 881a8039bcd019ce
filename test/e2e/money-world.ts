import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import pg from 'pg'
import { findPostgres } from '../postgres.ts'
import type { PortalProcess } from '../running-portal.ts'
import { signByApi } from './sign-by-api.ts'
import { startPortalIn } from './worlds.ts'

export const password = 'grand-soleil-42'

export const people = {
  staff: { email: 'alice@acme.example', fullName: 'Alice Martin' },
  second: { email: 'basile@acme.example', fullName: 'Basile Petit' },
  partner: { email: 'anne@conseil.example', fullName: 'Anne Conseil' },
} as const

/** The provider and its programme: clients' payments make commissions due, and everything needs a second approval. */
const programme = {
  commissionBasis: 'cash',
  secondApprovalAboveCents: 0,
  legalName: 'Acme SAS',
  siren: '552100554',
  vatNumber: 'FR96552100554',
  street: 'quai de la Fosse',
  buildingNumber: '12',
  postcode: '44000',
  town: 'Nantes',
  country: 'FR',
  iban: 'DE89370400440532013000',
}

const billing: Readonly<Record<string, string | number | null>> = {
  mode: 'self_billing',
  regime: 'standard',
  vatRate: 20,
  legalName: 'Anne Conseil',
  legalForm: 'SARL',
  companyNumber: '732 829 320 00074',
  vatNumber: 'FR44732829320',
  street: 'rue du Port',
  buildingNumber: '3',
  postcode: '44000',
  town: 'Nantes',
  country: 'FR',
}

/** Sends JSON and expects success. The answer's body. */
export async function send<T>(request: APIRequestContext, method: 'POST' | 'PUT', path: string, data: object): Promise<T> {
  const answer = await request.fetch(`/api${path}`, { method, data })
  const text = await answer.text()
  expect([path, answer.ok(), text]).toEqual([path, true, text])
  return text === '' ? (null as T) : JSON.parse(text)
}

/** A portal on PostgreSQL with two administrators, and with or without a self-billed partner who has signed and has a lead. */
export class MoneyPortal {
  readonly portal: PortalProcess
  leadId = ''

  private constructor(portal: PortalProcess) {
    this.portal = portal
  }

  static async open(browser: Browser, { withPartner = true } = {}): Promise<MoneyPortal> {
    if (!findPostgres()) throw new Error('this journey runs on PostgreSQL')
    const portal = await startPortalIn('empty', 'postgres')
    const world = new MoneyPortal(portal)
    try {
      await world.#fill(browser)
      if (withPartner) await world.#addPartner(browser)
      return world
    } catch (error) {
      await world.remove()
      throw error
    }
  }

  remove(): Promise<void> {
    return this.portal.remove()
  }

  /** A page of a new session. */
  async as(browser: Browser, who: keyof typeof people, path: string): Promise<Page> {
    const context = await browser.newContext({ baseURL: this.portal.url })
    await send(context.request, 'POST', '/session', { email: people[who].email, password })
    const page = await context.newPage()
    await page.goto(path)
    return page
  }

  async #invited(browser: Browser, request: APIRequestContext, who: 'second' | 'partner', role: string): Promise<string> {
    const { email, fullName } = people[who]
    const { id } = await send<{ id: string }>(request, 'POST', '/invitations', { email, fullName, role, password })
    const token = new URL(await this.portal.linkMailedTo(email, 'invitation')).searchParams.get('token')
    const visitor = await browser.newContext({ baseURL: this.portal.url })
    await send(visitor.request, 'POST', '/invitations/accept', { token, fullName, password })
    await visitor.close()
    return id
  }

  async #fill(browser: Browser): Promise<void> {
    const { portal } = this
    const visitor = await browser.newContext({ baseURL: portal.url })
    const token = new URL(await portal.setupLink()).searchParams.get('token')
    await send(visitor.request, 'POST', '/setup', { token, ...people.staff, password })
    await visitor.close()
    const staff = await this.as(browser, 'staff', '/favicon.ico')
    const { maskedIban: _, otherMaskedIbans: __, ...before } = await (await staff.request.get('/api/programme')).json()
    await send(staff.request, 'PUT', '/programme', { ...before, ...programme })
    await this.#invited(browser, staff.request, 'second', 'admin')
  }

  async #addPartner(browser: Browser): Promise<void> {
    const { portal } = this
    const staff = await this.as(browser, 'staff', '/favicon.ico')
    const partnerId = await this.#invited(browser, staff.request, 'partner', 'partner')
    const assign = (contractType: string) =>
      send(staff.request, 'POST', '/contracts', {
        partnerId,
        title: contractType,
        contractType,
        document: { kind: 'link', url: 'https://documents.example/contract' },
      })
    await assign('main')
    await send(staff.request, 'POST', `/partners/${partnerId}/contract/validate`, {})
    const partner = await this.as(browser, 'partner', '/favicon.ico')
    await this.giveBankDetails(partner.request)
    await assign('mandate')
    await signByApi(browser, portal, people.partner.email, { name: people.partner.fullName }, password)
    const contact = { name: 'Paul Bernard', company: 'Boulangerie Bernard', email: 'paul@bernard.example', offerType: 'star' }
    const lead = await send<{ id: string }>(partner.request, 'POST', '/leads', { ...contact, estimatedAmountCents: 1_500_000 })
    await send(partner.request, 'POST', `/leads/${lead.id}/move`, { from: 'nouveau', to: 'signe' })
    this.leadId = lead.id
  }

  /** The partner's bank details, older than the three days for which new ones hold payouts, and how they are invoiced. */
  async giveBankDetails(request: APIRequestContext, how: typeof billing = {}): Promise<void> {
    await send(request, 'PUT', '/payment-info', {
      company: 'Anne Conseil',
      iban: 'FR7630006000011234567890189',
      address: '3 rue du Port',
      country: 'France',
      password,
    })
    await send(request, 'PUT', '/billing', { ...billing, ...how })

    const client = new pg.Client({ connectionString: this.portal.databaseUrl ?? '' })
    await client.connect()
    await client.query('set role passerelle_owner')
    await client.query("update payment_infos set iban_changed_at = iban_changed_at - interval '100 hours'")
    await client.end()
  }
}
