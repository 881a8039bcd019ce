import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settingsRoutes } from '#access/api/identity.ts'
import { sessionRoutes } from '#access/api/session.ts'
import type { StartedPage } from '#access/domain/pages-in-use.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { disputeRoutes } from '#money/disputes/api.ts'
import type { Language } from '#platform/domain/languages.ts'
import { databaseKinds } from '#test/databases.ts'
import { plainLead } from '#test/lead-samples.ts'
import { type Client, TestApp } from '#test/test-app.ts'

describe.each(databaseKinds())('a portal that begins on %s', (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
  })
  afterAll(() => app.close())

  const inUse = async (client: Client) => (await client.call(sessionRoutes.currentSession, {})).me?.inUse
  const commission = async (partner: Client) => (await partner.call(commissionRoutes.listCommissions, { query: {} })).items[0]?.id

  test('a page beyond the specification’s is in use from its first record on, for whom it is about', async () => {
    const staff = async (...pages: StartedPage[]) => expect((await inUse(app.admin))?.toSorted()).toEqual(pages.toSorted())
    await staff()
    const [marie, karim] = [await app.newPartner('marie@exemple.fr'), await app.newPartner('karim@exemple.fr')]
    await staff('announcements')
    expect(await inUse(marie)).toEqual([])
    const { id: leadId } = await marie.call(leadRoutes.addLead, { body: { ...plainLead, estimatedAmountCents: 100_000 } })
    await marie.call(leadRoutes.moveLead, { params: { id: leadId }, body: { from: 'nouveau', to: 'signe' } })
    await staff('announcements', 'registrations')
    expect(await inUse(marie)).toEqual(['billing'])
    const id = (await commission(marie)) ?? ''
    await marie.call(disputeRoutes.openDispute, { body: { commissionId: id, message: 'Il en manque' } })
    await staff('announcements', 'registrations', 'adminDisputes')
    expect((await inUse(marie))?.toSorted()).toEqual(['billing', 'disputes'])
    expect(await inUse(karim)).toEqual([])
    const dispute = (await marie.call(disputeRoutes.listDisputes, { query: {} })).items[0]?.id ?? ''
    await marie.call(disputeRoutes.withdrawDispute, { params: { id: dispute } })
    await app.admin.call(commissionRoutes.validateCommission, { params: { id } })
    await staff('announcements', 'registrations', 'adminDisputes', 'adminPayouts')
    await app.admin.call(commissionRoutes.payCommission, { params: { id }, body: null })
    await staff('announcements', 'registrations', 'adminDisputes', 'adminPayouts', 'year')
  })

  test('several languages are read in the specification’s mixture, and where somebody has chosen another one', async () => {
    const choose = (language: Language | null) =>
      app.portal.database.asOwner((run) =>
        run('update profiles set language = $1 where user_id = $2', [language, app.admin.userId]),
      )
    const reads = async (language: Language) => {
      const settings = await app.admin.call(settingsRoutes.saveSettings, { body: { language } })
      return settings.readsSeveralLanguages
    }
    expect([await reads('specified'), await reads('fr')]).toEqual([true, false])
    await choose('en')
    expect([await reads('fr'), await reads('en')]).toEqual([true, false])
    await choose('specified')
    expect(await reads('en')).toBe(true)
    await choose(null)
    expect(await reads('en')).toBe(false)
  })
})
