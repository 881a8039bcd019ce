import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { accountRoutes } from '#accounts/auth/api/account.ts'
import { m as bankFiles } from '#money/bank-files/messages/messages.ts'
import { payoutRoutes } from '#money/payouts/api/payouts.ts'
import { documentReading, inLanguageOf } from '#platform/domain/languages.ts'
import { sweepFiles } from '#platform/server/files/sweep.ts'
import { programmeRoutes } from '#provider/programme/api.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { day, PayoutApp } from '#test/payout-app.ts'
import { formOf, PayoutFileApp } from '#test/payout-file-app.ts'
import { schemaErrors, schemasMissing, schemasNote } from '#test/samples/bank/schemas.ts'
import { type Client, password } from '#test/test-app.ts'
import { payoutFileRoutes } from '../api.ts'

describe.each(databaseKinds())('payout files on %s', inOrder, (databaseKind) => {
  let world: PayoutApp
  let files: PayoutFileApp
  let elodie: Client
  let karim: Client
  let second: Client
  beforeAll(async () => {
    world = await PayoutApp.open(databaseKind)
    files = new PayoutFileApp(world)
    files.untilMorning()
    elodie = await world.partner('Élodie Müller')
    karim = await world.partner('Karim Benali')
    second = await world.app.newPerson('second@exemple.fr', 'admin', 'Second Admin')
  })
  // Each test begins without an approved payout.
  afterEach(async () => {
    if ((await files.preview()).count === 0) return
    const { file } = await files.made()
    await files.pay(file.id, file.lineCount, file.totalCents)
  })
  afterAll(() => world.app.close())

  const params = (id: string) => ({ params: { id } })
  const payoutNow = (id: string, client = world.staff) => client.call(payoutRoutes.getPayout, params(id))
  const fileNow = (id: string) => world.staff.call(payoutFileRoutes.getPayoutFile, params(id))
  const bank = (partner: Client, set: string) =>
    world.app.portal.database.asOwner((run) => run(`update payment_infos set ${set} where partner_id = $1`, [partner.userId]))
  test(`what a bank would refuse stays out, questions are asked, and the rest is a file for it${schemasNote}`, async () => {
    const greek = await world.partner('Société Grecque')
    const payouts = [
      await files.approved(elodie, 10_000),
      await files.approved(karim, 20_000),
      await files.approved(greek, 30_000),
    ]
    await bank(karim, `iban_changed_at = '${world.app.now.toISOString()}'`)
    await bank(greek, `company = 'Παπαδόπουλος'`)
    const preview = await files.preview()
    const problems = preview.lines.map(({ partner, included, written, problems }) => [
      partner.name,
      included,
      written,
      ...problems.map(({ code, effect }) => `${code} ${effect}`),
    ])
    expect(problems).toEqual([
      ['Élodie Müller', true, 'Elodie Muller', 'name_converted asks'],
      ['Karim Benali', false, 'Karim Benali', 'iban_recent holds'],
      ['Société Grecque', false, expect.any(String), 'name_unusable blocks'],
    ])
    expect(preview).toMatchObject({ count: 1, totalCents: 10_000, problems: [] })
    expect(preview.lines[0]?.maskedIban).toBe('FR76 •••• 0143')
    expect(JSON.stringify(preview)).not.toContain('FR7630004000031234567890143')
    const refused = [
      await files.send({ ...formOf(preview, {}), confirmed: [] }),
      await files.send({ ...formOf(preview, {}), password: 'pas-le-bon' }),
      await files.send({ ...formOf(preview, {}), password: undefined }),
      await files.send({ ...formOf(preview, {}), seen: { ...preview, totalCents: 9999 } }),
      await files.send(formOf(preview, {}), elodie),
      await files.make({ executeOn: '2026-12-25' }),
    ]
    expect(refused.map(({ body }) => body.code)).toEqual([
      'payout_file_unconfirmed',
      'wrong_password',
      'confirmation_required',
      'invalid_input',
      'not_allowed',
      'payout_file_blocked',
    ])
    expect(await payoutNow(payouts[0]?.id ?? '')).toMatchObject({ state: 'approved', file: null })
    await bank(karim, `iban_changed_at = iban_changed_at - interval '100 hours'`)
    const refusal = (sql: string) => world.app.portal.database.asOwner((run) => run(sql, [karim.userId]))
    await refusal(`insert into bank_account_answers (partner_id, sent_at, refused_on, refused_reason, changed_at)
      values ($1, 'infinity', '2026-11-01', 'Compte clos', now())`)
    expect((await files.preview()).lines[1]).toMatchObject({ included: false, problems: [{ code: 'account_refused' }] })
    await refusal('delete from bank_account_answers where partner_id = $1')
    await bank(greek, `company = 'Societe Grecque'`)
    const { file, content } = await files.made({ format: 'pain.001.001.03' })
    expect(file).toMatchObject({ lineCount: 3, totalCents: 60_000, state: 'sent', liveCents: 60_000, format: 'pain.001.001.03' })
    expect([content.name, content.mediaType]).toEqual([`${file.reference}.xml`, 'application/xml'])
    expect(file.reference).toMatch(/-0001$/)
    expect(createHash('sha256').update(content.text).digest('hex')).toBe(file.sha256)
    expect(files.errorsIn(content.text)).toEqual([])
    if (!schemasMissing) expect(schemaErrors('pain.001.001.03', content.text)).toEqual([])
    expect(content.text).toContain('<Nm>Elodie Muller</Nm>')
    expect(file.lines.map(({ endToEndId, state }) => [endToEndId, state])).toEqual(
      payouts.map(({ reference }) => [reference, 'sent']),
    )
    expect(await payoutNow(payouts[0]?.id ?? '')).toMatchObject({
      state: 'sent',
      sentAt: expect.any(String),
      file: { id: file.id, reference: file.reference },
    })
    // The partner learns that and when, and nothing of the file.
    expect(await payoutNow(payouts[0]?.id ?? '', elodie)).toMatchObject({ state: 'sent', sentAt: expect.any(String), file: null })
    expect((await elodie.try(payoutFileRoutes.getPayoutFile, params(file.id))).status).toBe(403)
    expect((await files.events('payout_file.made')).at(-1)).toMatchObject({
      actor_id: world.staff.userId,
      after: { reference: file.reference, confirmed: ['name_converted'] },
    })
    const remembered = await world.staff.call(programmeRoutes.getProgramme, {})
    expect(remembered.fileFormat).toBe('pain.001.001.03')
    const { items } = await world.staff.call(payoutFileRoutes.listPayoutFiles, { query: { search: 'benali' } })
    expect(items.map(({ id }) => id)).toEqual([file.id])
    expect((await world.staff.call(payoutFileRoutes.listPayoutFiles, { query: { to: '2020-01-01' } })).items).toEqual([])
    expect((await files.pay(file.id, 3, 60_000)).body.state).toBe('paid')
  })

  test('a file is stored encrypted for ever; its bytes come back for the password, and that is recorded', async () => {
    await files.approved(elodie, 1000)
    const { file, content } = await files.made({ format: 'pain.001.001.09', instant: true })
    if (!schemasMissing) expect(schemaErrors('pain.001.001.09', content.text)).toEqual([])
    expect((await files.download(file.id, 'xml', {})).body.code).toBe('confirmation_required')
    expect((await files.download(file.id, 'xml', { password: 'pas-le-bon' })).body.code).toBe('wrong_password')
    expect((await files.download(file.id, 'xml', { password }, karim)).status).toBe(403)
    expect(await files.events('payout_file.downloaded')).toEqual([])
    expect((await files.download(file.id, 'xml')).body).toEqual(content)
    const csv = (await files.download(file.id, 'csv')).body
    expect([csv.name, csv.text]).toEqual([
      `${file.reference}.csv`,
      expect.stringContaining(';FR7630004000031234567890143;;10,00;'),
    ])
    expect((await files.events('payout_file.downloaded')).map(({ after }) => after)).toEqual([
      { reference: file.reference, as: 'xml' },
      { reference: file.reference, as: 'csv' },
    ])
    const [storedFile] = await world.app.portal.database.asActor(system, (tx) =>
      tx
        .selectFrom('payout_files as p')
        .innerJoin('files as f', 'f.id', 'p.file_id')
        .selectAll('f')
        .where('p.id', '=', file.id)
        .execute(),
    )
    const bytes = await buffer(await world.app.portal.files.read(`payout/${storedFile?.id}`))
    expect([bytes.length, createHash('sha256').update(bytes).digest('hex'), storedFile?.claimed_at]).toEqual([
      storedFile?.size,
      storedFile?.sha256,
      expect.any(Date),
    ])
    expect(bytes.toString('latin1')).not.toMatch(/FR7630|Elodie|pain\.001/)
    expect(bytes.toString('base64')).not.toContain(Buffer.from('FR7630004').toString('base64').slice(0, 10))
    await files.withdraw(file.id)
  })

  test('of two people who make a file at once one does, and the other is told', async () => {
    const payouts = [await files.approved(karim, 2000)]
    const form = formOf(await files.preview({ ids: payouts.map(({ id }) => id) }), { ids: payouts.map(({ id }) => id) })
    const both = await Promise.all([files.send(form), files.send(form, second)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const late = both.find(({ status }) => status === 409)?.body
    expect([late?.code, late?.facts]).toEqual(['payouts_changed', { count: 0, totalCents: 0 }])
    expect((await world.payouts()).filter(({ state }) => state === 'sent').map(({ id }) => id)).toEqual([payouts[0]?.id])
    const winner = both.find(({ status }) => status === 201)?.body.file
    const paid = await Promise.all([files.pay(winner?.id ?? '', 1, 2000), files.withdraw(winner?.id ?? '', second)])
    expect(paid.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('a server that dies between the file and its record leaves nothing sent, and a file that is swept', async () => {
    const payout = await files.approved(elodie, 3000)
    const store = world.app.portal.files
    const write = store.write.bind(store)
    const left: string[] = []
    store.write = async (key, content, facts) => {
      await write(key, content, facts)
      left.push(key)
      throw new Error('the server is gone')
    }
    try {
      expect((await files.make()).status).toBe(500)
    } finally {
      store.write = write
    }
    expect(await payoutNow(payout.id)).toMatchObject({ state: 'approved', file: null })
    world.app.pass(1.1 * day)
    expect(await sweepFiles(world.app.portal)).toBeGreaterThan(0)
    await expect(store.read(left[0] ?? '')).rejects.toThrow()
    await world.app.signIn(world.staff, 'admin@acme.example')
    const { file } = await files.made()
    expect(file.lines.map(({ endToEndId }) => endToEndId)).toEqual([payout.reference])
    expect(await sweepFiles(world.app.portal)).toBe(0)
    await files.pay(file.id, 1, 3000)
  })

  test('a file that was not executed is withdrawn, or made again without lines that are asked about later', async () => {
    const [hers, his] = [await files.approved(elodie, 4000), await files.approved(karim, 5000)]
    const first = (await files.made()).file
    expect(first.can).toEqual({ pay: true, withdraw: true, replace: true })
    expect((await files.withdraw(first.id)).body).toMatchObject({
      state: 'withdrawn',
      liveCount: 0,
      withdrawReason: 'Refusé par la banque',
    })
    expect(await payoutNow(hers.id)).toMatchObject({ state: 'approved', sentAt: null })
    expect((await files.withdraw(first.id)).body.code).toBe('payout_file_settled')
    const again = (await files.made()).file
    expect(again.lines.map(({ endToEndId }) => endToEndId)).toEqual([`${hers.reference}-2`, `${his.reference}-2`])
    expect((await files.make({ replaces: again.id, leaveOut: [his.id] })).status).toBe(422)
    const options = { replaces: again.id, leaveOut: [his.id] }
    const { file } = await files.made(options, { reason: 'Compte clos' })
    expect([file.reference > again.reference, file.replaces?.id, (await fileNow(again.id)).replacedBy?.id]).toEqual([
      true,
      again.id,
      file.id,
    ])
    expect(file.lines.map(({ payoutId, endToEndId, state }) => [payoutId, endToEndId, state])).toEqual([
      [hers.id, `${hers.reference}-3`, 'sent'],
    ])
    expect((await fileNow(again.id)).lines.map(({ state, reasons }) => [state, reasons])).toEqual([
      ['withdrawn', 'Compte clos'],
      ['withdrawn', 'Compte clos'],
    ])
    expect([(await payoutNow(hers.id)).state, (await payoutNow(his.id)).state]).toEqual(['sent', 'approved'])
    const preview = await files.preview()
    expect(preview.lines.map(({ payoutId, problems }) => [payoutId, problems.map(({ message }) => message)])).toEqual([
      [his.id, [`Excluded from the bank file ${again.reference}: Compte clos`]],
    ])
    expect((await files.make({}, { confirmed: [] })).body.code).toBe('payout_file_unconfirmed')
    const last = (await files.made()).file
    expect((await files.pay(file.id, 1, 4000)).status).toBe(200)
    expect((await files.withdraw(file.id)).body.code).toBe('payout_file_settled')
    expect((await files.make({ replaces: file.id }, { reason: 'Trop tard' })).body.code).toBe('payouts_changed')
    await files.pay(last.id, 1, 5000)
    expect((await files.events('payout_file.withdrawn')).map(({ after }) => (after as { reference: string }).reference)).toEqual(
      expect.arrayContaining([first.reference, again.reference]),
    )
  })

  test('why the checks keep a line out of the file made instead is kept as facts, and said to each reader', async () => {
    const [hers, his] = [await files.approved(elodie, 4100), await files.approved(karim, 5100)]
    const { file } = await files.made()
    await bank(karim, `iban_changed_at = '${world.app.now.toISOString()}'`)
    const next = (await files.made({ replaces: file.id }, { reason: 'Sans le nouveau compte' })).file
    expect(next.lines.map(({ payoutId }) => payoutId)).toEqual([hers.id])
    const { rows } = await world.app.portal.database.asOwner((run) =>
      run('select reasons, problems from payout_file_lines where payout_id = $1 and held_out', [his.id]),
    )
    expect(rows).toEqual([{ reasons: '', problems: [{ code: 'iban_recent', facts: {} }] }])
    const reasonIn = async (language: 'fr' | 'en') => {
      await world.staff.call(accountRoutes.chooseLanguage, { body: { language } })
      return (await fileNow(file.id)).lines.find(({ payoutId }) => payoutId === his.id)?.reasons
    }
    for (const language of ['fr', 'en'] as const) {
      const said = inLanguageOf(documentReading(language), () => bankFiles.ibanRecent())
      expect(await reasonIn(language)).toBe(said)
    }
    await world.staff.call(accountRoutes.chooseLanguage, { body: { language: null } })
    await bank(karim, "iban_changed_at = iban_changed_at - interval '100 hours'")
    await files.pay(next.id, 1, 4100)
    await files.pay((await files.made()).file.id, 1, 5100)
  })

  test('a file is paid whole while its sum is what was seen; lines follow their payouts one by one', async () => {
    const [hers, his] = [await files.approved(elodie, 6000), await files.approved(karim, 7000)]
    const { file } = await files.made()
    const one = { ids: [hers.id], totalCents: 6000 }
    await world.staff.call(payoutRoutes.payPayouts, { body: one })
    expect(await fileNow(file.id)).toMatchObject({ state: 'partly_paid', paidCount: 1, liveCount: 1, liveCents: 7000 })
    expect([(await files.withdraw(file.id)).body.code, (await files.pay(file.id, 2, 13_000)).body.code]).toEqual([
      'payout_file_settled',
      'payouts_changed',
    ])
    expect((await files.pay(file.id, 1, 6999)).body.facts).toEqual({ count: 1, totalCents: 7000 })
    const paid = await files.pay(file.id, 1, 7000)
    expect(paid.body).toMatchObject({
      state: 'paid',
      liveCount: 0,
      paidCount: 2,
      can: { pay: false, withdraw: false, replace: false },
    })
    expect(await payoutNow(his.id)).toMatchObject({ state: 'paid', paymentReference: 'VIR 81' })
    await world.staff.call(payoutRoutes.rejectPayout, { ...params(his.id), body: { reason: 'Compte clos' } })
    expect((await fileNow(file.id)).lines.map(({ state, reasons }) => [state, reasons])).toEqual([
      ['paid', ''],
      ['returned', 'Compte clos'],
    ])
    await world.staff.call(payoutRoutes.retryPayout, params(his.id))
    const next = (await files.made()).file
    expect(next.lines.map(({ endToEndId }) => endToEndId)).toEqual([`${his.reference}-2`])
    await world.staff.call(payoutRoutes.rejectPayout, { ...params(his.id), body: { reason: 'IBAN clos' } })
    expect(await fileNow(next.id)).toMatchObject({ state: 'rejected', lines: [{ state: 'rejected', reasons: 'IBAN clos' }] })
  })

  test('nobody sends, pays or withdraws money of their own', async () => {
    const promoted = await world.partner('Ancienne Partenaire')
    const own = await files.approved(promoted, 8000)
    await files.approved(elodie, 9000)
    await world.app.changeRole(promoted, 'admin')
    await world.app.signIn(promoted, promoted.email)
    const preview = await files.preview({}, promoted)
    expect(preview.lines.map(({ included, problems }) => [included, problems.some(({ code }) => code === 'own_payout')])).toEqual(
      [
        [false, true],
        [true, false],
      ],
    )
    const { file } = await files.made({ ids: [own.id] })
    const asOwn = await promoted.call(payoutFileRoutes.getPayoutFile, params(file.id))
    expect(asOwn.can).toEqual({ pay: false, withdraw: false, replace: false })
    const body = { count: 1, totalCents: 8000 }
    const refused = [
      await promoted.try(payoutFileRoutes.payPayoutFile, { ...params(file.id), body }),
      await files.withdraw(file.id, promoted),
      await files.make({ replaces: file.id }, { reason: 'La mienne' }, promoted),
    ]
    expect(refused.map(({ body }) => body.code)).toEqual(['own_commission', 'own_commission', 'payouts_changed'])
  })
})
