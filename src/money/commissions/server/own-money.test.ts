import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { leadShareRoutes } from '#leads/shares/api.ts'
import { billingRoutes } from '#money/billing/api.ts'
import { ruleRoutes } from '#money/rules/api/rules.ts'
import { tiersRule } from '#money/rules/domain/definition.ts'
import { defaultTimeZone } from '#platform/domain/time-zones.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import { companyBilling } from '#test/billing-samples.ts'
import { databaseKinds } from '#test/databases.ts'
import { plainLead } from '#test/lead-samples.ts'
import { type Client, TestApp } from '#test/test-app.ts'
import { commissionRoutes } from '../api/commissions.ts'

describe.each(databaseKinds('full'))('whoever came to the staff from a partner, on %s', (databaseKind) => {
  let app: TestApp
  /** Was a partner. */
  let fay: Client
  /** Made while they were a partner. */
  let made = { lead: '', commission: '', rule: '' }
  const rule = (validFrom: string, after: number) => {
    const definition = { ...tiersRule, rate: { percent: 30 }, bonuses: [] }
    return { body: { partnerId: fay.userId, offer: null, validFrom, definition, after, confirmed: true } }
  }
  const tomorrow = () => isoDay(new Date(app.now.getTime() + 86_400_000), defaultTimeZone)
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    const marie = await app.newPartner('marie@exemple.fr')
    fay = await app.newPartner('fay@exemple.fr')
    await fay.call(billingRoutes.saveBilling, { body: companyBilling })
    const { id: lead } = await marie.call(leadRoutes.addLead, { body: plainLead })
    await app.admin.call(leadShareRoutes.shareLead, { params: { id: lead }, body: { partnerId: fay.userId, percent: 30 } })
    const bonus = { partnerId: fay.userId, description: 'Prime', revenueCents: 10_000, commissionRate: 10 }
    const { id: commission } = await app.admin.call(commissionRoutes.addCommission, { body: bonus })
    const { rules } = await app.admin.call(ruleRoutes.publishRule, rule(tomorrow(), 0))
    made = { lead, commission, rule: rules.find(({ partner }) => partner?.id === fay.userId)?.id ?? '' }
    await app.changeRole(fay, 'admin')
    await app.signIn(fay, 'fay@exemple.fr')
  })
  afterAll(() => app.close())

  test('does not correct the VAT of their own billing data', async () => {
    const params = { id: fay.userId }
    const { updatedAt } = await app.admin.call(billingRoutes.getPartnerBilling, { params })
    const body = { ...companyBilling, regime: 'franchise' as const, vatRate: null, vatNumber: '', seenAt: updatedAt }
    const refused = await fay.try(billingRoutes.correctBilling, { params, body })
    expect([refused.status, refused.body.code]).toEqual([403, 'own_commission'])
    expect((await app.admin.try(billingRoutes.correctBilling, { params, body })).status).toBe(200)
  })

  test('decides neither about a rule, a share nor a commission of their own', async () => {
    const { lead: id, commission, rule: ruleId } = made
    const answers = [
      await fay.try(ruleRoutes.publishRule, rule(tomorrow(), 1)),
      await fay.try(ruleRoutes.withdrawRule, { params: { id: ruleId, version: 1 } }),
      await fay.try(leadShareRoutes.shareLead, { params: { id }, body: { partnerId: fay.userId, percent: 40 } }),
      await fay.try(leadShareRoutes.endLeadShare, { params: { id, partnerId: fay.userId } }),
      await fay.try(commissionRoutes.removeCommission, { params: { id: commission } }),
    ]
    expect(answers.map(({ body }) => body.code)).toEqual(Array(5).fill('own_commission'))
  })
})
