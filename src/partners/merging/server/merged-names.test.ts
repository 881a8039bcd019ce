import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { leadShareRoutes } from '#leads/shares/api.ts'
import { paymentRoutes } from '#money/bank-details/api.ts'
import { billingRoutes } from '#money/billing/api.ts'
import { payoutRoutes } from '#money/payouts/api/payouts.ts'
import { vigilanceRoutes } from '#money/vigilance/api.ts'
import type { Route } from '#platform/api/route.ts'
import { portalRoutes } from '#portal/server/slices.ts'
import { type CompanyRecords, companyRecords } from '#test/company-records.ts'
import { databaseKinds } from '#test/databases.ts'
import { MergingWorld } from '#test/merging-world.ts'
import { PayoutApp } from '#test/payout-app.ts'
import { SigningTestApp } from '#test/signing-app.ts'
import type { Client } from '#test/test-app.ts'

interface Named {
  readonly id: string
  readonly name: string
  readonly deleted: boolean
}

/** Every list and overview of staff. */
const lists = Object.values(portalRoutes)
  .flatMap((slice) => Object.entries(slice) as [string, Route][])
  .filter(([, { method, path, answer, who }]) => method === 'GET' && !path.includes(':') && who !== 'partner' && !answer)

/** Where an answer names a partner, and how. */
function namesIn(answer: unknown, id: string): Named[] {
  if (typeof answer !== 'object' || answer === null) return []
  const own = 'deleted' in answer && 'id' in answer && answer.id === id ? [answer as Named] : []
  return [...own, ...Object.values(answer).flatMap((value) => namesIn(value, id))]
}

const wherever = [
  'getOverview',
  'getTrends',
  'listCommissions',
  'listContracts',
  'listInvoices',
  'listJournal',
  'listLeads',
  'listNotices',
  'listPayableLeads',
  'listPayouts',
  'listRegistrations',
  'listSupplierCodes',
  'previewRun',
]

describe.each(databaseKinds())('a partner that was merged on %s', (databaseKind) => {
  let desk: SigningTestApp
  let records: CompanyRecords
  let into: Client
  const staff = () => desk.app.admin

  beforeAll(async () => {
    desk = await SigningTestApp.open(databaseKind)
    records = await companyRecords(desk)
    const world = new MergingWorld(desk.app)
    const payouts = await PayoutApp.around(desk.app)
    into = await payouts.partner('Béatrice Prend')
    const shared = await world.addLead(records.owner, 'Partagée SARL')
    await staff().call(leadShareRoutes.shareLead, { params: { id: shared }, body: { partnerId: into.userId, percent: 30 } })
    for (const id of [shared, await world.addLead(records.owner, 'Signée SARL')])
      await staff().call(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'signe' } })
    await payouts.payable(records.owner, 20_000)
    expect((await world.merge(records.owner, into)).body).toMatchObject({ partner: { id: into.userId } })
  })
  afterAll(() => desk.close())

  test('is named in every list of staff as it was, and not as deleted', async () => {
    const found = new Map<string, Named[]>()
    for (const [name, route] of lists) {
      const { status, body } = await staff().try(route, { query: {} })
      const names = status === 200 ? namesIn(body, records.owner.userId) : []
      if (names.length > 0) found.set(name, names)
    }
    const { body } = await staff().try(payoutRoutes.previewRun, { body: { payableUntil: '2099-01-01', exclusions: [] } })
    found.set('previewRun', namesIn(body, records.owner.userId))
    expect([...found.keys()].toSorted()).toEqual(wherever)
    expect([...found].filter(([, names]) => names.some(({ name, deleted }) => deleted || name !== 'Marie Dupré 1'))).toEqual([])
  })

  test('is named by a lead that it shares, to both', async () => {
    const { items } = await staff().call(leadRoutes.listLeads, { query: { limit: 200 } })
    const id = items.find(({ company }) => company === 'Partagée SARL')?.id ?? ''
    for (const reader of [staff(), into]) {
      const { shares } = await reader.call(leadRoutes.getLead, { params: { id } })
      expect(shares?.map(({ name, deleted }) => [name, deleted])).toEqual([
        ['Marie Dupré 1', false],
        ['Béatrice Prend', false],
      ])
    }
  })

  test('has its bank details, billing and documents read by staff, since it is paid by them', async () => {
    const request = { params: { id: records.owner.userId } }
    expect((await staff().try(paymentRoutes.getBankDetails, request)).status).toBe(200)
    expect((await staff().try(billingRoutes.getPartnerBilling, request)).status).toBe(200)
    expect((await staff().try(vigilanceRoutes.partnerDocuments, request)).status).toBe(200)
  })
})
