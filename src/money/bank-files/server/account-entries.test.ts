import { describe, expect, test } from 'vitest'
import type { LineState, LiveBatch } from '../domain/live-batch.ts'
import { reconcile } from '../domain/reconcile.ts'
import { readBankAnswer } from './read-bank-answer.ts'

const header = '<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-28T06:00:00</CreDtTm></GrpHdr>'

/** A statement of one booked entry of 1 350 €. */
const statementOf = (indicator: 'CRDT' | 'DBIT', content: string) =>
  '<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>' +
  `${header}<Stmt><Ntry><Amt Ccy="EUR">1350.00</Amt><CdtDbtInd>${indicator}</CdtDbtInd><Sts>BOOK</Sts>` +
  `<BookgDt><Dt>2026-11-28</Dt></BookgDt>${content}</Ntry></Stmt></BkToCstmrStmt></Document>`

const details = (content: string) => `<NtryDtls><TxDtls>${content}</TxDtls></NtryDtls>`
const ours = '<Refs><EndToEndId>REL-2026-11-0003</EndToEndId></Refs>'
const returnedCode = '<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>RRTN</SubFmlyCd></Fmly></Domn></BkTxCd>'
const fileOfOne = '<NtryDtls><Btch><PmtInfId>PAY-2026-11-0002</PmtInfId><NbOfTxs>1</NbOfTxs></Btch></NtryDtls>'

const batchIn = (state: LineState): LiveBatch => ({
  messageId: 'PAY-2026-11-0002',
  lines: [{ endToEndId: 'REL-2026-11-0003', instructionId: 'I1', cents: 135_000, state }],
})

/** What becomes of the entry, in short. */
async function found(file: string, state: LineState = 'paid') {
  const { lines, others, credits } = reconcile(await readBankAnswer([Buffer.from(file)]), [batchIn(state)])
  return [
    ...lines.map(({ outcome }) => outcome.result),
    ...others.map(({ kind, payment }) => [kind, payment.amount?.cents, payment.texts.join(' ')]),
    ...credits.flatMap(({ transactions }) => transactions.map(({ texts }) => ['credit', ...texts])),
  ]
}

describe('money that comes back is in a list', () => {
  test.each([
    [
      'by its reason',
      details(
        '<Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RmtInf><Ustrd>RETOUR REL-2026-11-0003</Ustrd></RmtInf>' +
          '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>',
      ),
      ['returned', 135_000, 'RETOUR REL-2026-11-0003'],
    ],
    [
      'by its code',
      `${returnedCode}<AddtlNtryInf>VIREMENT RETOURNE REL-2026-11-0003</AddtlNtryInf>`,
      ['returned', 135_000, 'VIREMENT RETOURNE REL-2026-11-0003'],
    ],
    ['as the whole of a file of ours', `<RvslInd>true</RvslInd>${fileOfOne}`, 'returned'],
    ['as the whole of another file', `<RvslInd>1</RvslInd>${fileOfOne.replace('0002', '0009')}`, ['returned', 135_000, '']],
    ['with our id, reversed', `<RvslInd>1</RvslInd>${details(ours)}`, 'returned'],
  ])('%s', async (_, content, expected) => expect(await found(statementOf('CRDT', content))).toEqual([expected]))
})

test.each(['true', '1'])('a debit that the bank marks as a reversal by %s pays nothing and is listed', async (mark) => {
  const indicator = `<RvslInd>${mark}</RvslInd>`
  expect(await found(statementOf('DBIT', `${indicator}${details(ours)}`), 'sent')).toEqual([['reversed', 135_000, '']])
  expect(await found(statementOf('DBIT', `${indicator}${fileOfOne}`), 'sent')).toEqual([['reversed', 135_000, '']])
  expect(await found(statementOf('DBIT', `<RvslInd>false</RvslInd>${details(ours)}`), 'sent')).toEqual(['paid'])
})

test.each([
  ['the remittance', details('<RmtInf><Ustrd>FA-2026-0451</Ustrd></RmtInf>'), ['FA-2026-0451']],
  ['the payment', details('<AddtlTxInf>VIR FACTURE FA-2026-0451</AddtlTxInf>'), ['VIR FACTURE FA-2026-0451']],
  ['the entry', `${details('')}<AddtlNtryInf>Reference FA-2026-0451</AddtlNtryInf>`, ['Reference FA-2026-0451']],
  [
    'all of them',
    `${details('<RmtInf><Ustrd>A</Ustrd></RmtInf><AddtlTxInf>B</AddtlTxInf>')}<AddtlNtryInf>C</AddtlNtryInf>`,
    ['A', 'B', 'C'],
  ],
])('the text of a credit is read from %s', async (_, content, texts) => {
  expect(await found(statementOf('CRDT', content))).toEqual([['credit', ...texts]])
})

test('blank lines before the XML, also behind a mark and of any length, are skipped', async () => {
  const latin = statementOf('CRDT', details('<RmtInf><Ustrd>é</Ustrd></RmtInf>')).replace('UTF-8', 'ISO-8859-1')
  for (const start of ['\n', '\r\n \t', '\n'.repeat(400)]) {
    const { kind } = await readBankAnswer([Buffer.from(start), Buffer.from(latin, 'latin1')])
    expect(kind).toBe('account_report')
  }
  expect(await found(`\ufeff\n${statementOf('CRDT', details(''))}`)).toEqual([['credit']])
})

test.each([
  ['MT940', ':20:STARTUMS\r\n:25:30004000031234567890143\r\n:28C:1/1\r\n'],
  ['MT940', '{1:F01BNPAFRPPXXX0000000000}{2:I940BNPAFRPPXXXN}{4:\r\n:20:STARTUMS'],
  ['CFONB 120', '0130004    00003EUR2 12345678901  271126                                                  0000000000000{\n'],
  ['OFX', 'OFXHEADER:100\nDATA:OFXSGML\n'],
  ['OFX', '\n<?xml version="1.0"?>\n<?OFX OFXHEADER="200"?><OFX></OFX>'],
])('%s is told what it is', async (kind, text) => {
  await expect(readBankAnswer([Buffer.from(text)])).rejects.toMatchObject({
    code: 'other_kind',
    message: expect.stringMatching(new RegExp(`type ${kind}\\. .*camt\\.053`)),
  })
})
