import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ruleRoutes } from '#money/rules/api/rules.ts'
import { type RuleDefinition, tiersRule } from '#money/rules/domain/definition.ts'
import { tierChangeRoutes, writtenTier } from '#money/tiers/api/tier-changes.ts'
import { overviewRoutes } from '#overview/api.ts'
import { programmeFileRoutes } from '#overview/programme-file/api/routes.ts'
import { partnerProfileRoutes } from '#partners/profile/api/profile.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import { programmeRoutes } from '#provider/programme/api.ts'
import { databaseKinds } from '#test/databases.ts'
import { PartnerMail } from '#test/partner-mail.ts'
import { joinPartner } from '#test/partner-people.ts'
import { retryJobsNow } from '#test/retry-jobs.ts'
import { offerChanges } from '#test/saved-lists.ts'
import type { Client } from '#test/test-app.ts'
import { termsRoutes } from '../api.ts'

const percent = (rate: number) => ({ ...tiersRule, bonuses: [], rate: { percent: rate } }) satisfies RuleDefinition

describe.each(databaseKinds())('terms that change on %s', (databaseKind) => {
  let world: PartnerMail
  let admin: Client
  let versions = 0
  beforeAll(async () => {
    world = await PartnerMail.open(databaseKind)
    admin = world.app.admin
  })
  afterAll(() => world.close())
  beforeEach(() => world.next())

  /** The day so many days from now. */
  const day = (days: number) => isoDay(new Date(world.app.now.getTime() + days * 86_400_000), 'Europe/Paris')
  const sent = async () => {
    await world.idle()
    return world.mailbox.mails.splice(0)
  }
  interface Version {
    readonly offer?: string | null
    readonly partnerId?: string | null
    readonly definition: ReturnType<typeof percent> | null
    readonly validFrom?: string
  }
  const publish = async ({ offer = null, partnerId = null, definition, validFrom = day(10) }: Version) => {
    const { rules } = await admin.call(ruleRoutes.listRules, { query: {} })
    const rule = rules.find((each) => (each.partner?.id ?? null) === partnerId && (each.offer?.key ?? null) === offer)
    const after = rule?.versions[0]?.version ?? 0
    const body = { offer, partnerId, definition, validFrom, after, confirmed: true }
    return (await admin.call(ruleRoutes.publishRule, { body })).rules
  }
  const own = (definition: ReturnType<typeof percent> | null, validFrom?: string) =>
    publish({ partnerId: world.partner.userId, definition, ...(validFrom && { validFrom }) })
  const historyOf = async (client: Client) => (await client.call(termsRoutes.termsChanges, {})).changes
  const cardOf = async (client: Client) => (await client.call(overviewRoutes.getOverview, {})).terms

  test('are told by mail before their first day, on the first page and in the history of their partner alone', async () => {
    const other = await world.app.newPartner('karim@exemple.fr')
    await sent()
    await own(percent(22))
    const [mail, ...others] = await sent()
    expect(others).toEqual([])
    expect(mail?.to).toBe(world.address)
    expect(mail?.subject).toMatch(/^Vos conditions à partir du \d+/)
    expect(mail?.text).toContain('22 %')
    expect(mail?.text).toContain('Jusque-là : ')
    expect(mail?.text).toContain('https://portal.test/dashboard/status')
    const [change, ...earlier] = await historyOf(world.partner)
    expect(earlier).toEqual([])
    expect(change).toMatchObject({
      firstDay: day(10),
      lines: [expect.stringMatching(/22\s%/), expect.any(String), expect.any(String)],
    })
    expect(await cardOf(world.partner)).toEqual([change])
    expect([await historyOf(other), await cardOf(other)]).toEqual([[], []])
    const { items } = await admin.call(partnerProfileRoutes.partnerHistory, { params: { id: world.partner.userId }, query: {} })
    expect(items.map(({ what }) => what)).toContain('terms.changed')
  })

  test('are read by owners and accountants by mail, and by a manager on the page; a member reads none', async () => {
    const join = (role: 'manager' | 'member' | 'accountant') =>
      joinPartner(world.app, world.partner, { email: `${role}${world.partners}@exemple.fr`, role })
    const [manager, member] = [await join('manager'), await join('member')]
    await join('accountant')
    await sent()
    await own(percent(23))
    expect((await sent()).map(({ to }) => to).toSorted()).toEqual(
      [`accountant${world.partners}@exemple.fr`, world.address].toSorted(),
    )
    expect(await cardOf(manager)).toHaveLength(1)
    expect(await cardOf(member)).toEqual([])
    expect((await member.try(termsRoutes.termsChanges, {})).status).toBe(403)
  })

  test('are told in the language of their reader', async () => {
    await world.app.portal.database.asOwner((run) =>
      run("update profiles set language = 'en' where user_id = $1", [world.partner.userId]),
    )
    await own(percent(24))
    const [mail] = await sent()
    expect(mail?.subject).toMatch(/^Your terms from .* on$/)
    expect(mail?.text).toMatch(/All leads: 24%/)
    expect(mail?.text).toContain('This applies to leads that are signed from that day on')
  })

  test('that were told and are withdrawn are told again, as what stays', async () => {
    const rules = await own(percent(25))
    await sent()
    const rule = rules.find(({ partner }) => partner?.id === world.partner.userId)
    const params = { id: rule?.id ?? '', version: rule?.versions[0]?.version ?? 0 }
    await admin.call(ruleRoutes.withdrawRule, { params })
    const [mail, ...others] = await sent()
    expect(others).toEqual([])
    expect(mail?.text).toContain('retiré : vos commissions restent comme elles sont')
    expect((await historyOf(world.partner)).map(({ title }) => title)).toEqual([
      expect.stringContaining('retiré'),
      expect.stringContaining('Vos commissions à partir du'),
    ])
  })

  test('of an offer are told to those for whom its rule would apply, once', async () => {
    const other = await world.app.newPartner(`other${world.partners}@exemple.fr`)
    await publish({ partnerId: other.userId, definition: percent(30), validFrom: day(0) })
    await sent()
    versions += 1
    await publish({ offer: 'star', definition: percent(10 + versions) })
    const mails = await sent()
    const to = mails.map((mail) => mail.to)
    expect(to.filter((address) => address === world.address)).toHaveLength(1)
    expect(to).not.toContain(`other${world.partners}@exemple.fr`)
    expect(mails.find((mail) => mail.to === world.address)?.text).toContain(`${10 + versions} %`)
    // The same once more is no change.
    await publish({ offer: 'star', definition: percent(10 + versions) })
    expect(await sent()).toEqual([])
  })

  test('are told of levels to whom these pay, with their own level', async () => {
    const fixed = await world.app.newPartner(`fixed${world.partners}@exemple.fr`)
    await publish({ partnerId: fixed.userId, definition: percent(30), validFrom: day(0) })
    await sent()
    const { tiers } = await admin.call(tierChangeRoutes.listEditableTiers, {})
    const expected = tiers.map(writtenTier)
    const renamed = expected.map((tier, place) => (place === 0 ? { ...tier, name: 'Bois' } : tier))
    await admin.call(tierChangeRoutes.saveTiers, { body: { tiers: renamed, expected } })
    expect(await sent()).toEqual([])
    const raised = renamed.map((tier, place) => (place === 0 ? { ...tier, commissionRate: tier.commissionRate + 1 } : tier))
    await admin.call(tierChangeRoutes.saveTiers, { body: { tiers: raised, expected: renamed } })
    const mails = await sent()
    expect(mails.map(({ to }) => to)).not.toContain(`fixed${world.partners}@exemple.fr`)
    const text = mails.find(({ to }) => to === world.address)?.text
    expect(text).toContain('Vous passez de Bois (15 %) à Bois (16 %).')
    expect(text).toContain('Les commissions existantes gardent leur taux.')
  })

  test('are told of protection and payment, and of nothing else that the programme sets', async () => {
    const { registrations, protectionMonths } = await admin.call(programmeRoutes.getProgramme, {})
    await admin.call(programmeRoutes.saveProgramme, { body: { registrationHours: 20 } })
    expect(await sent()).toEqual([])
    await admin.call(programmeRoutes.saveProgramme, { body: { registrations: true, protectionMonths: 12, acceptanceDays: 9 } })
    const text = (await sent()).find(({ to }) => to === world.address)?.text ?? ''
    if (!registrations) expect(text).toContain('L’équipe répond à chaque lead que vous enregistrez.')
    if (protectionMonths !== 12) expect(text).toContain('protégés 12 mois')
    expect(text).toContain('Vous avez 9 jours pour contester un relevé')
  })

  test('are told of an archived offer to those who have brought leads for it', async () => {
    await world.sign(100_000)
    await sent()
    const other = await world.app.newPartner(`none${world.partners}@exemple.fr`)
    await sent()
    await offerChanges(() => admin).archive('star')
    const mails = (await sent()).filter(({ subject }) => subject.startsWith('Vos conditions'))
    expect(mails.filter(({ to }) => to === world.address)).toHaveLength(1)
    expect(mails.map(({ to }) => to)).not.toContain(`none${world.partners}@exemple.fr`)
    expect(await historyOf(other)).toEqual([])
    await offerChanges(() => admin).bringBack('star')
  })

  test('are told once where the mail server fails and the mail is tried again', async () => {
    const refused: string[] = []
    world.mailbox.refusing = ({ to }) => to === world.address && refused.push(to) > 0
    await own(percent(26))
    await vi.waitFor(() => expect(refused).toHaveLength(1), 20_000)
    world.mailbox.refusing = null
    await vi.waitFor(async () => expect(await retryJobsNow(world.app.portal.database, 'mail')).toBe(1), 20_000)
    expect(await sent()).toHaveLength(1)
  })
})

describe.each(databaseKinds())('a programme that is imported on %s', (databaseKind) => {
  let world: PartnerMail
  beforeAll(async () => {
    world = await PartnerMail.open(databaseKind)
  })
  afterAll(() => world.close())

  const importWith = async (rate: number) => {
    const { admin } = world.app
    const { templates: _, ...file } = await admin.call(programmeFileRoutes.exportProgramme, {})
    const changed = { ...file, rules: [{ offer: null, definition: percent(rate) }] }
    const { state } = await admin.call(programmeFileRoutes.previewProgramme, { body: { file: changed } })
    await admin.call(programmeFileRoutes.importProgramme, { body: { file: changed, state, confirmed: true } })
    return world.received()
  }

  test('tells nobody while there is no lead, and one mail says all that changes once there are some', async () => {
    await world.next()
    expect(await importWith(12)).toEqual([])
    await world.sign(100_000)
    await world.received()
    const mails = await importWith(13)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('13 %')
  })
})
