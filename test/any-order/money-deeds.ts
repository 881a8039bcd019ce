import { sql } from 'kysely'
import { accountingRoutes } from '#money/accounting/api/accounting.ts'
import { paymentRoutes } from '#money/bank-details/api.ts'
import { clientPaymentRoutes } from '#money/client-payments/api/client-payments.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { disputeRoutes } from '#money/disputes/api.ts'
import { vigilanceRoutes } from '#money/vigilance/api.ts'
import { ibans } from '../payout-app.ts'
import { password } from '../test-app.ts'
import { documentForm } from '../vigilance.ts'
import { anyPartner } from './partner-deeds.ts'
import type { PortalWorld } from './portal-world.ts'

interface Owned {
  readonly id: string
  readonly partner_id: string
}

const commission = (world: PortalWorld, where: ReturnType<typeof sql>) =>
  world.one(sql<Owned>`select c.id, c.partner_id from commissions c where ${where} order by c.amount_cents, c.created_at, c.id`)

const dispute = (world: PortalWorld, where: ReturnType<typeof sql>) =>
  world.one(sql<Owned>`select d.id, d.partner_id from disputes d where ${where} order by d.opened_at, d.id`)

const document = (world: PortalWorld, status: string) =>
  world.one(sql<Owned & { kind: string }>`select d.id, d.partner_id, d.kind from vigilance_documents d where d.status = ${status}
    order by coalesce(d.received_at, d.requested_at), d.id`)

const nothing = 'nothing' as const

/** From the commission to what is payable, with what holds it. */
export const commissionDeeds = {
  async addCommission(world: PortalWorld) {
    const partner = world.chance(0.4) ? { user_id: world.partners[0]?.client.userId ?? '' } : await anyPartner(world)
    if (!partner) return nothing
    const [revenueCents, commissionRate] = [world.upTo(1_500_000), 10]
    const body = { partnerId: partner.user_id, description: `Prime ${world.nextNumber()}`, revenueCents, commissionRate }
    return world.attempt(world.staffWith('money'), commissionRoutes.addCommission, { body })
  },
  async validateCommission(world: PortalWorld) {
    const row = await commission(world, sql`c.status = 'en_attente'`)
    if (!row) return nothing
    return world.attempt(world.staffWith('money'), commissionRoutes.validateCommission, { params: { id: row.id } })
  },
  async payCommission(world: PortalWorld) {
    const row = await commission(world, sql`c.status = 'valide'`)
    if (!row) return nothing
    return world.attempt(world.staffWith('money'), commissionRoutes.payCommission, { params: { id: row.id }, body: {} })
  },
  async hold(world: PortalWorld) {
    const row = await commission(world, sql`c.status <> 'paye' and c.held_reason is null`)
    if (!row) return nothing
    const request = { params: { id: row.id }, body: { reason: 'À éclaircir' } }
    return world.attempt(world.staffWith('money'), commissionRoutes.holdCommission, request)
  },
  async release(world: PortalWorld) {
    const row = await commission(world, sql`c.held_reason is not null`)
    if (!row) return nothing
    return world.attempt(world.staffWith('money'), commissionRoutes.releaseCommission, { params: { id: row.id } })
  },
  async contest(world: PortalWorld) {
    const row = await commission(world, sql`not c.disputed`)
    if (!row) return nothing
    const body = { commissionId: row.id, message: 'Il manque une part du chantier.' }
    return world.attempt(world.partnerOf(row.partner_id), disputeRoutes.openDispute, { body })
  },
  async answerDispute(world: PortalWorld) {
    const row = await dispute(world, sql`d.state in ('open', 'answered')`)
    if (!row) return nothing
    const request = { params: { id: row.id }, body: { message: 'Nous regardons cela.' } }
    return world.attempt(world.staffWith('money'), disputeRoutes.replyToDispute, request)
  },
  async replyToDispute(world: PortalWorld) {
    const row = await dispute(world, sql`d.state = 'answered'`)
    if (!row) return nothing
    const request = { params: { id: row.id }, body: { message: 'Voici le devis signé.' } }
    return world.attempt(world.partnerOf(row.partner_id), disputeRoutes.replyToDispute, request)
  },
  async decideDispute(world: PortalWorld) {
    const row = await dispute(world, sql`d.state in ('open', 'answered')`)
    if (!row) return nothing
    const body = { outcome: 'upheld' as const, message: 'Le montant est celui du contrat.' }
    return world.attempt(world.staffWith('money'), disputeRoutes.decideDispute, { params: { id: row.id }, body })
  },
  async changeBasis(world: PortalWorld) {
    const row = await world.one(sql<{ id: string }>`select l.id from leads l where l.status = 'signe' order by l.company, l.id`)
    if (!row) return nothing
    const request = { params: { id: row.id }, body: { basis: world.pick(['cash', null, 'signature'] as const) ?? null } }
    return world.attempt(world.staffWith('money'), clientPaymentRoutes.changeBasis, request)
  },
  async clientPays(world: PortalWorld) {
    const row = await world.one(sql<{ id: string }>`select l.id from leads l join lead_terms t on t.lead_id = l.id
      where l.status = 'signe' and t.commission_basis = 'cash' order by l.company, l.id`)
    if (!row) return nothing
    const body = { leadId: row.id, reference: `F-${world.nextNumber()}`, receivedOn: world.today, netCents: world.upTo(800_000) }
    return world.attempt(world.staffWith('money'), clientPaymentRoutes.recordClientPayment, { body })
  },
}

