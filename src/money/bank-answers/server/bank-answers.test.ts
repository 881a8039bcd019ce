import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paymentRoutes } from '#money/bank-details/api.ts'
import { clientInvoiceRoutes } from '#money/client-payments/api/client-invoices.ts'
import { clientPaymentRoutes } from '#money/client-payments/api/client-payments.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { payoutRoutes } from '#money/payouts/api/payouts.ts'
import { dayText } from '#platform/domain/day-text.ts'
import { defaultTimeZone } from '#platform/domain/time-zones.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import { programmeRoutes } from '#provider/programme/api.ts'
import { BankApp, xmlOf } from '#test/bank-app.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { Mailbox } from '#test/mailbox.ts'
import { day, ibans, PayoutApp, programmeForm } from '#test/payout-app.ts'
import {
  closed,
  credit as creditOn,
  debit as debitOn,
  entry,
  euros,
  groupReport,
  line,
  payment,
  report,
  statement,
} from '#test/samples/bank/answer-parts.ts'
import { type Client, password, TestApp } from '#test/test-app.ts'
import { bankAnswerRoutes } from '../api.ts'

describe.each(databaseKinds())('bank answers on %s', inOrder, (databaseKind) => {
  let app: TestApp
  let mailbox: Mailbox
  let bank: BankApp
  let marie: Client & { email: string }
  let second: Client
  let today = ''
  beforeAll(async () => {
    mailbox = await Mailbox.open()
    app = await TestApp.open(databaseKind, { SMTP_URL: mailbox.url })
    bank = new BankApp(await PayoutApp.around(app))
    marie = await bank.world.partner('Marie Dupont')
    second = await app.newPerson('second@exemple.fr', 'admin', 'Second Admin')
    today = isoDay(app.now, defaultTimeZone)
  })
  afterAll(() => Promise.all([app.close(), mailbox.close()]))

  let messages = 0
  const numbered = () => {
    messages += 1
    return { messageId: `BANK-${messages}`, createdOn: today }
  }
  const sentPayouts = async (...amounts: number[]) => bank.send(await bank.approved(marie, ...amounts))
  const debit = (endToEndId: string, cents: number, on = today) => debitOn(endToEndId, cents, on)
  const booked = (...entries: ReturnType<typeof entry>[]) => ({ ...statement(...entries), ...numbered() })
  const answers = async () => (await bank.world.staff.call(bankAnswerRoutes.listBankAnswers, { query: {} })).items

  test('a file refused in part refuses the account until it is changed, and is paid again', async () => {
    const { messageId, lines } = await sentPayouts(10_000, 20_000, 30_000)
    const [one, two, three] = lines.map(({ endToEndId }) => endToEndId)
    const rejected = line(one ?? '', 'RJCT', { reasons: [closed], amount: euros(10_000) })
    const file = xmlOf({ ...groupReport(messageId, 'PART', [rejected]), ...numbered() })
    const { body: plan } = await bank.check(file)
    expect(plan).toMatchObject({
      kind: 'status_report',
      acceptedCount: 2,
      rejectedCount: 1,
      rejectedCents: 10_000,
      applied: null,
    })
    expect(
      plan.lines.map(({ endToEndId, result, reason, refusesAccount }) => [endToEndId, result, reason, refusesAccount]),
    ).toEqual([
      [one, 'rejected', 'AC04: Account closed', true],
      [two, 'accepted', null, false],
      [three, 'accepted', null, false],
    ])
    expect(await bank.states(lines)).toEqual(['sent', 'sent', 'sent'])
    expect((await bank.apply(file, plan.fingerprint)).body).toMatchObject({
      outcome: 'applied',
      answer: { acceptedCount: 2, rejectedCount: 1, version: 'pain.002.001.10' },
    })
    expect(await bank.states(lines)).toEqual(['rejected', 'sent', 'sent'])

    const rejectedId = lines[0]?.payoutId ?? ''
    expect(await bank.payout(rejectedId, marie)).toMatchObject({ rejectReason: 'AC04 : Compte clos', accountRefused: false })
    expect(await bank.payout(rejectedId)).toMatchObject({ accountRefused: true })
    const own = async () => (await marie.call(paymentRoutes.getPaymentInfo, {})).paymentInfo
    expect((await own())?.refusal).toEqual({ on: today, reason: 'AC04 : Compte clos' })
    const bankDetails = async () => bank.world.staff.call(paymentRoutes.getBankDetails, { params: { id: marie.userId } })
    expect(await bankDetails()).toMatchObject({ state: 'refused', refusal: { on: today } })
    await bank.world.payable(marie, 5000)
    const withheld = async () => (await bank.world.preview()).payouts[0]?.withheld
    expect(await withheld()).toMatchObject({ code: 'bank_refused' })

    const info = await own()
    const body = { company: 'Marie', address: '1 rue du Port, Nantes', country: 'France', password }
    const other = ibans.find((iban) => iban !== info?.iban) ?? ''
    app.pass(1000)
    await marie.call(paymentRoutes.savePaymentInfo, { body: { ...body, iban: other } })
    expect([(await own())?.refusal, await bankDetails(), await withheld()]).toMatchObject([
      null,
      { state: 'complete', refusal: null },
      { code: 'bank_recent' },
    ])
    await bank.world.staff.call(payoutRoutes.retryPayout, { params: { id: rejectedId } })
    const again = await bank.send([await bank.payout(rejectedId)])
    await bank.applied(booked(debit(again.lines[0]?.endToEndId ?? '', 10_000)))
    expect(await bank.states(lines)).toEqual(['paid', 'sent', 'sent'])
    // The bank says of the first attempt what it said before.
    expect((await bank.check(file)).body.lines.map(({ result }) => result)).toEqual([
      'already_applied',
      'already_applied',
      'already_applied',
    ])
    await bank.world.bankDetails(marie, 'Marie Dupont')
    await bank.world.issued()
  })

  test('what was paid before its payout was issued is said by the dry run, and keeps no other line back', async () => {
    const { lines } = await sentPayouts(10_000, 20_000)
    const [one = '', two = ''] = lines.map(({ endToEndId }) => endToEndId)
    const early = isoDay(new Date(app.now.getTime() - 3 * day), defaultTimeZone)
    const file = xmlOf(booked(debit(one, 10_000, early), debit(two, 20_000)))
    const { body: plan } = await bank.check(file)
    expect(plan.lines.map(({ endToEndId, result, changes, on }) => [endToEndId, result, changes, on])).toEqual([
      [one, 'early', false, early],
      [two, 'paid', true, today],
    ])
    expect((await bank.apply(file, plan.fingerprint)).body.outcome).toBe('applied')
    expect(await bank.states(lines)).toEqual(['sent', 'paid'])
  })

  test('a statement pays by the day of the booking, and only what agrees to the cent', async () => {
    const { lines } = await sentPayouts(10_000, 20_000, 30_000)
    const [first, next, last] = [1, 2, 3].map((days) => isoDay(new Date(app.now.getTime() + days * day), defaultTimeZone))
    app.pass(4 * day)
    today = isoDay(app.now, defaultTimeZone)
    const [one, two, three] = lines.map(({ endToEndId }) => endToEndId)
    const answer = booked(
      debit(one ?? '', 10_000, first),
      debit(two ?? '', 20_001),
      debit('RENT-12', 50_000),
      debit(three ?? '', 30_000, next),
      entry(
        [
          payment(three ?? '', {
            amount: euros(30_000),
            direction: 'credit',
            isReturn: true,
            returnReason: { code: 'MD06', info: [] },
          }),
        ],
        { direction: 'credit', bookedOn: last ?? '', reference: 'R-BACK' },
      ),
    )
    const period = { from: first ?? '', to: today }
    const { plan, answer: applied } = await bank.applied({ ...answer, sender: 'Banque du Port', period })
    expect(plan).toMatchObject({
      sender: 'Banque du Port',
      periodFrom: first,
      periodTo: today,
      version: 'camt.053.001.08',
    })
    expect(plan.lines).toMatchObject([
      { endToEndId: one, result: 'paid', on: first, changes: true },
      { endToEndId: two, result: 'difference', totalCents: 20_000, statedCents: 20_001, changes: false },
      { endToEndId: three, result: 'paid', on: next },
      { endToEndId: three, result: 'returned', on: last, reason: 'MD06: Return requested by the payee' },
    ])
    expect(plan.unknown).toEqual([{ of: 'line', reference: 'RENT-12', cents: 50_000 }])
    expect(applied).toMatchObject({ paidCount: 2, paidCents: 40_000, rejectedCount: 1, rejectedCents: 30_000 })
    expect(await bank.states(lines)).toEqual(['paid', 'sent', 'rejected'])
    const payout = await bank.payout(lines[0]?.payoutId ?? '')
    expect([payout.paidAt?.slice(0, 10), payout.paymentReference]).toEqual([first, one])
    const paid = await bank.world.staff.call(commissionRoutes.listCommissions, { query: { status: 'paye', limit: 200 } })
    expect(paid.items.filter(({ paymentReference }) => paymentReference === one)).toHaveLength(1)

    // The same bytes again, by somebody else: said when and by whom. Another file with the number is shown as such.
    const file = xmlOf({ ...answer, sender: 'Banque du Port', period })
    const again = await bank.check(file, second)
    expect(again.body.applied).toMatchObject({ id: applied.id, appliedBy: { id: bank.world.staff.userId } })
    expect(await bank.apply(file, again.body.fingerprint, '', second)).toMatchObject({
      body: { outcome: 'repeated', answer: { id: applied.id, appliedBy: { id: bank.world.staff.userId } } },
    })
    const other = await bank.check(xmlOf({ ...answer, sender: 'Autre' }))
    expect([other.body.applied, other.body.sameMessageId?.id]).toEqual([null, applied.id])
  })

  test.each([
    ['camt.052.001.08', 'debits', [1000]],
    ['camt.054.001.04', 'debits', [1000]],
    ['camt.053.001.02', 'whole file', [1000, 2000]],
  ])('%s with %s pays a file', async (version, how, amounts) => {
    const { messageId, lines } = await sentPayouts(...amounts)
    const whole = entry([], {
      amount: euros(3000),
      bookedOn: today,
      batches: [{ paymentInfoId: messageId, messageId: null, count: 2, amount: euros(3000) }],
    })
    const each = lines.map(({ endToEndId, cents }) => debit(endToEndId, cents))
    const { plan } = await bank.applied({ ...booked(...(how === 'debits' ? each : [whole])), version })
    expect([plan.version, plan.paidCount]).toEqual([version, amounts.length])
    expect(await bank.states(lines)).toEqual(amounts.map(() => 'paid'))
  })

  test('settled transfers are paid if the programme says so, and what is not applied waits for its statement', async () => {
    const { messageId, lines } = await sentPayouts(1000)
    const settled = { ...report({ originalMessageId: messageId, status: 'ACSC' }), ...numbered() }
    const { body } = await bank.check(xmlOf(settled))
    expect(body.lines).toMatchObject([{ result: 'accepted', status: 'ACSC' }])
    await bank.world.staff.call(programmeRoutes.saveProgramme, { body: { ...programmeForm, settledIsPaid: true } })
    // The rule has changed since it was seen.
    expect((await bank.apply(xmlOf(settled), body.fingerprint)).body.code).toBe('bank_answer_changed')
    expect((await bank.applied(settled)).plan.lines).toMatchObject([{ result: 'paid', status: 'ACSC', on: today }])
    await bank.world.programme({})
    expect(await bank.states(lines)).toEqual(['paid'])
    const statementOfIt = xmlOf(booked(debit(lines[0]?.endToEndId ?? '', 1000)))
    const later = await bank.check(statementOfIt)
    expect(later.body.lines).toMatchObject([{ result: 'already_applied', state: 'paid' }])
    expect((await bank.apply(statementOfIt, later.body.fingerprint)).body.code).toBe('bank_answer_empty')
  })

  test('a close match shows the bank’s spelling to the partner, who takes it over; a wrong name is said', async () => {
    const { messageId, lines } = await sentPayouts(1000, 2000)
    const [one, two] = lines.map(({ endToEndId }) => endToEndId)
    const verified = [
      line(two ?? '', 'RVNA'),
      // What is said last of an account is kept.
      line(one ?? '', 'RVMC', { reasons: [{ code: null, info: ['DUPONT MARIE CONSEIL'] }] }),
    ]
    const { plan } = await bank.applied({ ...groupReport(messageId, 'RVCM', verified), ...numbered() })
    const close = { match: 'close_match', bankName: 'DUPONT MARIE CONSEIL' }
    expect(plan.lines).toMatchObject([
      { result: 'verified', match: 'not_possible', bankName: null },
      { result: 'verified', ...close },
    ])
    expect((await bank.payout(lines[0]?.payoutId ?? '')).payee).toEqual(close)
    expect(await bank.states(lines)).toEqual(['sent', 'sent'])
    const own = async () => (await marie.call(paymentRoutes.getPaymentInfo, {})).paymentInfo
    const info = await own()
    expect(info?.payee).toEqual(close)
    await bank.world.idle()
    const mails = mailbox.to(marie.email).filter(({ subject }) => subject.startsWith('Le nom de votre compte'))
    expect(mails.map(({ text }) => /banque : (.*)\./.exec(text)?.[1])).toEqual(['DUPONT MARIE CONSEIL'])
    const body = { company: 'Marie', iban: info?.iban ?? '', address: '1 rue du Port', country: 'France' }
    await marie.call(paymentRoutes.savePaymentInfo, { body: { ...body, accountHolder: 'DUPONT MARIE CONSEIL', password } })
    expect((await own())?.payee).toBe(null)
  })

  test('money that came back without our id is listed, and a reversed credit with it pays nothing', async () => {
    const { lines } = await sentPayouts(13_500)
    const returned = payment(null, {
      direction: 'credit',
      amount: euros(13_500),
      isReturn: true,
      returnReason: closed,
      party: 'BANQUE',
      texts: ['RETOUR VIREMENT'],
    })
    const reversed = payment(lines[0]?.endToEndId ?? '', { amount: euros(13_500), isReturn: true, returnReason: closed })
    const fees = payment(null, { amount: euros(250), texts: ['FRAIS'] })
    const answer = booked(
      entry([returned], { direction: 'credit', bookedOn: today }),
      entry([reversed], { bookedOn: today }),
      entry([fees], { bookedOn: today }),
    )
    const { body } = await bank.check(xmlOf(answer))
    expect([body.lines, body.unknown, body.otherCredits]).toEqual([[], [], []])
    expect(body.movements).toMatchObject([
      { kind: 'reversed', direction: 'debit', cents: 13_500, text: lines[0]?.endToEndId },
      { kind: 'debit', cents: 250, text: 'FRAIS', reason: null },
      {
        kind: 'returned',
        direction: 'credit',
        on: today,
        party: 'BANQUE',
        text: 'RETOUR VIREMENT',
        reason: 'AC04: Account closed',
      },
    ])
    expect((await bank.apply(xmlOf(answer), body.fingerprint)).body.code).toBe('bank_answer_empty')
    expect(await bank.states(lines)).toEqual(['sent'])
  })

  test.each([
    ['a DOCTYPE', '<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>', 'doctype', 'DOCTYPE'],
    ['an entity of its own', '<Document xmlns="urn:x"><a>&xxe;</a></Document>', 'not_xml', 'XML'],
    ['broken XML', '<Document><BkToCstmrStmt>', 'not_xml', 'XML'],
    ['other XML', '<rss version="2.0"><channel/></rss>', 'not_an_answer', 'answer of a bank'],
    ['more than 20 MiB', `<Document>${' '.repeat(20 * 1024 * 1024)}</Document>`, 'too_large', '20 MB'],
    ['nothing', '', 'not_xml', 'XML'],
  ])('%s is refused with a sentence, and changes nothing', async (_, text, problem, sentence) => {
    const before = await answers()
    for (const { status, body } of [await bank.check(Buffer.from(text)), await bank.apply(Buffer.from(text), 'x')]) {
      expect([status, body.code, body.facts.problem]).toEqual([422, 'bank_file_unreadable', problem])
      expect(body.detail).toContain(sentence)
    }
    expect(await answers()).toEqual(before)
  })

  test('credits that carry the number of an open invoice become client payments, once, in whole or in part', async () => {
    await bank.world.programme({ commissionBasis: 'cash' })
    const [bakery, garage] = [await bank.signedLead(marie, 'Boulangerie'), await bank.signedLead(marie, 'Garage')]
    const invoice = (id: string, number: string, netCents: number) => bank.invoice(id, { number, issuedOn: today, netCents })
    await invoice(bakery, 'F-2026-12', 100_000)
    await invoice(garage, 'F-2026-13', 10_000)
    const daysBefore = isoDay(new Date(Date.parse(today) - 20 * 86_400_000), defaultTimeZone)
    const early = await bank.check(xmlOf(booked(creditOn(120_000, 'Facture F-2026-12', daysBefore, 'C0'))))
    expect(early.body.credits).toMatchObject([
      { outcome: 'ready', isWhole: true, message: expect.stringContaining(dayText(today)) },
    ])
    expect((await invoice(garage, 'f_2026_12', 1000)).body).toMatchObject({ code: 'client_invoice_exists' })
    const credit = (cents: number, text: string, reference: string) => creditOn(cents, text, today, reference)
    const credits = [
      credit(120_000, 'Facture F-2026-12', 'C1'),
      credit(3333, 'acompte f-2026-13', 'C2'),
      credit(12_001, 'F-2026-13', 'C3'),
      credit(500, 'Facture F-2026-99', 'C4'),
    ]
    const answer = booked(...credits)
    const file = xmlOf(answer)
    const { body: plan } = await bank.check(file)
    expect(plan.credits).toMatchObject([
      { reference: 'F-2026-12', outcome: 'ready', isWhole: true, netCents: 100_000, receivedCents: 120_000 },
      { reference: `F-2026-13 ${today}`, outcome: 'ready', isWhole: false, netCents: 2778, invoice: { openCents: 12_000 } },
      { outcome: 'refused', invoice: { openCents: 8667 }, receivedCents: 12_001 },
    ])
    expect(plan.otherCredits).toEqual([
      { receivedOn: today, payer: expect.anything(), receivedCents: 500, text: expect.stringContaining('Facture F-2026-99') },
    ])
    expect(plan.credits[2]?.message?.replace(/\s/g, ' ')).toContain('120,01 € on F-2026-13. 86,67 € of it is open')
    expect((await bank.apply(file, plan.fingerprint, '2')).body.code).toBe('invalid_input')
    expect((await bank.apply(file, plan.fingerprint, '0,1')).body).toMatchObject({ answer: { clientPaymentCount: 2 } })
    const receipts = async (id: string) =>
      (await marie.call(clientPaymentRoutes.leadReceipts, { params: { id } })).payments.map((each) => [
        each.reference,
        each.netCents,
      ])
    expect(await receipts(bakery)).toEqual([['F-2026-12', 100_000]])
    expect(await receipts(garage)).toEqual([[`F-2026-13 ${today}`, 2778]])
    // The same credits in another file are known; the rest of an invoice is all of what is open.
    const next = await bank.applied(
      { ...booked(...credits.slice(0, 2), credit(8667, 'F-2026-13', 'C5')), version: 'camt.054.001.08' },
      '2',
    )
    expect(next.plan.credits).toMatchObject([
      { outcome: 'repeated', netCents: 100_000 },
      { outcome: 'repeated', netCents: 2778 },
      { outcome: 'ready', isWhole: true, netCents: 7222, reference: `F-2026-13 ${today} 2` },
    ])
    const { invoices } = await bank.world.staff.call(clientInvoiceRoutes.listClientInvoices, { params: { id: garage } })
    expect(invoices).toMatchObject([{ number: 'F-2026-13', openNetCents: 0, openTotalCents: 0, canRemove: false }])
    await bank.world.programme({})
  })
})
