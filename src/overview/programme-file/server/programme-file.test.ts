import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { accountRoutes } from '#accounts/auth/api/account.ts'
import { shippedMainContract } from '#contracts/templates/domain/main-contract-template.ts'
import { leadSettingsRoutes } from '#leads/lead-settings/api.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { isBuiltIn } from '#leads/leads/domain/lead-fields.ts'
import { stageRoutes } from '#leads/stages/api/stages.ts'
import { isOpenStage, wonStage } from '#leads/stages/domain/stages.ts'
import { type RuleRate, tiersRule } from '#money/rules/domain/definition.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { plainLead } from '#test/lead-samples.ts'
import { offerChanges } from '#test/saved-lists.ts'
import { TestApp } from '#test/test-app.ts'
import type { ProgrammeFile } from '../api/programme-file.ts'
import { programmeFileRoutes } from '../api/routes.ts'
import { type ExampleKey, exampleKeys } from '../domain/programme-plan.ts'
import { exampleFile } from './examples.ts'

const sections = ({ about: _, ...file }: ProgrammeFile) => file

/** What a portal exports that has taken an example: a field that every lead has, and the example does not name, stands last. */
function takenFrom(example: ExampleKey, { fields: exported = [] }: ProgrammeFile) {
  const file = sections(exampleFile(example))
  const named = (file.fields ?? []).map(({ key }) => key)
  const others = exported.filter(({ key }) => isBuiltIn(key) && !named.includes(key))
  return { ...file, fields: [...(file.fields ?? []), ...others] }
}

