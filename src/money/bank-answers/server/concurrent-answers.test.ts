import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultTimeZone } from '#platform/domain/time-zones.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import { BankApp, xmlOf } from '#test/bank-app.ts'
import { type CommitError, CommitErrors } from '#test/commit-errors.ts'
import { databaseKinds } from '#test/databases.ts'
import { PayoutApp } from '#test/payout-app.ts'
import { debit as debitOn, type entry, statement } from '#test/samples/bank/answer-parts.ts'
import { type Client, TestApp } from '#test/test-app.ts'
import { bankAnswerRoutes } from '../api.ts'

describe.each(databaseKinds('every'))('bank answers at once on %s', (databaseKind) => {
  let app: TestApp
  let bank: BankApp
  let marie: Client
  let second: Client
  let today = ''
  const errors = new CommitErrors()
  beforeAll(async () => {
    app = await TestApp.open(databaseKind, {}, errors.over, { startWorker: errors.startWorker })
    bank = new BankApp(await PayoutApp.around(app))
    marie = await bank.world.partner('Marie Dupont')
    second = await app.newPerson('second@exemple.fr', 'admin', 'Second Admin')
    today = isoDay(app.now, defaultTimeZone)
  })
  afterAll(async () => {
    await app.close()
    errors.close()
  })

  let messages = 0
  const sentPayouts = async (...amounts: number[]) => bank.send(await bank.approved(marie, ...amounts))
  const debit = (endToEndId: string, cents: number) => debitOn(endToEndId, cents, today)
  const booked = (...entries: ReturnType<typeof entry>[]) => {
    messages += 1
    return { ...statement(...entries), messageId: `BANK-${messages}`, createdOn: today }
  }
  const answers = async () => (await bank.world.staff.call(bankAnswerRoutes.listBankAnswers, { query: {} })).items

  test('two people apply one file, and two files about one line, at once: each change happens once', async () => {
    const { lines } = await sentPayouts(1000, 2000)
    const [one, two] = lines.map(({ endToEndId }) => endToEndId)
    const file = xmlOf(booked(debit(one ?? '', 1000)))
    const { fingerprint } = (await bank.check(file)).body
    const both = await Promise.all([bank.apply(file, fingerprint), bank.apply(file, fingerprint, '', second)])
    expect(both.map(({ status, body }) => [status, body.outcome]).sort()).toEqual([
      [200, 'applied'],
      [200, 'repeated'],
    ])
    expect(new Set(both.map(({ body }) => body.answer.id)).size).toBe(1)
    const files = [booked(debit(two ?? '', 2000)), { ...booked(debit(two ?? '', 2000)), version: 'camt.054.001.08' }].map(xmlOf)
    const fingerprints = await Promise.all(files.map(async (each) => (await bank.check(each)).body.fingerprint))
    const [first, other] = await Promise.all(
      files.map((each, at) => bank.apply(each, fingerprints[at] ?? '', '', at === 0 ? bank.world.staff : second)),
    )
    expect([first?.status, other?.status].sort()).toEqual([200, 409])
    expect([first?.body.code, other?.body.code]).toContain('bank_answer_changed')
    expect(await bank.states(lines)).toEqual(['paid', 'paid'])
  })

  test.each(['cut before', 'answer dropped'] satisfies CommitError[])(
    'a commit that fails leaves all or nothing (%s)',
    async (error) => {
      const { lines } = await sentPayouts(1000)
      const file = xmlOf(booked(...lines.map(({ endToEndId, cents }) => debit(endToEndId, cents))))
      const { fingerprint } = (await bank.check(file)).body
      const before = await answers()
      errors.fail(error)
      expect([503, 200]).toContain((await bank.apply(file, fingerprint)).status)
      const [states, answerCount] = [await bank.states(lines), (await answers()).length - before.length]
      expect([states, answerCount]).toEqual(error === 'cut before' ? [['sent'], 0] : [['paid'], 1])
      const again = await bank.apply(file, fingerprint)
      expect([again.status, again.body.outcome]).toEqual([200, error === 'cut before' ? 'applied' : 'repeated'])
      expect(await bank.states(lines)).toEqual(['paid'])
    },
  )
})
