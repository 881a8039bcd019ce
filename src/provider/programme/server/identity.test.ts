import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settingsRoutes } from '#access/api/identity.ts'
import { system } from '#access/domain/actor.ts'
import { visitorPaths } from '#access/domain/visitor-paths.ts'
import { yearRoutes } from '#money/accounting/api/year.ts'
import type { RequestOf } from '#platform/api/route.ts'
import { type DatabaseKind, databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { TestApp } from '#test/test-app.ts'
import { programmeRoutes } from '../api.ts'
import { firstTaglines, legalIdentityText, registeredAddress } from '../domain.ts'

const registered = { buildingNumber: '12', street: 'quai de la Fosse', postcode: '44000', town: 'Nantes', country: 'FR' }
const legal = { legalName: 'Acme SAS', legalForm: 'SAS au capital de 10 000 €', siren: '732829320' }

test.each([
  [{}, '12 quai de la Fosse, 44000 Nantes'],
  [{ buildingNumber: '' }, 'quai de la Fosse, 44000 Nantes'],
  [{ country: 'BE', postcode: '1000', town: 'Bruxelles' }, '12 quai de la Fosse, 1000 Bruxelles, Belgique'],
  [{ town: '' }, ''],
  [{ street: '' }, ''],
])('an address with %j reads %j', (parts, text) => {
  expect(registeredAddress({ ...legal, ...registered, ...parts })).toBe(text)
})

test('the legal identity is one line, and empty without a legal name', () => {
  const spaced = 'Acme SAS, SAS au capital de 10 000 €, SIREN 732\u00a0829\u00a0320'
  expect(legalIdentityText({ ...legal, ...registered })).toBe(spaced)
  expect(legalIdentityText({ ...legal, ...registered, legalForm: '', siren: '' })).toBe('Acme SAS')
  expect(legalIdentityText({ ...legal, ...registered, legalName: '' })).toBe('')
})

describe.each(databaseKinds())('the provider’s identity on %s', inOrder, (databaseKind: DatabaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
  })
  afterAll(() => app.close())

  const shown = () => app.anonymous().call(settingsRoutes.getSettings, {})

  test('what people read follows from the registered address, once it is complete', async () => {
    const typed = '3 place Royale\n44000 Nantes'
    await app.admin.call(settingsRoutes.saveSettings, { body: { address: typed } })
    await app.admin.call(programmeRoutes.saveProgramme, { body: { ...legal, street: registered.street } })
    expect(await shown()).toMatchObject({ address: typed, legalIdentity: expect.stringMatching(/^Acme SAS, SAS .*, SIREN 732/) })
    await app.admin.call(programmeRoutes.saveProgramme, { body: registered })
    expect(await shown()).toMatchObject({ address: '12 quai de la Fosse, 44000 Nantes' })
    const told = await app.portal.database.asActor(system, (tx) =>
      tx.selectFrom('events').select(['before', 'after']).where('name', '=', 'settings.changed').orderBy('seq').execute(),
    )
    expect(told.at(-1)).toMatchObject({ before: { address: typed }, after: { address: '12 quai de la Fosse, 44000 Nantes' } })
  })

  test('security.txt is there once an address is set, fresh for a month, and no link is other than https', async () => {
    const securityText = () => app.anonymous().send('GET', '/.well-known/security.txt')
    expect((await securityText()).statusCode).toBe(404)
    const { links } = await shown()
    expect(links).toEqual({ legal: '', privacy: '', accessibility: '', security: '', director: '', host: '' })
    const save = (more: object) => app.admin.try(settingsRoutes.saveSettings, { body: { links: { ...links, ...more } } })
    for (const wrong of [
      'http://acme.example/legal',
      'javascript:alert(1)',
      'acme',
      'https://acme.example/\nContact: x@y.example',
    ])
      expect([wrong, (await save({ legal: wrong })).status, (await save({ security: wrong })).status]).toEqual([wrong, 422, 422])
    expect((await save({ legal: 'https://acme.example/legal', security: 'security@acme.example' })).status).toBe(200)
    const { statusCode, headers, body } = await securityText()
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    const expires = (days: number) => new Date(app.now.getTime() + days * 86_400_000).toISOString()
    expect(body).toBe(
      `Contact: mailto:security@acme.example\nExpires: ${expires(30)}\nPreferred-Languages: fr, en\n` +
        'Canonical: http://portal.test/.well-known/security.txt\n',
    )
    app.pass(40 * 86_400_000)
    expect((await securityText()).body).toContain(`Expires: ${expires(30)}`)
    app.pass(-40 * 86_400_000)
    await save({ security: 'https://acme.example/security' })
    expect((await securityText()).body).toContain('Contact: https://acme.example/security\n')
    expect(await shown()).toMatchObject({ links: { legal: '', security: 'https://acme.example/security' } })
    await save({})
    expect((await securityText()).statusCode).toBe(404)
    expect((await save({ privacy: '/nowhere' })).status).toBe(422)
    expect((await save({ privacy: visitorPaths.privacy })).status).toBe(200)
    expect(await shown()).toMatchObject({ links: { privacy: '/privacy' } })
    await save({})
  })

  test('a typed address that says something else is refused; the same one changes nothing', async () => {
    const { status, body } = await app.admin.try(settingsRoutes.saveSettings, { body: { address: '1 rue d’ailleurs' } })
    expect([status, body.fields[0]?.path]).toEqual([422, 'address'])
    await app.admin.call(settingsRoutes.saveSettings, { body: { tagline: 'Apportez', address: (await shown()).address } })
    expect(await shown()).toMatchObject({ tagline: 'Apportez', address: '12 quai de la Fosse, 44000 Nantes' })
  })

  test('the tagline has one in each language, and another first one replaces all of them', async () => {
    const fresh = await TestApp.open(databaseKind)
    const save = (body: RequestOf<typeof settingsRoutes.saveSettings>['body']) =>
      fresh.admin.call(settingsRoutes.saveSettings, { body })
    const first = await fresh.anonymous().call(settingsRoutes.getSettings, {})
    expect(first.taglines).toEqual(firstTaglines())
    expect(await save({ tagline: 'Apportez' })).toMatchObject({ tagline: 'Apportez', taglines: {} })
    const taglines = { en: 'Bring clients', fr: ' ' }
    expect(await save({ taglines, expected: { taglines: {} } })).toMatchObject({ taglines: { en: 'Bring clients' } })
    expect(await save({ tagline: 'Présentez' })).toMatchObject({ tagline: 'Présentez', taglines: { en: 'Bring clients' } })
    const late = await fresh.admin.try(settingsRoutes.saveSettings, { body: { taglines: {}, expected: { taglines: {} } } })
    expect(late.body.code).toBe('settings_changed_meanwhile')
    await fresh.close()
  })

  test('a part leaves all else as it is, and is refused once somebody has changed what was seen', async () => {
    const { admin } = app
    const before = await admin.call(programmeRoutes.getProgramme, {})
    const changed = await admin.call(programmeRoutes.saveProgramme, {
      body: { acceptanceDays: 20, expected: { acceptanceDays: before.acceptanceDays } },
    })
    expect(changed).toEqual({ ...before, acceptanceDays: 20 })
    // Another card was saved meanwhile: it does not matter to this one.
    const body = { registrationHours: 24, expected: { registrationHours: before.registrationHours } }
    expect(await admin.call(programmeRoutes.saveProgramme, { body })).toMatchObject({ registrationHours: 24, acceptanceDays: 20 })
    const late = { acceptanceDays: 10, expected: { acceptanceDays: before.acceptanceDays } }
    expect((await admin.try(programmeRoutes.saveProgramme, { body: late })).body.code).toBe('settings_changed_meanwhile')

    const { providerName } = await shown()
    const name = { providerName: 'Acme & fils', expected: { providerName } }
    await admin.call(settingsRoutes.saveSettings, { body: name })
    expect((await admin.try(settingsRoutes.saveSettings, { body: name })).body.code).toBe('settings_changed_meanwhile')

    const year = await admin.call(yearRoutes.saveYearSettings, { body: { ape: '6201Z', expected: { ape: '' } } })
    expect(year.ape).toBe('6201Z')
    const again = await admin.try(yearRoutes.saveYearSettings, { body: { ape: '6202A', expected: { ape: '' } } })
    expect(again.body.code).toBe('settings_changed_meanwhile')
    expect(await admin.call(yearRoutes.getYearSettings, {})).toEqual(year)
  })
})
