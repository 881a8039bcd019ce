import { billingRoutes } from '#money/billing/api.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { invoiceRoutes } from '#money/invoices/api.ts'
import { defaultTimeZone } from '#platform/domain/time-zones.ts'
import { frenchVatNumber } from '#platform/domain/vat-numbers.ts'
import { newId } from '#platform/server/ids.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import { companyBilling } from './billing-samples.ts'
import { type PayoutApp, programmeForm } from './payout-app.ts'
import type { Client } from './test-app.ts'

/** The provider as it has to be registered for invoices. */
export const registeredProvider = {
  ...programmeForm,
  legalName: 'Acme SAS',
  siren: '552100554',
  vatNumber: frenchVatNumber('552100554'),
  street: 'quai de la Fosse',
  buildingNumber: '12',
  postcode: '44000',
  town: 'Nantes',
}

/** A partner's billing data with self-billing. */
export const selfBilling = { ...companyBilling, mode: 'self_billing' as const }

const reference = 'K7QD2M9XPT4HVW3R'

/** Writes a mandate that is signed, as the owner of the tables: tests of signing make one by its pages. Returns its id. */
export async function signedMandate(world: PayoutApp, partner: Client, days = 15): Promise<string> {
  const [contract, file, now] = [newId(), newId(), world.app.now.toISOString()]
  await world.app.portal.database.asOwner(async (run) => {
    await run(
      `insert into files (id, purpose, name, kind, size, sha256, created_at, claimed_at)
        values ($1, 'sealed', 'mandat.pdf', 'pdf', 1, repeat('a', 64), $2, $2)`,
      [file, now],
    )
    await run(
      `insert into contracts (id, user_id, contract_type, status, title, file_id, created_at, signed_at, signing_method,
          contest_days)
        values ($1, $2, 'mandate', 'signe', 'Mandat', $3, $4, $4, 'electronic', $5)`,
      [contract, partner.userId, file, now, days],
    )
    await run(
      `insert into signatures (id, contract_id, role, signer_id, reference, signed_at, file_id, file_sha256, level,
          certificate_sha256, route, evidence)
        values ($1, $2, 'partner', $3, $4, $5, $6, repeat('a', 64), 'B-B', repeat('b', 64), 'A', '{}')`,
      [newId(), contract, partner.userId, reference, now, file],
    )
  })
  return contract
}

/** A partner whose commissions are self-billed. */
export async function selfBilledPartner(world: PayoutApp, fullName: string, billing: object = {}) {
  const partner = await world.partner(fullName)
  await partner.call(billingRoutes.saveBilling, { body: { ...selfBilling, legalName: fullName, ...billing } })
  await signedMandate(world, partner)
  return partner
}

/** Takes part of a commission of ten times `amountCents` back. */
export async function takeBack(world: PayoutApp, commissionId: string, amountCents: number) {
  const { items } = await world.staff.call(commissionRoutes.listCommissions, { query: { limit: 200 } })
  const row = items.find(({ id }) => id === commissionId)
  const taken = items.filter(({ reversesId }) => reversesId === commissionId).reduce((sum, each) => sum + each.revenueCents, 0)
  const body = { revenueCents: amountCents * 10, leftCents: (row?.revenueCents ?? 0) + taken, reason: 'Client remboursé' }
  await world.staff.call(commissionRoutes.reverseCommission, { params: { id: commissionId }, body })
}

/** Files of documents that were not printed, for tests that look at anything but the files. */
export async function pretendPrinted(world: PayoutApp): Promise<void> {
  await world.app.portal.database.asOwner(async (run) => {
    const { rows } = await run('select id from invoices where id not in (select invoice_id from invoice_files)', [])
    for (const { id } of rows) {
      const file = newId()
      await run(
        `insert into files (id, purpose, name, kind, size, sha256, created_at, claimed_at)
          values ($1, 'invoice', 'facture.pdf', 'pdf', 1, repeat('a', 64), now(), now())`,
        [file],
      )
      await run('insert into invoice_files (invoice_id, file_id, made_at) values ($1, $2, now()) on conflict do nothing', [
        id,
        file,
      ])
    }
  })
}

type SentRequest = readonly [client: Client, request: { body: object }]

/** A request for each route that changes whether documents are handed over, by its name. */
export function handoverChanges(world: () => PayoutApp) {
  const issued = async () => {
    await world().programme(registeredProvider)
    const partner = await selfBilledPartner(world(), 'Conseil & Fils')
    await world().payable(partner, 1000)
    await world().issued()
    await pretendPrinted(world())
    const { items } = await world().staff.call(invoiceRoutes.listInvoices, { query: { partnerId: partner.userId } })
    return items.map(({ id }) => id)
  }
  const form = (ids: string[]) => ({
    documents: { kind: 'chosen' as const, ids },
    on: isoDay(world().app.now, defaultTimeZone),
    platform: 'Pennylane',
  })
  return {
    recordPlatformStatus: async () => {
      const [id = ''] = await issued()
      await world().staff.call(invoiceRoutes.handOver, { body: form([id]) })
      const body = { status: 'deposited', on: isoDay(world().app.now, defaultTimeZone) }
      return [world().staff, { params: { id }, body }] as readonly [Client, { params: object; body: object }]
    },
    handOver: async (): Promise<SentRequest> => [world().staff, { body: form(await issued()) }],
    undoHandover: async (): Promise<SentRequest> => {
      const ids = await issued()
      await world().staff.call(invoiceRoutes.handOver, { body: form(ids) })
      return [world().staff, { body: { ids, reason: 'Refusée' } }]
    },
  }
}
