import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountRoutes } from '#accounts/auth/api/account.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { databaseKinds } from '#test/databases.ts'
import { type Client, password, TestApp } from '#test/test-app.ts'
import { nextTotp, totp } from '#test/totp.ts'
import { paymentRoutes } from '../api.ts'

const body = { company: 'Dupont', iban: 'FR7630006000011234567890189', address: '1 rue du Port', country: 'France' }
const otherIban = 'FR7630004000031234567890143'
/** Nobody else's in this file. */
const own = 'FR7630006000019876543210173'
const hour = 3_600_000

describe.each(databaseKinds())('bank details on %s', (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
  })
  afterAll(() => app.close())

  const save = (who: Client, change: object = {}, headers = {}) =>
    who.try(paymentRoutes.savePaymentInfo, { body: { ...body, ...change } }, headers)
  const readPayment = async (who: Client) => (await who.call(paymentRoutes.getPaymentInfo, {})).paymentInfo
  const seenByStaff = async ({ userId }: Client) => {
    const { items } = await app.admin.call(partnerRoutes.listPartners, { query: { limit: 200 } })
    return items.find((each) => each.id === userId)?.bankDetails
  }
  const damage = (who: Client) =>
    app.portal.database.asOwner((run) =>
      run("update payment_infos set iban_encrypted = 'v1.' || repeat('A', 80) where partner_id = $1", [who.userId]),
    )

  test('a partner has one record of bank details, which a new one replaces and nobody else reads', async () => {
    const marie = await app.newPartner('marie@exemple.fr')
    expect(await readPayment(marie)).toBeNull()
    await save(marie)
    await save(marie, { company: 'Dupont Conseil', password })
    expect(await readPayment(marie)).toMatchObject({ ...body, company: 'Dupont Conseil', ibanChecksOut: true })
    const other = await app.newPartner('other@exemple.fr')
    expect(await readPayment(other)).toBeNull()
    expect((await app.admin.try(paymentRoutes.getPaymentInfo, {})).status).toBe(403)
  })

  test('the first IBAN needs no confirmation, another one the password; no response contains an IBAN', async () => {
    const luc = await app.newPartner('luc@exemple.fr')
    const first = await save(luc)
    expect([first.status, JSON.stringify(first.body).includes(body.iban)]).toEqual([200, false])
    app.pass(hour)
    expect((await save(luc, { address: '2 rue du Port' })).status).toBe(200)
    expect((await readPayment(luc))?.ibanChangedAt).toBe(first.body.ibanChangedAt)
    const refusal = await save(luc, { iban: otherIban })
    expect([refusal.status, refusal.body.code, refusal.body.facts]).toEqual([403, 'confirmation_required', { by: 'password' }])
    expect((await save(luc, { iban: otherIban, password: 'pas-le-bon' })).body.code).toBe('wrong_password')
    expect((await readPayment(luc))?.iban).toBe(body.iban)
    const once = { 'idempotency-key': 'other-iban' }
    for (const replayed of [undefined, 'true']) {
      const done = await save(luc, { iban: otherIban, password }, once)
      expect([done.status, done.headers['idempotency-replayed']]).toEqual([200, replayed])
    }
    const heldUntil = new Date(app.now.getTime() + 72 * hour).toISOString()
    expect(await readPayment(luc)).toMatchObject({ iban: otherIban, ibanChangedAt: app.now.toISOString(), heldUntil })
  })

  test('another account holder or country needs the same proof as another IBAN', async () => {
    const ines = await app.newPartner('ines@exemple.fr')
    const holder = { accountHolder: 'Ines Petit', town: 'Nantes', postalCountry: 'FR' }
    await save(ines, holder)
    const before = await readPayment(ines)
    const changes = [
      { accountHolder: 'Quelqu’un' },
      { accountHolder: '' },
      { country: 'Belgique' },
      { town: 'Mons', postalCountry: 'BE' },
    ]
    for (const change of changes) {
      const refusal = await save(ines, { ...holder, ...change })
      expect([refusal.status, refusal.body.code, refusal.body.facts]).toEqual([403, 'confirmation_required', { by: 'password' }])
      expect((await save(ines, { ...holder, ...change, password: 'pas-le-bon' })).body.code).toBe('wrong_password')
      expect(await readPayment(ines)).toEqual(before)
    }
    expect((await save(ines, { address: '2 rue du Port', town: 'Rezé', postalCountry: 'FR' })).status).toBe(200)
    expect((await save(ines, { ...holder, company: 'Petit Conseil' })).status).toBe(200)
    // Without a holder the company is whom the bank is told to pay.
    expect((await save(ines, { ...holder, accountHolder: '', password })).status).toBe(200)
    expect((await save(ines, { ...holder, accountHolder: '', company: 'Autre' })).body.code).toBe('confirmation_required')
    for (const change of changes) expect((await save(ines, { ...holder, ...change, password })).status).toBe(200)
  })

  test('with two-factor on, another IBAN needs a code', async () => {
    const nora = await app.newPartner('nora@exemple.fr')
    await save(nora)
    const { totpUri } = await nora.call(accountRoutes.startTwoFactor, { body: { password } })
    await nora.call(accountRoutes.confirmTwoFactor, { body: { code: totp(totpUri) } })
    const refusal = await save(nora, { iban: otherIban, password })
    expect([refusal.body.code, refusal.body.facts]).toEqual(['confirmation_required', { by: 'code' }])
    expect((await save(nora, { iban: otherIban, code: '000000' })).body.code).toBe('second_factor_invalid')
    expect((await readPayment(nora))?.iban).toBe(body.iban)
    expect((await save(nora, { iban: otherIban, code: nextTotp(totpUri) })).status).toBe(200)
    expect((await readPayment(nora))?.iban).toBe(otherIban)
  })

  test('staff see whether bank details are complete, missing, doubtful or new, and never the IBAN', async () => {
    const paul = await app.newPartner('paul@exemple.fr')
    const nothing = { state: 'missing', changedRecently: false, shared: false, maskedIban: null }
    expect(await seenByStaff(paul)).toEqual(nothing)
    await save(paul, { iban: own })
    const complete = { ...nothing, state: 'complete', maskedIban: 'FR76 •••• 0173' }
    expect(await seenByStaff(paul)).toEqual({ ...complete, changedRecently: true })
    app.pass(72 * hour)
    await app.signIn(app.admin, 'admin@acme.example')
    expect(await seenByStaff(paul)).toEqual(complete)
    await save(await app.signIn(paul, 'paul@exemple.fr'), { iban: `${own.slice(0, -1)}8`, password })
    expect(await seenByStaff(paul)).toEqual({
      ...complete,
      state: 'checksum',
      changedRecently: true,
      maskedIban: 'FR76 •••• 0178',
    })
    expect(await seenByStaff(app.admin)).toBeNull()
    expect((await app.admin.send('GET', '/api/partners')).body).not.toContain('30006000')
  })

  test('the account holder and their address are kept when left out, and removed when empty', async () => {
    const emma = await app.newPartner('emma@exemple.fr')
    await save(emma)
    const empty = { accountHolder: '', street: '', buildingNumber: '', postcode: '', town: '', postalCountry: '' }
    expect(await readPayment(emma)).toMatchObject(empty)
    const address = { street: 'rue du Port', buildingNumber: '3 bis', postcode: '44000', town: 'Nantes', postalCountry: 'FR' }
    await save(emma, { accountHolder: ' Société Élevage & Cie ', ...address, password })
    const holder = { accountHolder: 'Société Élevage & Cie', ...address }
    expect(await readPayment(emma)).toMatchObject(holder)
    await save(emma, { company: 'Dupont Conseil' })
    expect(await readPayment(emma)).toMatchObject({ ...holder, company: 'Dupont Conseil' })
    const details = await app.admin.call(paymentRoutes.getBankDetails, { params: { id: emma.userId } })
    expect(details).toMatchObject({ ...holder, company: 'Dupont Conseil', maskedIban: 'FR76 •••• 0189' })
    expect(JSON.stringify(details)).not.toContain('30006')
    await save(emma, { town: 'Rezé', postalCountry: 'FR' })
    expect(await readPayment(emma)).toMatchObject({ ...holder, town: 'Rezé' })
    expect((await save(emma, { postcode: '44400' })).body.fields.map(({ path }) => path)).toEqual(['town', 'postalCountry'])
    await save(emma, { ...empty, password })
    expect(await readPayment(emma)).toMatchObject(empty)
  })

  test('an undecryptable IBAN is reported, and its owner replaces it', async () => {
    const lea = await app.newPartner('lea@exemple.fr')
    await save(lea)
    await damage(lea)
    expect(await readPayment(lea)).toMatchObject({ company: 'Dupont', iban: null })
    expect((await seenByStaff(lea))?.state).toBe('unreadable')
    expect((await save(lea)).body.code).toBe('confirmation_required')
    expect((await save(lea, { password })).status).toBe(200)
    expect((await readPayment(lea))?.iban).toBe(body.iban)
    expect((await seenByStaff(lea))?.state).toBe('complete')
  })
})
