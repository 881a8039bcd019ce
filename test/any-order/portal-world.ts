import { type RawBuilder, sql } from 'kysely'
import { type Right, rights, rightsOfRole, type StaffRole, staffRoles } from '#access/domain/staff-rights.ts'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { followRegistrations } from '#leads/registrations/server/hourly-commands.ts'
import { billingRoutes } from '#money/billing/api.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import type { RequestOf, Route } from '#platform/api/route.ts'
import { defaultTimeZone } from '#platform/domain/time-zones.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import { linkToken } from '#platform/server/secrets/links.ts'
import { companyBilling, receiptBilling } from '../billing-samples.ts'
import type { DatabaseKind } from '../databases.ts'
import { dice } from '../dice.ts'
import { PayoutApp } from '../payout-app.ts'
import { registeredProvider, selfBilling, signedMandate } from '../self-billing.ts'
import { type Client, password } from '../test-app.ts'

/** Somebody who signs in: the name tells what they are for the walk. */
export interface Person {
  readonly client: Client
  readonly email: string
  readonly name: string
}

export interface StaffPerson extends Person {
  readonly role: StaffRole
}

export type Outcome = 'done' | 'nothing'

/**
 * A whole portal for walks in any order: a person of each role of staff and a second administrator, partners who are invoiced in
 * each way, one of staff who was a partner and still has money to come, and people who are invited on the way.
 */
export class PortalWorld {
  readonly payouts: PayoutApp
  readonly staff: StaffPerson[] = []
  readonly partners: Person[] = []
  roll: () => number = dice(1)
  #numbers = 0
  #handled: readonly string[] = []

  private constructor(payouts: PayoutApp) {
    this.payouts = payouts
  }

