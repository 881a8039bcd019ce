import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accountReportXml, prefixed, statusReportXml } from '#test/samples/bank/answers.ts'
import { accountReports, statusReports, strictStatusReports } from '#test/samples/bank/random-answers.ts'
import { schemaErrors, schemasMissing, schemasNote } from '#test/samples/bank/schemas.ts'
import type { BankAnswer } from '../domain/bank-answer.ts'
import { BankFileError } from '../domain/bank-file-error.ts'
import { readBankAnswer } from './read-bank-answer.ts'

const read = (xml: string) => readBankAnswer([Buffer.from(xml)])
const answers = fc.oneof(statusReports, strictStatusReports, accountReports)
const xmlOf = (answer: BankAnswer) => (answer.kind === 'status_report' ? statusReportXml(answer) : accountReportXml(answer))

async function* inPieces(bytes: Buffer, lengths: readonly number[]) {
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? 1
    yield bytes.subarray(at, at + length)
    at += length
  }
}

describe('what a bank writes is read back as it was', () => {
  test('in every version, with or without prefixes, in pieces of any length', async () => {
    await fc.assert(
      fc.asyncProperty(
        answers,
        fc.option(fc.constantFrom('ns2', 'doc')),
        fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 5 }),
        async (answer, prefix, lengths) => {
          const xml = prefix ? prefixed(xmlOf(answer), prefix) : xmlOf(answer)
          expect(await readBankAnswer(inPieces(Buffer.from(xml), lengths))).toEqual(answer)
        },
      ),
      { numRuns: 300 },
    )
  })

  describe.skipIf(schemasMissing)(`the tests’ banks write what the schemas allow${schemasNote}`, () => {
    test.each([
      ['status reports', statusReports],
      ['rejections in the strict pain.002.001.03', strictStatusReports],
      // Statements and notifications have the same entries.
      ['account reports', accountReports.map((report) => ({ ...report, version: report.version.replace(/05\d/, '052') }))],
    ])('%s', (_, arbitrary: fc.Arbitrary<BankAnswer>) => {
      fc.assert(
        fc.property(arbitrary, (answer) => {
          expect(schemaErrors(answer.version, xmlOf(answer))).toEqual([])
        }),
        { numRuns: 100 },
      )
    })
  })

  const sample = accountReportXml({
    kind: 'account_report',
    version: 'camt.054.001.08',
    isKnownVersion: true,
    messageId: 'É1',
    createdOn: '2026-12-01',
    sender: null,
    period: null,
    entries: [],
  })

  test.each([
    ['ISO-8859-1', Buffer.from(sample.replace('UTF-8', 'ISO-8859-1'), 'latin1')],
    ['ISO-8859-15', Buffer.from(sample.replace('UTF-8', 'iso-8859-15'), 'latin1')],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${sample}`)],
    ['UTF-16', Buffer.from(`\ufeff${sample.replace('UTF-8', 'UTF-16')}`, 'utf16le')],
    ['UTF-8 without a declaration', Buffer.from(sample.replace(/<\?.*\?>/, ''))],
  ])('%s', async (_, bytes) => expect(await readBankAnswer([bytes])).toMatchObject({ messageId: 'É1', entries: [] }))

  test('an unknown version and a document without a namespace are read and marked', async () => {
    expect(await read(sample.replace('001.08', '001.13'))).toMatchObject({ version: 'camt.054.001.13', isKnownVersion: false })
    expect(await read(sample.replace(/ xmlns="[^"]*"/, ''))).toMatchObject({
      version: '',
      isKnownVersion: false,
      messageId: 'É1',
    })
  })

  test('a message in an envelope is found', async () => {
    const body = sample.replace(/<\?.*\?>/, '')
    const envelope = `<Env xmlns="urn:bank"><AppHdr><MsgId>no</MsgId></AppHdr>${body}</Env>`
    expect(await read(envelope)).toMatchObject({ version: 'camt.054.001.08', messageId: 'É1' })
  })
})

describe('any other bytes', () => {
  const declared = async (bytes: Uint8Array) => {
    const error = await readBankAnswer([bytes]).then(
      () => null,
      (thrown: unknown) => thrown,
    )
    if (error !== null) expect(error).toBeInstanceOf(BankFileError)
  }

  test('cut, changed or foreign files are answered with the declared error or read, and throw nothing else', async () => {
    const damage = fc.record({
      cut: fc.option(fc.nat(6000)),
      flips: fc.array(fc.record({ at: fc.nat(6000), bits: fc.integer({ min: 1, max: 255 }) }), { maxLength: 4 }),
      insert: fc.option(
        fc.record({ at: fc.nat(6000), text: fc.constantFrom('<', '>', '</', '&', '<!--', ']]>', '<Ntry>', '\0', 'NaN') }),
      ),
    })
    await fc.assert(
      fc.asyncProperty(answers, damage, async (answer, { cut, flips, insert }) => {
        const bytes = Buffer.from(xmlOf(answer))
        for (const { at, bits } of flips) bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ bits
        const shorter = cut === null ? bytes : bytes.subarray(0, cut % bytes.length)
        const at = (insert?.at ?? 0) % (shorter.length + 1)
        await declared(Buffer.concat([shorter.subarray(0, at), Buffer.from(insert?.text ?? ''), shorter.subarray(at)]))
      }),
      { numRuns: 1000 },
    )
    await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 600 }), declared), { numRuns: 300 })
  })

  const around = (content: string) =>
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>${content}</BkToCstmrStmt></Document>`
  const header = '<GrpHdr><MsgId>M</MsgId><CreDtTm>2026-12-01T08:00:00</CreDtTm></GrpHdr>'
  const entry = (amount: string, rest = '<CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts>') =>
    around(`${header}<Stmt><Ntry>${amount}${rest}</Ntry></Stmt>`)

  test.each([
    ['', 'not_xml', 'Ce fichier n’est pas un fichier XML complet.'],
    ['%PDF-1.7', 'other_kind', /^Ce fichier est de type PDF\. .*XML/],
    [around(header).slice(0, -5), 'not_xml', 'Ce fichier n’est pas un fichier XML complet.'],
    [around('&bank;'), 'not_xml', 'Ce fichier n’est pas un fichier XML complet.'],
    [`<!DOCTYPE a [<!ENTITY b "c">]>${around(header)}`, 'doctype', /DOCTYPE/],
    [`${'<a>'.repeat(41)}${'</a>'.repeat(41)}`, 'too_deep', /40 niveaux/],
    ['<?xml version="1.0" encoding="EBCDIC"?><a/>', 'encoding', /UTF-8/],
    ['<constructor/>', 'not_an_answer', /réponse de banque/],
    ['<html/>', 'not_an_answer', /pain\.002, camt\.052, camt\.053 et camt\.054/],
    [
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn/></Document>',
      'not_an_answer',
      /réponse/,
    ],
    [around(''), 'incomplete', 'Il manque dans le fichier : BkToCstmrStmt/GrpHdr/MsgId.'],
    [entry(''), 'incomplete', 'Il manque dans le fichier : Ntry/Amt.'],
    [entry('<Amt Ccy="EUR">1.00</Amt>', ''), 'incomplete', 'Il manque dans le fichier : Ntry/CdtDbtInd.'],
    [entry('<Amt Ccy="EUR">1,00</Amt>'), 'amount', 'Montant illisible dans le fichier : 1,00.'],
    [entry('<Amt Ccy="EUR">1.005</Amt>'), 'amount', 'Montant illisible dans le fichier : 1.005.'],
    [entry('<Amt Ccy="EUR">1e3</Amt>'), 'amount', 'Montant illisible dans le fichier : 1e3.'],
    [entry('<Amt Ccy="EUR">99999999999999999</Amt>'), 'amount', /Montant illisible/],
    [entry('<Amt Ccy="USD">1.00</Amt>'), 'currency', 'Ce relevé est en USD : seuls les comptes en euros sont rapprochés.'],
  ])('%s: %s', async (xml, code, message) => {
    const error = await read(xml).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(BankFileError)
    expect(error).toMatchObject({ code, message: typeof message === 'string' ? message : expect.stringMatching(message) })
  })

  test('bytes that are not of the named encoding', async () => {
    const bytes = Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="UTF-8"?><a>'),
      Buffer.from([0xc3, 0x28]),
      Buffer.from('</a>'),
    ])
    await expect(readBankAnswer([bytes])).rejects.toMatchObject({ code: 'encoding' })
  })

  test('a PDF is told what it is, whatever its bytes are', async () => {
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n%'), Buffer.alloc(400, 0xe2)])
    await expect(readBankAnswer([bytes])).rejects.toMatchObject({
      code: 'other_kind',
      message: expect.stringMatching(/type PDF/),
    })
  })

  test('40 levels and 20 MiB are read, a byte more is not', async () => {
    await expect(read(`${'<a>'.repeat(40)}${'</a>'.repeat(40)}`)).rejects.toMatchObject({ code: 'not_an_answer' })
    const start = `<a>`
    const piece = Buffer.alloc(1024 * 1024, ' ')
    const twenty = [
      Buffer.from(start),
      ...Array.from({ length: 19 }, () => piece),
      piece.subarray(0, piece.length - 7),
      Buffer.from('</a>'),
    ]
    expect(twenty.reduce((sum, { length }) => sum + length, 0)).toBe(20 * 1024 * 1024)
    await expect(readBankAnswer(twenty)).rejects.toMatchObject({ code: 'not_an_answer' })
    await expect(readBankAnswer([...twenty, Buffer.from(' ')])).rejects.toMatchObject({ code: 'too_large' })
  })
})
