import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clientPaymentRoutes } from '#money/client-payments/api/client-payments.ts'
import { ReceiptsApp } from '#test/client-payments.ts'
import { databaseKinds } from '#test/databases.ts'
import { paymentsOf, stage } from '#test/imports.ts'
import { mapTitles } from '#test/mapped-files.ts'
import { importRoutes } from '../api.ts'

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
  const check = (rows: Row[]) => paymentsOf(world.app, world.staff).check(rows)
  const importAs = (rows: Row[], all = false) => paymentsOf(world.app, world.staff).record(rows, { all })
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
      amountCents: 123_450,
      commissionCents: 18_518,
      title: `Paul Bernard, ${one}`,
    })
    expect(await amounts(first)).toEqual([])
    expect(outcomes(await importAs(rows, true))).toEqual(['imported', 'imported', 'imported'])
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
    const done = await importAs(rows)
    expect(outcomes(done)).toEqual(['imported', 'repeated', 'refused'])
    const message = done[2]?.messages[0]?.message.replace(/\s/g, ' ') ?? ''
    expect([message.includes('1 000,00 €'), message.includes('900,00 €')]).toEqual([true, true])
    expect(outcomes(await importAs(rows))).toEqual(['repeated', 'repeated', 'refused'])
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
    const rows = [row({ company: name }), row({ company: 'Personne' })]
    const { id } = await stage(world.staff, { kind: 'client_payments', rows })
    const refused = await world.staff.try(importRoutes.applyImport, { params: { id }, body: { all: true } })
    expect([refused.status, refused.body.code, refused.body.facts]).toEqual([422, 'import_rows_refused', { refused: 1 }])
    expect(await amounts(leadId)).toEqual([])
  })

  test('two imports of one file at once record it once, and send no mail', async () => {
    const names = [company(), company()]
    for (const name of names) await sign(1_000_000, name)
    const rows = names.map((name) => row({ company: name }))
    await world.mail.received()
    const both = await Promise.all([importAs(rows), importAs(rows.toReversed())])
    const told = both.flat().map(({ read, outcome }) => `${read?.title} ${outcome === 'imported'}`)
    expect(told.toSorted()).toEqual(names.flatMap((name) => [`Paul Bernard, ${name} false`, `Paul Bernard, ${name} true`]))
    expect(await world.mail.received()).toEqual([])
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
    const mapping = Object.entries(mapTitles('client_payments', titles)).map(([field, [at = -1]]) => [field, cells[at]])
    expect(mapping.map(([field]) => field)).toEqual(['leadId', 'company', 'reference', 'receivedOn', 'amount'])
    expect((await check([Object.fromEntries(mapping) as Row])).map(({ outcome, messages }) => [outcome, messages])).toEqual([
      ['repeated', []],
    ])
  })

  test('a file of 120 rows about three leads is recorded in its order, batch after batch', async () => {
    const leadIds = [await sign(20_000_000), await sign(20_000_000), await sign(4_000_000)]
    const rows = Array.from({ length: 120 }, (_, at) => row({ leadId: leadIds[at % 3] ?? '', reference: `F-${at}` }))
    expect(new Set(outcomes(await importAs(rows, true)))).toEqual(new Set(['imported']))
    const receipts = await Promise.all(leadIds.map((leadId) => world.receipts(leadId)))
    expect(receipts.map(({ receivedCents }) => receivedCents)).toEqual([4_000_000, 4_000_000, 4_000_000])
  })
})
