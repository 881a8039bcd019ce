import { readFileSync } from 'node:fs'
import { XmlDocument } from 'libxml2-wasm'
import { expect, test } from 'vitest'
import { sampleBatch } from '#test/samples/bank/payouts.ts'
import type { LiveBatch } from '../domain/live-batch.ts'
import { payoutFile } from '../domain/payout-file.ts'
import { reconcile } from '../domain/reconcile.ts'
import { readBankAnswer } from './read-bank-answer.ts'

const live: LiveBatch = {
  messageId: sampleBatch.messageId,
  lines: sampleBatch.lines.map(({ endToEndId, instructionId, cents }) => ({ endToEndId, instructionId, cents, state: 'sent' })),
}

const sample = (name: string) => readBankAnswer([readFileSync(new URL(`../../../../test/samples/bank/${name}`, import.meta.url))])

/** What a bank repeats of a payout file, read with another parser. */
function transfersIn(file: string) {
  const document = XmlDocument.fromString(file)
  const texts = (name: string) =>
    document.find(`//*[local-name()="${name}"]`).map((node) => ('content' in node ? node.content : ''))
  const [message] = texts('MsgId')
  const transfers = texts('EndToEndId').map((endToEndId, index) => ({ endToEndId, amount: texts('InstdAmt')[index] ?? '' }))
  document.dispose()
  return { message, transfers }
}

test('a file of the product’s, booked line by line by a bank, is paid', async () => {
  const { transfers } = transfersIn(payoutFile(sampleBatch))
  const entries = transfers.map(
    ({ endToEndId, amount }) =>
      `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-12-01</Dt></BookgDt>` +
      `<NtryDtls><TxDtls><Refs><EndToEndId>${endToEndId}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>`,
  )
  const header = '<GrpHdr><MsgId>S-1</MsgId><CreDtTm>2026-12-02T06:00:00</CreDtTm></GrpHdr>'
  const statement = `<BkToCstmrStmt>${header}<Stmt>${entries.join('')}</Stmt></BkToCstmrStmt>`
  const xml = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">${statement}</Document>`
  const { lines, notes, unknown } = reconcile(await readBankAnswer([Buffer.from(xml)]), [live])
  expect(lines).toEqual(
    live.lines.map(({ endToEndId }) => ({
      messageId: live.messageId,
      endToEndId,
      outcome: { result: 'paid', on: '2026-12-01' },
    })),
  )
  expect([notes, unknown]).toEqual([[], []])
})

test('forms of entries that banks differ in', async () => {
  const answer = await sample('statement.xml')
  expect(answer).toMatchObject({ kind: 'account_report', version: 'camt.053.001.08', messageId: 'STMT-2026-12-02' })
  if (answer.kind !== 'account_report') return
  const amount = (cents: number) => ({ currency: 'EUR', cents })
  expect(answer.entries).toMatchObject([
    // One payment without an amount of its own has the entry's; its text was cut.
    {
      account: 'FR1420041010050500013M02606',
      reference: 'BK-1',
      direction: 'debit',
      amount: amount(264_000),
      bookedOn: '2026-12-01',
      isBooked: true,
      transactions: [{ endToEndId: 'PASS-2026-11-000001', amount: amount(264_000), party: 'SOCIETE GENERALE D ELEVAGE' }],
    },
    // A booking time instead of a day; the bank's own data repeats a name.
    { reference: 'BK-2', bookedOn: '2026-12-01', transactions: [{ endToEndId: 'PASS-2026-11-000002', amount: amount(7) }] },
    // Returned: by the code of the transaction, without a reason.
    { direction: 'credit', transactions: [{ endToEndId: 'PASS-2026-11-000002', isReturn: true, returnReason: null }] },
    // Reversed by the bank.
    { direction: 'credit', transactions: [{ isReturn: true }] },
    // No details: the text stands with the entry.
    { direction: 'credit', amount: amount(120_000), transactions: [{ isReturn: false, texts: ['VIR CLIENT SARL F-2026-001'] }] },
    // A document number and a remark in structured information; the reference that the provider gave.
    {
      reference: 'N-6',
      transactions: [{ texts: ['Solde', 'avec remise'], references: ['RF18539007547034', 'F-2026-002'] }],
    },
    // A batch with payments of both directions.
    {
      amount: amount(1000),
      transactions: [
        { direction: 'debit', amount: amount(1500) },
        { direction: 'credit', amount: amount(500) },
      ],
    },
    // Sent in dollars, booked in euros.
    { transactions: [{ amount: amount(9137) }] },
  ])
  expect(reconcile(answer, [live]).lines.map(({ endToEndId, outcome }) => [endToEndId, outcome.result])).toEqual([
    ['PASS-2026-11-000001', 'paid'],
    ['PASS-2026-11-000002', 'paid'],
    ['PASS-2026-11-000002', 'returned'],
  ])
})

test('a status report rejects one line of a file and accepts the others', async () => {
  const { lines } = reconcile(await sample('status-report.xml'), [live])
  expect(lines.map(({ endToEndId, outcome }) => [endToEndId, outcome])).toEqual([
    ['PASS-2026-11-000002', { result: 'rejected', reasons: [{ code: 'AC04', info: ['Konto erloschen'] }] }],
    ['PASS-2026-11-000001', { result: 'accepted', status: 'PART', isSettled: false }],
    ['PASS-2026-11-000003', { result: 'accepted', status: 'PART', isSettled: false }],
  ])
})
