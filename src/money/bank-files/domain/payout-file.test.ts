import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { outsideFacts, payoutErrors } from '#test/samples/bank/payout-errors.ts'
import { judgePayoutFile } from '#test/samples/bank/payout-judge.ts'
import { contextOf, sampleBatch, sampleLine, validBatches } from '#test/samples/bank/payouts.ts'
import { schemaErrors, schemasMissing, schemasNote } from '#test/samples/bank/schemas.ts'
import { payoutFormats } from './payout-batch.ts'
import { checkPayoutFile } from './payout-checks.ts'
import { payoutFile } from './payout-file.ts'
import { payoutProblem, payoutProblemCodes } from './payout-problems.ts'

const fileOf = (format: (typeof payoutFormats)[number]) => payoutFile({ ...sampleBatch, format })

describe('the payout file', () => {
  test('says what the batch says, in the order of the message', () => {
    const expected = readFileSync(new URL('../../../../test/samples/bank/payout.xml', import.meta.url), 'utf8')
    expect(fileOf('pain.001.001.09')).toBe(expected)
    expect(fileOf('pain.001.001.03')).toBe(
      expected
        .replace('pain.001.001.09', 'pain.001.001.03')
        .replace(/\s+<Dt>2026-12-01<\/Dt>\s+/, '2026-12-01')
        .replaceAll('BICFI', 'BIC')
        .replace(/\s+<PstlAdr>.*<\/PstlAdr>/s, ''),
    )
  })

  test('has no address for accounts of the EEA', () => {
    const { address } = sampleBatch.lines[2] ?? sampleLine
    const lines = [{ ...sampleLine, address }]
    expect(payoutFile({ ...sampleBatch, lines })).not.toContain('PstlAdr')
  })

  test('has a local instrument if it is instant', () => {
    expect(payoutFile({ ...sampleBatch, instant: true })).toMatch(
      /<\/SvcLvl>\s*<LclInstrm>\s*<Cd>INST<\/Cd>\s*<\/LclInstrm>\s*<\/PmtTpInf>/,
    )
  })

  test('has a contract number if the bank asked for one', () => {
    expect(payoutFile({ ...sampleBatch, provider: { ...sampleBatch.provider, contractNumber: 'C&1', bic: 'BNPAFRPP' } })).toMatch(
      /<Id>\s*<OrgId>\s*<Othr>\s*<Id>C&amp;1<\/Id>\s*<\/Othr>\s*<\/OrgId>\s*<\/Id>\s*<\/InitgPty>/,
    )
  })

  test('amounts that are not whole cents are not written; texts are escaped', () => {
    for (const cents of [0.5, -1, Number.NaN, 2 ** 53]) {
      expect(() => payoutFile({ ...sampleBatch, lines: [{ ...sampleLine, cents }] })).toThrow(RangeError)
    }
    expect(payoutFile({ ...sampleBatch, messageId: '<A&B>' })).toContain('<MsgId>&lt;A&amp;B&gt;</MsgId>')
  })

  test('whatever the batch, it passes the tests’ own judge', () => {
    fc.assert(
      fc.property(validBatches, (batch) => {
        fc.pre(new Set([batch.provider.iban, ...batch.lines.map(({ iban }) => iban)]).size === batch.lines.length + 1)
        expect(checkPayoutFile(batch, contextOf(batch)).filter(({ effect }) => effect !== 'asks')).toEqual([])
        expect(judgePayoutFile(payoutFile(batch), { ...outsideFacts, statementsUnderWay: [] })).toEqual([])
      }),
      { numRuns: 200 },
    )
  })
})

describe('errors in a file, and which judge finds them', () => {
  test('there are some for each rule, which the product checks before it writes', () => {
    const rules = Array.from({ length: 16 }, (_, index) => `R${index + 1}`)
    const seededRules = new Set(payoutErrors.flatMap(({ judge }) => judge))
    const checkedRules = new Set<string>(payoutProblemCodes.map((code) => payoutProblem(code, null).rule))
    expect(rules.filter((rule) => !seededRules.has(rule) || !checkedRules.has(rule))).toEqual([])
    expect([seededRules.size, checkedRules.size]).toEqual([rules.length, rules.length])
  })

  const seeded = payoutErrors.map((each) => ({
    ...each,
    files: payoutFormats.map((format) => ({ before: fileOf(format), after: each.seed(fileOf(format), format), format })),
  }))

  test.each(seeded)('$error', ({ files, judge, iso, strict }) => {
    for (const { before, after } of files) {
      expect(judgePayoutFile(before, outsideFacts)).toEqual([])
      expect(after).not.toBe(before)
      expect(judgePayoutFile(after, outsideFacts)).toEqual(judge)
    }
    expect(judge.length > 0 || iso || strict).toBe(true)
  })

  describe.skipIf(schemasMissing)(`schemas of the banks${schemasNote}`, () => {
    test.each(seeded)('$error: refused by ISO’s: $iso, by the strict one: $strict', ({ files, iso, strict }) => {
      const refused = files.map(({ after, format }) => [format, schemaErrors(format, after).length > 0])
      expect(refused).toEqual([
        ['pain.001.001.09', iso],
        ['pain.001.001.03', strict],
      ])
    })

    test('refuse an instant transfer in pain.001.001.03, which the product refuses as well', () => {
      const batch = { ...sampleBatch, format: 'pain.001.001.03' as const, instant: true }
      expect(schemaErrors(batch.format, payoutFile(batch))).not.toEqual([])
      expect(checkPayoutFile(batch, contextOf(batch)).map(({ code }) => code)).toEqual(['instant_needs_09'])
    })

    test('accept whatever the product writes, in both versions', () => {
      fc.assert(
        fc.property(validBatches, (batch) => {
          const formats = batch.instant ? [batch.format] : payoutFormats
          for (const format of formats) expect(schemaErrors(format, payoutFile({ ...batch, format }))).toEqual([])
        }),
        { numRuns: 200 },
      )
    })
  })
})
