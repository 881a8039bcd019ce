import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultTimeZone } from '#platform/domain/time-zones.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import { programmeRoutes } from '#provider/programme/api.ts'
import { BankApp, xmlOf } from '#test/bank-app.ts'
import { databaseKinds } from '#test/databases.ts'
import { PayoutApp, programmeForm } from '#test/payout-app.ts'
import { debit, statement } from '#test/samples/bank/answer-parts.ts'

describe.each(databaseKinds())('accounts of bank answers on %s', (databaseKind) => {
  let bank: BankApp
  beforeAll(async () => {
    bank = new BankApp(await PayoutApp.open(databaseKind))
    await bank.world.programme({})
  })
  afterAll(() => bank.world.app.close())

  test('a statement of another account changes nothing, unless the account is one’s own', async () => {
    const partner = await bank.world.partner('Fanny Foreign')
    const { lines } = await bank.send(await bank.approved(partner, 11_000))
    const answer = statement(debit(lines[0]?.endToEndId ?? '', 11_000, isoDay(bank.world.app.now, defaultTimeZone)))
    const foreign = { ...answer, entries: answer.entries.map((each) => ({ ...each, account: 'FR1420041010050500013M02606' })) }
    const file = xmlOf(foreign)
    const { body } = await bank.check(file)
    expect(body).toMatchObject({
      lines: [],
      credits: [],
      unknown: [],
      paidCount: 0,
      accounts: [{ maskedIban: 'FR14 •••• 2606', isOwn: false, entries: foreign.entries.length }],
    })
    const refused = await bank.apply(file, body.fingerprint)
    expect([refused.status, refused.body.code, refused.body.detail]).toMatchObject([
      409,
      'bank_answer_empty',
      expect.stringContaining('an account that is not yours'),
    ])
    expect(await bank.states(lines)).toEqual(['sent'])
    const settings = await bank.world.staff.call(programmeRoutes.saveProgramme, {
      body: { ...programmeForm, otherIbans: ['fr14 2004 1010 0505 0001 3M02 606'] },
    })
    expect(settings.otherMaskedIbans).toEqual(['FR14 •••• 2606'])
    expect((await bank.world.staff.call(programmeRoutes.saveProgramme, { body: programmeForm })).otherMaskedIbans).toHaveLength(1)
    await bank.applied(foreign)
    expect(await bank.states(lines)).toEqual(['paid'])
    await bank.world.staff.call(programmeRoutes.saveProgramme, { body: { ...programmeForm, otherIbans: [] } })
  })
})
