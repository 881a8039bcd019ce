import { expect, test } from 'vitest'
import { BankFileError } from '../domain/bank-file-error.ts'
import { readInProcess } from './read-in-process.ts'

const mib = 1024 * 1024
const answer =
  '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId>' +
  '<CreDtTm>2026-11-02T10:00:00</CreDtTm></GrpHdr></BkToCstmrStmt></Document>'

test('19 MB of empty elements take no memory of the portal, and the file behind them is read', async () => {
  const junk = Buffer.concat([Buffer.from('<a>'), Buffer.alloc(19_000_000, '<b/>'), Buffer.from('</a>')])
  const before = process.memoryUsage.rss()
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 20)
  try {
    const [refused, read] = await Promise.allSettled([readInProcess(junk), readInProcess(Buffer.from(answer))])
    expect(refused).toMatchObject({ reason: expect.any(BankFileError) })
    expect(refused).toMatchObject({ reason: { code: 'too_complex', message: expect.stringMatching(/temps ou de mémoire/) } })
    expect(read).toMatchObject({ value: { kind: 'account_report', messageId: 'M1' } })
    expect((peak - before) / mib).toBeLessThan(150)
  } finally {
    clearInterval(watch)
  }
}, 90_000)

test('what is wrong with a file is said as when it is read at once', async () => {
  const wrong = Buffer.from(answer.replace('<MsgId>M1</MsgId>', ''))
  await expect(readInProcess(wrong)).rejects.toMatchObject({
    code: 'incomplete',
    message: 'Il manque dans le fichier : BkToCstmrStmt/GrpHdr/MsgId.',
  })
})

test('more files than are read soon are refused at once', async () => {
  const many = await Promise.allSettled(Array.from({ length: 8 }, () => readInProcess(Buffer.from(answer))))
  const refused = many.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThan(8)
  for (const each of refused) expect(each).toMatchObject({ reason: { code: 'inspection_unavailable' } })
})
