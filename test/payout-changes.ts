import { accountingRoutes } from '#money/accounting/api/accounting.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { payoutRoutes } from '#money/payouts/api/payouts.ts'
import { type PayoutApp, programmeForm, yearSettings } from './payout-app.ts'
import { formOf, PayoutFileApp } from './payout-file-app.ts'
import { handoverChanges } from './self-billing.ts'
import type { Client } from './test-app.ts'

type SentRequest = readonly [client: Client, request: { params?: object; body?: object }]

/** A request for each route that changes payouts, by its name, with what it needs made first. */
export function payoutChanges(world: () => PayoutApp) {
  const files = () => new PayoutFileApp(world())
  const payable = async () => {
    const client = await world().partner()
    await world().payable(client, 1000)
    return client
  }
  const issued = async () => {
    const client = await payable()
    const [payout] = (await world().issued()).filter(({ partner: { id } }) => id === client.userId)
    if (!payout) throw new Error('nothing was issued')
    return { client, id: payout.id }
  }
  const accepted = async () => {
    const { id, client } = await issued()
    await client.call(payoutRoutes.acceptPayout, { params: { id } })
    return id
  }
  const approved = async () => {
    const id = await accepted()
    await world().approve([{ id, totalCents: 1000 }])
    return id
  }
  const paid = async () => {
    const id = await approved()
    await world().staff.call(payoutRoutes.payPayouts, { body: { ids: [id], totalCents: 1000 } })
    return id
  }
  let month = 0
  const nextPeriod = () => {
    month += 1
    return { scope: 'month' as const, until: new Date(Date.UTC(2020, month, 0)).toISOString().slice(0, 10) }
  }
  const closed = async () => (await world().staff.call(accountingRoutes.closePeriod, { body: nextPeriod() })).id
  return {
    ...handoverChanges(world),
    issueRun: async (): Promise<SentRequest> => {
      await payable()
      const { totals, fingerprint } = await world().preview()
      const preview = { payouts: totals.payouts, totalCents: totals.totalCents, fingerprint }
      return [world().staff, { body: { payableUntil: world().until, seen: preview } }]
    },
    acceptPayout: async (): Promise<SentRequest> => {
      const { id, client } = await issued()
      return [client, { params: { id } }]
    },
    approvePayouts: async (): Promise<SentRequest> => [world().staff, { body: { ids: [await accepted()], totalCents: 1000 } }],
    cancelPayout: async (): Promise<SentRequest> => {
      const { id } = await issued()
      return [world().staff, { params: { id }, body: { reason: 'Une erreur' } }]
    },
    payPayouts: async (): Promise<SentRequest> => [world().staff, { body: { ids: [await approved()], totalCents: 1000 } }],
    rejectPayout: async (): Promise<SentRequest> => [
      world().staff,
      { params: { id: await paid() }, body: { reason: 'Compte clos' } },
    ],
    retryPayout: async (): Promise<SentRequest> => {
      const id = await paid()
      await world().staff.call(payoutRoutes.rejectPayout, { params: { id }, body: { reason: 'Compte clos' } })
      return [world().staff, { params: { id } }]
    },
    exportDas2: async (): Promise<SentRequest> => [world().staff, { params: { year: '2026' } }],
    requestDeclarationData: async (): Promise<SentRequest> => {
      // Above the threshold, without billing data.
      const client = await world().partner()
      const id = await world().payable(client, 500_000)
      await world().staff.call(commissionRoutes.payCommission, { params: { id }, body: {} })
      const year = String(world().app.now.getFullYear())
      return [world().staff, { params: { year }, body: { partners: [{ id: client.userId, requestedAt: null }] } }]
    },
    closePeriod: async (): Promise<SentRequest> => [world().staff, { body: nextPeriod() }],
    askReopening: async (): Promise<SentRequest> => [
      world().staff,
      { params: { id: await closed() }, body: { reason: 'Un oubli' } },
    ],
    reopenPeriod: async (): Promise<SentRequest> => {
      const id = await closed()
      const second = await world().app.newStaff(`${id}@acme.example`, 'finance')
      await second.call(accountingRoutes.askReopening, { params: { id }, body: { reason: 'Un oubli' } })
      return [world().staff, { params: { id } }]
    },
    saveSupplierCodes: async (): Promise<SentRequest> => [
      world().staff,
      { body: { codes: [{ partnerId: (await payable()).userId, code: 'F1' }] } },
    ],
    saveYearSettings: async (): Promise<SentRequest> => [world().staff, { body: { ...yearSettings, ape: '6201Z' } }],
    makePayoutFile: async (): Promise<SentRequest> => {
      const selection = { ids: [await approved()] }
      return [world().staff, { body: formOf(await files().preview(selection), selection) }]
    },
    payPayoutFile: async (): Promise<SentRequest> => {
      const { file } = await files().made({ ids: [await approved()] })
      return [world().staff, { params: { id: file.id }, body: { count: 1, totalCents: 1000 } }]
    },
    withdrawPayoutFile: async (): Promise<SentRequest> => {
      const { file } = await files().made({ ids: [await approved()] })
      return [world().staff, { params: { id: file.id }, body: { reason: 'Une erreur' } }]
    },
    saveProgramme: async (): Promise<SentRequest> => [world().staff, { body: { ...programmeForm, acceptanceDays: 5 } }],
  }
}