  static async open(databaseKind: DatabaseKind): Promise<PortalWorld> {
    const world = new PortalWorld(await PayoutApp.open(databaseKind))
    const { app } = world.payouts
    // A walk is the same whatever day it is: months end, and what is due on a day is due, at the same steps of it.
    const { now } = app
    const monthsBack = now.getUTCDate() > 20 ? 0 : 1
    app.passTo(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsBack, 20, 9)).toISOString())
    // Documents are printed and mails are sent elsewhere.
    const handled = app.portal.eventRules.withJob as Set<string>
    world.#handled = [...handled]
    handled.clear()
    await world.#rules()
    world.staff.push({ client: app.admin, email: 'admin@acme.example', name: 'admin', role: 'administrator' })
    for (const [at, role] of staffRoles.entries()) {
      const [email, name] = [`staff${at}@acme.example`, `Staff ${role}`]
      world.staff.push({ client: await app.newStaff(email, role, name), email, name, role })
    }
    await world.#people()
    return world
  }

  #rules() {
    return this.payouts.programme({
      ...registeredProvider,
      registrations: true,
      invoiceRequired: true,
      vigilanceHold: true,
      secondApprovalAboveCents: 100_000,
    })
  }

  async #people() {
    const { app } = this.payouts
    const add = async (name: string) => {
      const client = await this.payouts.partner(name)
      this.partners.push({ client, email: client.email, name })
      return client
    }
    await (await add('Anne Conseil')).call(billingRoutes.saveBilling, { body: companyBilling })
    await (await add('Chloe Garnier')).call(billingRoutes.saveBilling, { body: receiptBilling })
    const bruno = await add('Bruno Conseil')
    await bruno.call(billingRoutes.saveBilling, { body: { ...selfBilling, legalName: 'Bruno Conseil' } })
    await signedMandate(this.payouts, bruno)
    // Somebody who was a partner and is of staff now: money of their own waits for others.
    const denis = await add('Denis Ancien')
    await denis.call(billingRoutes.saveBilling, { body: receiptBilling })
    await this.payouts.payable(denis, 150_000)
    await app.changeRole(denis, 'admin', 'finance')
    this.staff.push({ ...(this.partners.pop() as Person), role: 'finance' })
    await app.signIn(denis, denis.email)
  }

  /** Other test files of the process need the events' handlers again. */
  async close(): Promise<void> {
    for (const name of this.#handled) (this.portal.eventRules.withJob as Set<string>).add(name)
    await this.payouts.app.close()
  }

  get portal() {
    return this.payouts.app.portal
  }
  get now(): Date {
    return this.payouts.app.now
  }
  get today(): string {
    return isoDay(this.now, defaultTimeZone)
  }

  nextNumber(): number {
    this.#numbers += 1
    return this.#numbers
  }

  upTo(max: number): number {
    return 1 + Math.floor(this.roll() * max)
  }

  chance(share: number): boolean {
    return this.roll() < share
  }

  pick<T>(all: readonly T[]): T | undefined {
    return all[Math.floor(this.roll() * all.length)]
  }

  /** Mostly somebody who may, now and then anybody of staff: they are refused. */
  staffWith(right: Right): Client {
    const able = this.staff.filter(({ role }) => rightsOfRole[role].includes(right))
    return (this.pick(this.chance(0.1) ? this.staff : able) as StaffPerson).client
  }

  partnerOf(userId: string): Client | undefined {
    return this.partners.find(({ client }) => client.userId === userId)?.client
  }

  /** Reads rows as an administrator does, whom no policy hides any from. */
  async rows<T>(query: RawBuilder<T>): Promise<T[]> {
    const reader = { kind: 'admin' as const, userId: this.payouts.staff.userId, rights }
    return (await this.portal.database.asActor(reader, (tx) => query.execute(tx))).rows
  }

  /** One of the rows. */
  async one<T>(query: RawBuilder<T>): Promise<T | undefined> {
    return this.pick(await this.rows(query))
  }

  /** Sends a request that may make no sense now: refused, nothing is done. A failure of the server is a bug. */
  async attempt<R extends Route>(client: Client | undefined, route: R, request: RequestOf<R>): Promise<Outcome> {
    if (!client) return 'nothing'
    const { status, body } = await client.try(route, request)
    if (status >= 500) throw new Error(`${route.method} ${route.path}: ${status} ${JSON.stringify(body)}`)
    // A request that no page would send proves nothing.
    if (status === 400) throw new Error(`${route.method} ${route.path}: ${JSON.stringify(body)} for ${JSON.stringify(request)}`)
    return status < 300 ? 'done' : 'nothing'
  }

  /** Invites somebody, who has not accepted yet. */
  async invite(): Promise<Outcome> {
    const number = this.nextNumber()
    const body = { email: `invited${number}@exemple.fr`, fullName: `Invité ${number}`, role: 'partner' as const }
    return this.attempt(this.staffWith('partners'), partnerRoutes.invite, { body })
  }

  /** Somebody who was invited accepts. */
  async accept(): Promise<Outcome> {
    const invitation = await this.one(sql<{ id: string; user_id: string; email: string; full_name: string }>`
      select i.id, i.user_id, p.email, p.full_name from invitations i join profiles p on p.user_id = i.user_id
      where i.accepted_at is null and i.withdrawn_at is null and i.expires_at > ${this.now} and p.deleted_at is null
      order by p.email`)
    if (!invitation) return 'nothing'
    const { id, user_id: userId, email, full_name: fullName } = invitation
    const client = this.payouts.app.anonymous()
    const token = linkToken(this.portal.config, 'invitation', id)
    const { status } = await client.try(authRoutes.acceptInvitation, { body: { token, fullName, password } })
    if (status >= 400) return 'nothing'
    client.userId = userId
    this.partners.push({ client, email, name: fullName })
    return 'done'
  }

  /** Days go by, with the hourly work of the last of them; nobody has to sign in again. */
  async pass(days: number): Promise<void> {
    this.payouts.app.pass(days * 86_400_000)
    await followRegistrations({ ...this.portal, clock: { now: () => this.now } })
    const stay = "update auth.sessions set created_at = $1, updated_at = $1, expires_at = $1::timestamptz + interval '30 days'"
    await this.portal.database.asOwner((run) => run(stay, [this.now.toISOString()]))
  }
}
