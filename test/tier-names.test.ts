import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountRoutes } from '#accounts/auth/api/account.ts'
import { announcementRoutes } from '#communication/announcements/api.ts'
import { resourceRoutes } from '#communication/resources/api/resources.ts'
import { contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { templateRoutes } from '#contracts/templates/api.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { payoutRoutes } from '#money/payouts/api/payouts.ts'
import { tierChangeRoutes, writtenTier } from '#money/tiers/api/tier-changes.ts'
import { tierRoutes } from '#money/tiers/api/tiers.ts'
import { partnerProfileRoutes } from '#partners/profile/api/profile.ts'
import { type Language, languages, type WrittenLanguage } from '#platform/domain/languages.ts'
import { databaseKinds } from './databases.ts'
import { inOrder } from './in-order.ts'
import { plainLead } from './lead-samples.ts'
import { Mailbox } from './mailbox.ts'
import { PayoutApp } from './payout-app.ts'
import { pdfText } from './pdf-text.ts'
import type { Client } from './test-app.ts'

/** A name as each reader reads it: the tier's own where their language has none. */
const asRead = (own: string, named: Partial<Record<Language, string>>) =>
  Object.fromEntries(languages.map((language) => [language, named[language] ?? own])) as Readonly<Record<Language, string>>
/** The first two tiers, of which the second has no English name. */
const lowest = asRead('Bronze', { fr: 'Cuivre', en: 'Copper' })
const next = asRead('Silver', { fr: 'Argent' })
const names = [{ fr: ' Cuivre ', en: 'Copper' }, { fr: 'Argent', en: '' }, {}, {}, {}]

describe.each(databaseKinds('full'))('names of tiers on %s', inOrder, (databaseKind) => {
  let world: PayoutApp
  let mailbox: Mailbox
  let partners: Record<Language, Client & { email: string }>
  beforeAll(async () => {
    mailbox = await Mailbox.open()
    world = await PayoutApp.open(databaseKind, { SMTP_URL: mailbox.url })
    const people = await Promise.all(
      languages.map(async (language) => {
        const partner = await world.partner(`Marie ${language}`)
        await readIn(partner, language)
        return [language, partner] as const
      }),
    )
    partners = Object.fromEntries(people) as typeof partners
    await save(names)
  })
  afterAll(async () => {
    await world.app.close()
    await mailbox.close()
  })

  const readIn = (client: Client, language: Language) => client.call(accountRoutes.chooseLanguage, { body: { language } })
  const editable = async () => (await world.staff.call(tierChangeRoutes.listEditableTiers, {})).tiers.map(writtenTier)
  const save = async (given: readonly Partial<Record<WrittenLanguage, string>>[]) => {
    const expected = await editable()
    const tiers = expected.map((tier, index) => ({ ...tier, names: given[index] ?? {} }))
    return world.staff.try(tierChangeRoutes.saveTiers, { body: { tiers, expected } })
  }
  /** What staff are told in each language. */
  const toldToStaff = async <T>(ask: () => Promise<T>) => {
    const told: T[] = []
    for (const language of languages) {
      await readIn(world.staff, language)
      told.push(await ask())
    }
    await readIn(world.staff, 'specified')
    return told
  }
  const inEach = (by: Readonly<Record<Language, string>>) => languages.map((language) => by[language])
  const commissionsOf = async (client: Client) =>
    (await client.call(commissionRoutes.listCommissions, { query: { limit: 200 } })).items
  async function sign(partner: Client): Promise<{ id: string; leadId: string }> {
    const { id: leadId } = await partner.call(leadRoutes.addLead, {
      body: { ...plainLead, email: `${crypto.randomUUID()}@bernard.example`, company: `Société ${crypto.randomUUID()}` },
    })
    await partner.call(leadRoutes.moveLead, { params: { id: leadId }, body: { from: 'nouveau', to: 'signe' } })
    const id = (await commissionsOf(partner)).find(({ lead }) => lead?.id === leadId)?.id ?? ''
    return { id, leadId }
  }

  test('are read in each language, and fall back on the name itself; staff edit all of them', async () => {
    const firstTwo = async (client: Client) => {
      const { current, next: above, tiers } = await client.call(tierRoutes.myStanding, {})
      expect([current?.name, above?.name]).toEqual(tiers.slice(0, 2).map(({ name }) => name))
      return [current?.name, above?.name]
    }
    for (const language of languages) expect(await firstTwo(partners[language])).toEqual([lowest[language], next[language]])
    const listed = await toldToStaff(async () => (await world.staff.call(tierRoutes.listTiers, {})).tiers[0]?.name)
    expect(listed).toEqual(inEach(lowest))
    const edited = await toldToStaff(async () => (await editable()).slice(0, 2).map((tier) => [tier.name, tier.names]))
    const own = [
      ['Bronze', { fr: 'Cuivre', en: 'Copper' }],
      ['Silver', { fr: 'Argent' }],
    ]
    expect(edited).toEqual(languages.map(() => own))
    const params = { id: partners.fr.userId }
    const profiles = await toldToStaff(() => world.staff.call(partnerProfileRoutes.getPartnerProfile, { params }))
    expect(profiles.map(({ standing }) => standing.current?.name)).toEqual(inEach(lowest))
  })

  test('differ in each language, and are told apart from what somebody else has saved', async () => {
    const twice = await save([{ en: 'silver' }, {}])
    expect([twice.status, twice.body.fields]).toEqual([
      422,
      [{ path: 'tiers.0.names.en', message: 'Another tier has this name' }],
    ])
    const long = await save([{ fr: 'x'.repeat(51) }])
    expect(long.body.fields).toMatchObject([{ path: 'tiers.0.names.fr' }])
    const tiers = await editable()
    const stale = tiers.map((tier) => ({ ...tier, names: {} }))
    const changed = stale.map((tier) => ({ ...tier, names: { en: `${tier.name} star` } }))
    const answer = await world.staff.try(tierChangeRoutes.saveTiers, { body: { tiers: changed, expected: stale } })
    expect(answer.body.code).toBe('tiers_changed_meanwhile')
    const unnamed = tiers.map(({ names: _, ...tier }) => tier)
    await world.staff.call(tierChangeRoutes.saveTiers, { body: { tiers: unnamed, expected: unnamed } })
    expect(await editable()).toEqual(tiers)
  })

  test('stand in a library and in an announcement in the language of whoever reads them', async () => {
    const [tier] = await editable()
    const link = { kind: 'link' as const, url: 'https://acme.example/visuels' }
    const body = { title: 'Visuels', category: 'visuels' as const, document: link, minTierId: tier?.id ?? '' }
    await world.staff.call(resourceRoutes.addResource, { body })
    for (const language of languages) {
      const { items } = await partners[language].call(resourceRoutes.listResources, { query: {} })
      expect(items[0]?.minTier?.name).toBe(lowest[language])
    }
    const told = { title: 'Salon', text: 'Venez.', audience: 'tier' as const, tierId: tier?.id ?? '' }
    const { id } = await world.staff.call(announcementRoutes.publishAnnouncement, { body: told })
    await save([{ en: 'Brass' }, { fr: 'Argent' }])
    const listed = await toldToStaff(() => world.staff.call(announcementRoutes.listAnnouncements, { query: {} }))
    expect(listed.map(({ items }) => items.find((each) => each.id === id)?.tier)).toEqual(inEach(lowest))
    await save(names)
  })

  test('stay with a commission and what takes it back, whatever the tier is called later', async () => {
    const anne = await world.partner('Anne')
    await readIn(anne, 'en')
    const { id, leadId } = await sign(anne)
    await world.staff.call(commissionRoutes.validateCommission, { params: { id } })
    await save([{ en: 'Brass' }, { fr: 'Argent' }])
    await world.staff.call(commissionRoutes.reverseCommission, {
      params: { id },
      body: { revenueCents: 100_000, leftCents: plainLead.estimatedAmountCents, reason: 'Remboursé' },
    })
    expect((await commissionsOf(anne)).map(({ tierName }) => tierName)).toEqual(['Copper', 'Copper'])
    expect((await anne.call(leadRoutes.getLead, { params: { id: leadId } })).commission?.tierName).toBe('Copper')
    const listed = await toldToStaff(async () => (await commissionsOf(world.staff)).find((each) => each.id === id)?.tierName)
    expect(listed).toEqual(inEach(lowest))
    const { body } = await anne.send('GET', '/api/commissions.csv')
    expect([body.includes(',Copper,'), body.includes('Bronze'), body.includes('Brass')]).toEqual([true, false, false])
    await save(names)
  })

  test('stand in mails and statements in the language of the partner', async () => {
    await world.idle()
    mailbox.mails.length = 0
    for (const language of languages) {
      const { id } = await sign(partners[language])
      await world.staff.call(commissionRoutes.validateCommission, { params: { id } })
    }
    const payouts = await world.issued()
    await world.idle()
    const mailsTo = (language: Language) => mailbox.mails.filter(({ to }) => to === partners[language].email)
    for (const language of ['specified', 'fr'] as const) {
      const reached = mailsTo(language).find(({ subject }) => subject.includes(next[language]))
      expect(reached?.text).toContain(`de ${lowest[language]} à ${next[language]}`)
    }
    for (const language of languages) {
      expect(mailsTo(language).some(({ text }) => text.includes(`(${lowest[language]})`))).toBe(true)
      const payout = payouts.find(({ partner }) => partner.id === partners[language].userId)
      const file = await partners[language].send('GET', `/api/payouts/${payout?.id}/statement`)
      expect(await pdfText(file.rawPayload)).toContain(lowest[language])
      const { lines } = await partners[language].call(payoutRoutes.getPayout, { params: { id: payout?.id ?? '' } })
      expect(new Set(lines.map(({ tier }) => tier))).toEqual(new Set([lowest[language]]))
    }
  })

  test('stand in a contract in the language of its template, which staff find by a name of their own', async () => {
    const paul = await world.partner('Paul Neuf')
    for (const language of ['fr', 'en'] as const) {
      const { id } = await world.staff.call(templateRoutes.createTemplate, {
        body: {
          kind: 'amendment',
          name: `Avenant ${language}`,
          names: { en: `Amendment ${language}`, fr: '' },
          language,
          title: 'Avenant',
          body: [{ type: 'paragraph', content: [{ type: 'field', field: 'tier_name' }] }],
        },
      })
      const { results } = await world.staff.call(templateRoutes.assignTemplate, {
        params: { id },
        body: { partnerIds: [paul.userId] },
      })
      expect(results).toMatchObject([{ problem: null }])
      const { items } = await paul.call(contractRoutes.listContracts, { query: {} })
      const made = items.find((each) => each.id === results[0]?.contractId)
      const contract = await paul.send('GET', made?.document?.url ?? '')
      expect(await pdfText(contract.rawPayload)).toContain(lowest[language])
    }
    const lists = await toldToStaff(() => world.staff.call(templateRoutes.listTemplates, { query: {} }))
    const named = lists.map(({ templates }) => templates.flatMap(({ name }) => (/ (fr|en)$/.test(name) ? name : [])))
    expect(named).toEqual([
      ['Avenant en', 'Avenant fr'],
      ['Avenant en', 'Avenant fr'],
      ['Amendment en', 'Amendment fr'],
    ])
  })
})