/** What payouts wait for beside the statement: documents, bank details, and the closing of months. */
export const conditionDeeds = {
  async requestDocument(world: PortalWorld) {
    const partner = await anyPartner(world)
    // The first partner stays payable.
    if (!partner || partner.user_id === world.partners[0]?.client.userId) return nothing
    const kind = world.pick(['urssaf', 'registration', 'identity'] as const) ?? 'urssaf'
    const body = { partnerIds: [partner.user_id], kind, label: '' }
    return world.attempt(world.staffWith('money'), vigilanceRoutes.requestDocuments, { body })
  },
  async submitDocument(world: PortalWorld) {
    const row = await document(world, world.chance(0.3) ? 'refused' : 'requested')
    const client = row && world.partnerOf(row.partner_id)
    if (!row || !client) return nothing
    // A partner who is locked out, or gone, uploads nothing.
    const form = await documentForm(client, row.kind as 'urssaf').catch(() => null)
    return form?.uploadId ? world.attempt(client, vigilanceRoutes.submitDocument, { body: form }) : nothing
  },
  async verifyDocument(world: PortalWorld) {
    const row = await document(world, 'received')
    if (!row) return nothing
    return world.attempt(world.staffWith('money'), vigilanceRoutes.verifyDocument, { params: { id: row.id } })
  },
  async refuseDocument(world: PortalWorld) {
    const row = await document(world, 'received')
    if (!row) return nothing
    const request = { params: { id: row.id }, body: { reason: 'Illisible' } }
    return world.attempt(world.staffWith('money'), vigilanceRoutes.refuseDocument, request)
  },
  /** Now and then with digits that cannot be right. */
  async bankDetails(world: PortalWorld) {
    // One partner's: a new IBAN waits for days, and the others stay payable.
    const person = world.partners[1]
    if (!person) return nothing
    // Passwords may be entered ten times in a quarter of an hour.
    world.payouts.app.pass(120_000)
    const iban = world.chance(0.3) ? 'FR7630006000011234567890188' : (world.pick(ibans) ?? ibans[0])
    const body = { company: person.name, iban, address: '1 rue du Port, Nantes', country: 'France', password }
    return world.attempt(person.client, paymentRoutes.savePaymentInfo, { body })
  },
  async closeMonth(world: PortalWorld) {
    const client = world.staffWith('money')
    const { nextMonth } = await client.call(accountingRoutes.getAccounting, { query: {} })
    if (!nextMonth) return nothing
    return world.attempt(client, accountingRoutes.closePeriod, { body: { scope: 'month', until: nextMonth.until } })
  },
  async askReopening(world: PortalWorld) {
    const row = await closing(world, false)
    if (!row) return nothing
    const request = { params: { id: row.id }, body: { reason: 'Une facture oubliée' } }
    return world.attempt(world.staffWith('money'), accountingRoutes.askReopening, request)
  },
  async reopen(world: PortalWorld) {
    const row = await closing(world, true)
    if (!row) return nothing
    return world.attempt(world.staffWith('money'), accountingRoutes.reopenPeriod, { params: { id: row.id } })
  },
}

const closing = (world: PortalWorld, isAsked: boolean) =>
  world.one(sql<{ id: string }>`select id from accounting_closings
    where reopened_at is null and (reopening_asked_at is not null) = ${isAsked} order by until_day desc limit 1`)