describe.each(databaseKinds('full'))('a programme as a file on %s', inOrder, (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
  })
  afterAll(() => app.close())

  type Source = { readonly file: ProgrammeFile } | { readonly example: ExampleKey }
  const exported = (of = app) => of.admin.call(programmeFileRoutes.exportProgramme, {})
  const preview = (source: Source, of = app) => of.admin.call(programmeFileRoutes.previewProgramme, { body: source })
  const take = async (source: Source, of = app) => {
    const { state } = await preview(source, of)
    return of.admin.try(programmeFileRoutes.importProgramme, { body: { ...source, state, confirmed: true } })
  }

  test('a new portal is the specification’s example to the letter, beside the texts of contracts', async () => {
    const { changes, obstacles } = await preview({ example: 'specification' })
    expect(obstacles).toEqual([])
    const { name, title, body } = shippedMainContract
    const added = ['Contrat de partenariat (français)', 'Partnership contract (English)']
    expect(changes).toEqual(added.map((each) => ({ section: 'templates', what: 'added', name: each, details: [] })))
    expect(exampleFile('specification').templates?.[0]).toEqual({ kind: 'main', name, names: {}, language: 'fr', title, body })
    const now = await exported()
    expect({ ...takenFrom('specification', now), templates: now.templates }).toEqual(now)
    const ofBefore = now.fields?.map(({ aboutPerson: _, ...field }) => field)
    expect((await preview({ file: { ...now, fields: ofBefore } })).changes).toEqual([])
  })

  test.each([...exampleKeys, 'specification' as const])(
    'the example %s is taken by a portal without leads, and exported as it is',
    async (key) => {
      const before = await exported()
      const { changes } = await preview({ example: key })
      expect(await exported()).toEqual(before)
      const answer = await take({ example: key })
      expect([answer.status, answer.body.changes]).toEqual([200, changes.map(({ details: _, ...change }) => change)])
      const now = await exported()
      expect(now).toEqual(takenFrom(key, now))
      expect((await preview({ example: key })).changes).toEqual([])
      const { offers } = await app.admin.call(leadSettingsRoutes.leadSettings, {})
      expect(offers.filter(({ isOpen }) => isOpen).map(({ key: each }) => each)).toEqual(
        exampleFile(key).offers?.map((each) => each.key),
      )
    },
  )

  test.each(exampleKeys)('in the example %s no partner passes by a stage that is not theirs and signs', (key) => {
    const stages = exampleFile(key).stages ?? []
    const signs = stages.find((stage) => stage.key === wonStage)?.partnerEnters
    expect(signs).toBe(stages.every((stage) => !isOpenStage(stage.key) || stage.partnerEnters))
  })

  test('an import is one event, and its templates wait for a lawyer', async () => {
    const events = () =>
      app.portal.database.asActor(system, (tx) => tx.selectFrom('events').select(['name', 'after']).orderBy('seq').execute())
    const before = (await events()).length
    await take({ example: 'insurance' })
    const added = (await events()).slice(before)
    expect(added.map(({ name }) => name)).toEqual(['programme.imported'])
    expect(added[0]?.after).toMatchObject({ example: 'insurance', changes: expect.arrayContaining([expect.anything()]) })
    const open = await app.portal.database.asActor(system, (tx) =>
      tx.selectFrom('contract_templates').select('to_review').where('archived_at', 'is', null).execute(),
    )
    expect(open.map(({ to_review }) => to_review)).toEqual([true, true])
  })

  test('what a portal exports another one imports, told before as added, changed, archived and reordered', async () => {
    const file = await exported()
    const other = await TestApp.open(databaseKind)
    try {
      const { changes } = await preview({ file }, other)
      const of = (section: string, what: string) =>
        changes.flatMap((change) => (change.section === section && change.what === what ? change.name : []))
      expect(of('offers', 'added')).toEqual(['Auto et habitation', 'Santé et prévoyance', 'Multirisque professionnelle'])
      expect(of('offers', 'archived')).toEqual(['Automation simple 3-5K€', 'Star 8-12K€', 'Custom 30-50K€'])
      expect(of('stages', 'changed')).toEqual(['Nouveau', 'Souscrit'])
      expect((await take({ file }, other)).status).toBe(200)
      expect(await exported(other)).toEqual(file)
      // A section that is left out stays.
      const { offers = [] } = file
      const turned: ProgrammeFile = { format: file.format, version: 1, offers: offers.toReversed() }
      expect((await preview({ file: turned }, other)).changes).toEqual([
        { section: 'offers', what: 'reordered', name: '', details: [] },
      ])
      expect((await take({ file: turned }, other)).status).toBe(200)
      expect(await exported(other)).toEqual({ ...file, offers: offers.toReversed() })
    } finally {
      await other.close()
    }
  })

  test('the preview says what the import would refuse, in the reader’s language', async () => {
    const file = await exported()
    const hiding = (...keys: string[]): ProgrammeFile => ({
      format: file.format,
      version: 1,
      fields: (file.fields ?? []).map((field) => (keys.includes(field.key) ? { ...field, hidden: true } : field)),
    })
    const { state } = await preview({ file })
    for (const refused of [hiding('name'), hiding('email', 'phone')]) {
      const previewed = await app.admin.try(programmeFileRoutes.previewProgramme, { body: { file: refused } })
      const taken = await app.admin.try(programmeFileRoutes.importProgramme, { body: { file: refused, state } })
      expect([previewed.status, previewed.body.fields]).toEqual([422, taken.body.fields])
      expect(previewed.body.fields?.[0]?.path).toMatch(/^file\.fields\.\d+\.hidden$/)
    }
    expect(await exported()).toEqual(file)
    const bare = { file: { format: file.format, version: 1, offers: [{}] } }
    const messagesIn = async (language: 'en' | 'fr' | null) => {
      await app.admin.call(accountRoutes.chooseLanguage, { body: { language } })
      const { body } = await app.admin.send('POST', '/api/programme-file/preview', bare)
      return (JSON.parse(body) as { fields: { message: string }[] }).fields.map(({ message }) => message).join()
    }
    expect(await messagesIn('en')).not.toMatch(/invalide|attendu/)
    expect(await messagesIn('fr')).not.toMatch(/Invalid|expected/)
    await messagesIn(null)
  })

  test('the preview says what a stage is, what a rule pays and what will differ', async () => {
    const { rules = [], stages = [], offers = [], ...file } = await exported()
    const [offer, ...otherOffers] = offers
    const [stage, ...otherStages] = stages
    const [rule, ...otherRules] = rules
    if (!offer || !stage || !rule) throw new Error('the programme lacks offers, stages or rules')
    const bonus = { measure: 'signatures', per: 'half_year', from: 5, pays: { cents: 50_000 }, counts: 'all' } as const
    const definition = { ...rule.definition, bonuses: [bonus] }
    const changed: ProgrammeFile = {
      format: file.format,
      version: 1,
      rules: [{ ...rule, definition }, ...otherRules],
      offers: [{ ...offer, suggestedCents: null, description: 'Un autre texte' }, ...otherOffers],
      stages: [{ ...stage, staleAfterDays: 12, colour: 'olive' }, ...otherStages],
      fields: (file.fields ?? []).map((field) =>
        field.key === 'website' ? { ...field, required: true, requiredFrom: stage.key } : field,
      ),
    }
    const { changes } = await preview({ file: changed })
    const plain = (text: string) => text.replace(/\s/g, ' ')
    const told = changes.map(({ section, details }) => [section, ...details.map(plain)])
    expect(told).toEqual([
      ['offers', 'Text: another text', expect.stringMatching(/^Suggested amount: .* → none$/)],
      ['stages', 'open stage', expect.stringMatching(/^Colour: .* → olive$/), expect.stringMatching(/^Days .* → 12$/)],
      ['rules', 'pays also bonus (Half year, all offers) from 5 signatures: 500,00 €'],
      ['fields', expect.stringMatching(/ no → yes$/), `Required from the stage: none → ${stage.name}`],
    ])
    // No key stands for a name.
    expect(changes.find(({ section }) => section === 'fields')?.name).toBe('Website')
  })

  test('a rule that could pay more than the revenue is confirmed before it is imported', async () => {
    // The sums of the example are far below what its smallest deals bring.
    expect((await preview({ example: 'trades' })).warnings).toEqual([])
    const trades = exampleFile('trades')
    const rules = (trades.rules ?? []).map(({ offer, definition }) => ({
      offer,
      definition: { ...definition, fixedCents: 100_000_000 },
    }))
    const file = { ...trades, rules }
    const { state, warnings } = await preview({ file })
    expect(warnings.length).toBeGreaterThan(0)
    expect(warnings[0]).toMatch(/ : .*\.$|: .*\.$/)
    const before = await exported()
    const refused = await app.admin.try(programmeFileRoutes.importProgramme, { body: { file, state } })
    expect([refused.status, refused.body.code]).toEqual([409, 'rule_pays_more_than_revenue'])
    expect(refused.body.detail).toContain(warnings[0])
    expect(await exported()).toEqual(before)
    // A rule that is already in force is not asked about again.
    expect((await preview({ file: before })).warnings).toEqual([])
  })

  test('an import that builds on an older programme is refused', async () => {
    const { state } = await preview({ example: 'trades' })
    const { offers = [] } = await exported()
    const [first] = offers
    if (!first) throw new Error('there is no offer')
    const { key } = first
    await offerChanges(() => app.admin).change(key, { name: 'Auto' })
    const late = await app.admin.try(programmeFileRoutes.importProgramme, { body: { example: 'trades', state } })
    expect([late.status, late.body.code]).toEqual([409, 'programme_changed_meanwhile'])
  })

  test('what is wrong with a file is said where it is', async () => {
    const file = await exported()
    const errorOf = async (changed: object) => {
      const { status, body } = await app.admin.try(programmeFileRoutes.previewProgramme, {
        body: { file: { ...file, ...changed } as ProgrammeFile },
      })
      return [status, body.fields?.[0]?.path, body.fields?.[0]?.message]
    }
    const { stages = [], offers = [] } = file
    expect(await errorOf({ format: 'other' })).toEqual([422, 'file.format', expect.stringContaining('is a programme')])
    expect(await errorOf({ stages: stages.toReversed() })).toEqual([422, 'file.stages', expect.stringContaining('two to eight')])
    expect(await errorOf({ offers: [...offers, ...offers] })).toEqual([422, 'file.offers.3', '“particuliers” is there twice.'])
    expect((await errorOf({ stages: stages.map((each) => ({ ...each, name: 'Même nom' })) }))[1]).toBe('file.stages.0.name')
    expect(await errorOf({ fields: [{ ...file.fields?.[0], hidden: false, required: false }] })).toEqual([
      422,
      'file.fields.0.required',
      expect.anything(),
    ])
  })

  test('a portal in use refuses an example, and a file that would take a stage from its leads', async () => {
    const marie = await app.newPartner('marie@exemple.fr', 'Marie Dupont')
    const { offers = [], stages = [] } = await exported()
    const body = { ...plainLead, offerType: offers[0]?.key ?? '' }
    const { id, status } = await marie.call(leadRoutes.addLead, { body })
    const { examples, isPossible } = await app.admin.call(programmeFileRoutes.programmeExamples, {})
    expect([examples.length, isPossible]).toEqual([6, false])
    const sentence = 'An example is for a new portal, and this one has 1 lead.'
    expect((await preview({ example: 'trades' })).obstacles[0]).toContain(sentence)
    const refused = await take({ example: 'trades' })
    expect([refused.status, refused.body.code]).toEqual([409, 'programme_not_importable'])
    const file: ProgrammeFile = { format: 'passerelle-programme', version: 1, stages: stages.filter(({ key }) => key !== status) }
    expect((await preview({ file })).obstacles).toEqual([expect.stringContaining('1 lead is in it')])
    const before = { from: status, to: stages[1]?.key ?? '' }
    await marie.call(leadRoutes.moveLead, { params: { id }, body: before })
    expect((await take({ file })).status).toBe(200)
    // Its history names the stage that has gone: another one cannot have its key.
    const again: ProgrammeFile = { format: 'passerelle-programme', version: 1, stages }
    expect((await preview({ file: again })).obstacles).toEqual([expect.stringContaining(`the key “${status}”`)])
    const rules = (await exported()).rules ?? []
    const strange: ProgrammeFile = {
      format: 'passerelle-programme',
      version: 1,
      rules: rules.map((rule) => ({ ...rule, offer: 'nulle_part' })),
    }
    expect((await preview({ file: strange })).obstacles).toEqual([
      'A commission rule is for the offer “nulle_part”, which is not there.',
    ])
    const tiers = (await exported()).tiers?.slice(1) ?? []
    const fewer: ProgrammeFile = {
      format: 'passerelle-programme',
      version: 1,
      tiers: tiers.map((tier, index) => (index ? tier : { ...tier, minRevenueCents: 0 })),
    }
    const { changes, obstacles } = await preview({ file: fewer })
    expect([obstacles, changes.map(({ what, name }) => [what, name])]).toEqual([
      [],
      [
        ['changed', fewer.tiers?.[0]?.name],
        ['archived', (await exported()).tiers?.[0]?.name],
      ],
    ])
    const none: ProgrammeFile = { ...fewer, tiers: [], rules: [{ offer: null, definition: { ...tiersRule, bonuses: [] } }] }
    expect((await preview({ file: none })).obstacles).toEqual([
      'Without tiers, these rules have nothing to pay by: every offer. Give each a percentage of its own first.',
    ])
    expect((await app.admin.call(stageRoutes.listStages, {})).stages.find(({ key }) => key === status)?.archivedAt).not.toBeNull()
  })

  test('a file has any number of tiers: none with rules that pay without them, and more again', async () => {
    const now = await exported()
    const rule = (rate: RuleRate) => [{ offer: null, definition: { ...tiersRule, rate, bonuses: [] } }]
    const file = (tiers: ProgrammeFile['tiers'], rate: RuleRate): ProgrammeFile => ({
      format: 'passerelle-programme',
      version: 1,
      tiers,
      rules: rule(rate),
    })
    expect((await take({ file: file([], { percent: 5 }) })).status).toBe(200)
    expect((await exported()).tiers).toEqual([])
    const names = (now.tiers ?? []).map(({ name }) => name)
    const more = [...(now.tiers ?? []), { name: 'Titane', names: {}, minRevenueCents: 90_000_000, commissionRate: 40 }]
    const { changes } = await preview({ file: file(more, { tiers: true }) })
    expect(changes.filter(({ section }) => section === 'tiers').map(({ what, name }) => [what, name])).toEqual(
      [...names, 'Titane'].map((name) => ['added', name]),
    )
    expect((await take({ file: file(more, { tiers: true }) })).status).toBe(200)
    expect((await exported()).tiers).toEqual(more)
  })
})
