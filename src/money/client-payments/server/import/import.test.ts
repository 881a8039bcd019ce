import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ReceiptsApp } from '#test/client-payments.ts'
import { databaseKinds } from '#test/databases.ts'
import { clientPaymentImportRoutes } from '../../api/client-payment-import.ts'
import { clientPaymentRoutes } from '../../api/client-payments.ts'
import { clientPaymentColumns } from '../../domain/client-payment-file.ts'

describe.each(databaseKinds())('importing client payments on %s', (databaseKind) => {
  let world: ReceiptsApp
  let companies = 0
  beforeAll(async () => {
    world = await ReceiptsApp.open(databaseKind)
  })
  afterAll(() => world.mail.close())
  beforeEach(() => world.mail.next())

  /** Signs a lead before the days of the files. */
  const sign = async (cents: number, name?: string) => {
    world.app.passTo('2026-03-01T10:00:00Z')
    const id = await world.sign(cents, name)
    world.app.passTo('2026-03-10T10:00:00Z')
    return id
  }
  type Row = { leadId?: string; company?: string; email?: string; reference?: string; receivedOn?: string; amount?: string }
  const row = (cells: Row): Row => ({ reference: 'F-1', receivedOn: '05/03/2026', amount: '1 000,00', ...cells })
  const check = async (rows: Row[]) =>
    (await world.staff.call(clientPaymentImportRoutes.checkClientPayments, { body: { rows } })).rows
  const importAs = (rows: Row[], all = false) =>
    world.staff.try(clientPaymentImportRoutes.importClientPayments, { body: { rows, all } })
  const outcomes = (rows: readonly { outcome: string }[]) => rows.map(({ outcome }) => outcome)
  const company = () => {
    companies += 1
    return `Menuiserie ${companies}`
  }
  const amounts = async (leadId: string) =>
    (await world.receipts(leadId)).payments.map(({ reference, receivedOn, netCents, commissionCents }) => [
      reference,
      receivedOn,
      netCents,
      commissionCents,
    ])

  test('a lead is found by its id, its company or its email; days and amounts are French or English', async () => {
    const [one, two] = [company(), company()]
    const [first, second] = [await sign(1_000_000, one), await sign(1_000_000, two)]
    const rows = [
      row({ leadId: first.toUpperCase(), amount: '1 234,50 €' }),
      row({ company: `${one} SARL`.toUpperCase(), reference: 'F-2', receivedOn: '2026-03-06', amount: '1,234.50' }),
      row({ company: two, email: 'PAUL@bernard.example', receivedOn: '7.3.26', amount: '1000' }),
    ]
    const checked = await check(rows)
    expect(outcomes(checked)).toEqual(['ready', 'ready', 'ready'])
    expect(checked[0]?.read).toMatchObject({
      leadId: first,
      netCents: 123_450,
      commissionCents: 18_518,
      lead: `Paul Bernard, ${one}`,
    })
    expect(await amounts(first)).toEqual([])
    const { status, body } = await importAs(rows, true)
    expect([status, outcomes(body.rows)]).toEqual([200, ['recorded', 'recorded', 'recorded']])
    expect(await amounts(first)).toEqual([
      ['F-2', '2026-03-06', 123_450, 18_518],
      ['F-1', '2026-03-05', 123_450, 18_518],
    ])
    expect(await amounts(second)).toEqual([['F-1', '2026-03-07', 100_000, 15_000]])
  })

  test('the same file again changes nothing and says so; another amount is refused with both', async () => {
    const name = company()
    const leadId = await sign(1_000_000, name)
    const rows = [row({ company: name }), row({ company: name }), row({ company: name, amount: '900' })]
    const { body } = await importAs(rows)
    expect(outcomes(body.rows)).toEqual(['recorded', 'repeated', 'refused'])
    const message = body.rows[2]?.messages[0]?.message.replace(/\s/g, ' ') ?? ''
    expect([message.includes('1 000,00 €'), message.includes('900,00 €')]).toEqual([true, true])
    expect(outcomes((await importAs(rows)).body.rows)).toEqual(['repeated', 'repeated', 'refused'])
    expect(await amounts(leadId)).toHaveLength(1)
  })

  test('unknown and ambiguous leads are listed with the reason, and never guessed', async () => {
    const [twice, open] = [company(), company()]
    await sign(1000, twice)
    await sign(1000, twice)
    const unsigned = await sign(1000, open)
    await world.setProgramme('signature')
    const checked = await check([
      row({ company: twice }),
      row({ email: 'paul@bernard.example' }),
      row({ company: 'Personne' }),
      row({}),
      row({ leadId: 'pas-un-id' }),
      row({ leadId: unsigned }),
    ])
    await world.setProgramme('cash')
    expect(new Set(outcomes(checked))).toEqual(new Set(['refused']))
    const messageTexts = checked.map(({ messages }) => messages.map(({ message }) => message).join())
    expect(messageTexts[0]).toContain(
      `“${twice}” may be Paul Bernard, ${twice} (Marie Dupont) or Paul Bernard, ${twice} (Marie Dupont)`,
    )
    expect(messageTexts[1]).toContain('give the lead’s id')
    expect(messageTexts[2]).toBe('No lead is “Personne”')
    expect(messageTexts[3]).toBe('Name the lead by its id, its company or its email')
    expect(messageTexts[4]).toBe('No lead is “pas-un-id”')
    expect(messageTexts[5]).toContain('validated by hand')
  })

  test('each error of a row is said at its column', async () => {
    const [checked] = await check([row({ company: company(), reference: ' ', receivedOn: '11/22/2026', amount: '1.234' })])
    expect(checked?.messages.map(({ path }) => path)).toEqual(['reference', 'receivedOn', 'amount'])
    expect(checked?.messages[1]?.message).toContain('11/22/2026')
    const [negative, zero, late] = await check([
      row({ company: company(), amount: '-5' }),
      row({ company: company(), amount: '0' }),
      row({ leadId: await sign(1000, company()), receivedOn: '2099-01-01' }),
    ])
    expect(negative?.messages[0]?.message).toBe('A refund is recorded on its payment, not by a file')
    expect(zero?.messages[0]?.message).toBe('The amount must be more than 0')
    expect(late?.messages[0]).toMatchObject({ path: 'receivedOn' })
  })

  test('with `all`, one row that is not valid keeps all of them out', async () => {
    const name = company()
    const leadId = await sign(1_000_000, name)
    const refused = await importAs([row({ company: name }), row({ company: 'Personne' })], true)
    expect([refused.status, refused.body.code, refused.body.facts]).toEqual([422, 'client_payments_invalid', { refused: 1 }])
    expect(await amounts(leadId)).toEqual([])
  })

  test('two imports of one file at once record it once, and one mail names all of its payments', async () => {
    const names = [company(), company()]
    for (const name of names) await sign(1_000_000, name)
    const rows = names.map((name) => row({ company: name }))
    await world.mail.received()
    const both = await Promise.all([importAs(rows), importAs(rows.toReversed())])
    expect(both.map(({ body }) => new Set(outcomes(body.rows)).size)).toEqual([1, 1])
    expect(both.map(({ body }) => body.rows[0]?.outcome).sort()).toEqual(['recorded', 'repeated'])
    const mails = (await world.mail.received()).map(({ subject }) => subject.replace(/\s/g, ' '))
    expect(mails).toEqual(['2 paiements de vos clients : 300,00 € pour vous'])
  })

  test('what was exported is imported again and changes nothing', async () => {
    const name = company()
    await world.record(await sign(1_000_000, name), 100_000, 'F-1', { receivedOn: '2026-03-05' })
    const csv = await world.staff.send(
      'GET',
      `/api${clientPaymentRoutes.clientPaymentsCsv.path}?search=${encodeURIComponent(name)}`,
    )
    const [titles = [], cells = []] = csv.body
      .replace('\ufeff', '')
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(';'))
    const mapping = Object.entries(clientPaymentColumns.map(titles)).flatMap(([field, at]) =>
      at === null ? [] : [[field, cells[at]]],
    )
    expect(mapping.map(([field]) => field)).toEqual(['leadId', 'company', 'reference', 'receivedOn', 'amount'])
    expect((await check([Object.fromEntries(mapping) as Row])).map(({ outcome, messages }) => [outcome, messages])).toEqual([
      ['repeated', []],
    ])
  })

  test('a file of 120 rows about three leads is recorded in one transaction', async () => {
    const leadIds = [await sign(20_000_000), await sign(20_000_000), await sign(4_000_000)]
    const rows = Array.from({ length: 120 }, (_, at) => row({ leadId: leadIds[at % 3] ?? '', reference: `F-${at}` }))
    const { body } = await importAs(rows, true)
    expect(new Set(outcomes(body.rows))).toEqual(new Set(['recorded']))
    const receipts = await Promise.all(leadIds.map((leadId) => world.receipts(leadId)))
    expect(receipts.map(({ receivedCents }) => receivedCents)).toEqual([4_000_000, 4_000_000, 4_000_000])
  })
})
