import fc from 'fast-check'
import type { AccountReport, BankEntry, StatusReport } from '#money/bank-files/domain/bank-answer.ts'

const id = fc.stringMatching(/^[A-Z0-9-]{1,35}$/)
const text = fc.string({ unit: fc.constantFrom(...'abcÉé<>&"\' /ß-0€'), minLength: 1, maxLength: 60 }).map((each) => `x${each}x`)
const amount = fc.oneof(
  fc.integer({ min: 0, max: 99_999_999_999 }).map((cents) => ({ currency: 'EUR', cents })),
  fc.constant({ currency: 'USD', cents: null }),
)
const euros = fc.integer({ min: 1, max: 99_999_999_999 }).map((cents) => ({ currency: 'EUR', cents }))
const reasonCode = fc.constantFrom('AC01', 'AC04', 'MS03', 'RR04')
const reason = fc.record({ code: fc.option(reasonCode), info: fc.array(text, { maxLength: 2 }) })
/** Without a code or a text there is no element to read back. */
const saidReasons = fc
  .array(reason, { maxLength: 2 })
  .map((all) => all.filter(({ code, info }) => code !== null || info.length > 0))
const day = fc.constantFrom('2026-11-20', '2026-12-01', '2028-02-29')

const sender = fc.option(text.map((each) => each.replace(/\s+/g, ' ')))
const about = { isKnownVersion: fc.constant(true), messageId: id, createdOn: day, sender, period: fc.constant(null) }
const period = fc.option(
  fc
    .tuple(day, day)
    .map((days) => days.toSorted())
    .map(([from = '', to = '']) => ({ from, to })),
)

const line = fc.record({
  instructionId: fc.option(id),
  endToEndId: fc.option(id),
  status: fc.option(fc.constantFrom('ACCP', 'ACSC', 'RJCT', 'PDNG', 'RCVC', 'RVMC', 'RVNM')),
  reasons: saidReasons,
  amount: fc.option(amount),
})

const group = fc.record({ status: fc.option(fc.constantFrom('ACCP', 'PART', 'RJCT')), reasons: saidReasons })

export const statusReports: fc.Arbitrary<StatusReport> = fc
  .record({
    version: fc.constantFrom('pain.002.001.10', 'pain.002.001.12'),
    ...about,
    originalMessageId: id,
    status: fc.option(fc.constantFrom('ACTC', 'ACCP', 'ACSC', 'PART', 'RJCT', 'RVCM')),
    reasons: saidReasons,
    groups: fc.array(fc.record({ group, lines: fc.array(line, { maxLength: 5 }) }), { maxLength: 3 }),
  })
  .map(({ groups, ...rest }) => ({
    ...rest,
    kind: 'status_report',
    groups: groups.map((each, index) => ({ paymentInfoId: `GROUP-${index}`, ...each.group })),
    lines: groups.flatMap(({ lines }, index) => lines.map((each) => ({ paymentInfoId: `GROUP-${index}`, ...each }))),
  }))

/** What the strict schema of pain.002.001.03 has room for: rejections with a code. */
export const strictStatusReports: fc.Arbitrary<StatusReport> = fc
  .tuple(statusReports, euros, reasonCode)
  .map(([report, orders, code]) => ({
    ...report,
    version: 'pain.002.001.03',
    sender: null,
    status: 'RJCT',
    reasons: [{ code, info: [] }],
    groups: report.groups.map((each) => ({ ...each, status: null, reasons: [] })),
    lines: report.lines.map((each) => ({ ...each, status: 'RJCT', reasons: [{ code, info: [] }], amount: orders })),
  }))

const direction = fc.constantFrom('debit' as const, 'credit' as const)

const transaction = fc.record({
  amount: euros,
  endToEndId: fc.option(id),
  paymentInfoId: fc.option(id),
  returnReason: fc.option(reason.filter(({ code, info }) => code !== null || info.length > 0)),
  party: fc.option(text),
  texts: fc.array(text, { maxLength: 3 }),
  references: fc.array(id, { maxLength: 2 }),
})

const batch = fc.record({
  paymentInfoId: fc.option(id),
  messageId: fc.option(id),
  count: fc.integer({ min: 1, max: 10_000 }),
  amount: euros,
})

const entry: fc.Arbitrary<BankEntry> = fc
  .record({
    account: fc.constantFrom('FR1420041010050500013M02606', 'DE89370400440532013000'),
    reference: fc.option(id),
    direction,
    isBooked: fc.boolean(),
    amount,
    bookedOn: day,
    batches: fc.array(batch, { maxLength: 1 }),
    transactions: fc.array(transaction, { minLength: 1, maxLength: 4 }),
  })
  .map((each) => ({
    ...each,
    transactions: each.transactions.map((payment) => {
      const { returnReason } = payment
      return { ...payment, direction: each.direction, isReturn: returnReason !== null }
    }),
  }))

export const accountReports: fc.Arbitrary<AccountReport> = fc.record({
  kind: fc.constant('account_report' as const),
  version: fc
    .tuple(fc.constantFrom('camt.052', 'camt.053', 'camt.054'), fc.constantFrom('02', '04', '08'))
    .map(([kind, number]) => `${kind}.001.${number}`),
  ...about,
  period,
  entries: fc
    .array(entry, { minLength: 1, maxLength: 6 })
    // A file without any entry in euros is refused; entries of one account follow each other.
    .filter((entries) => entries.some(({ amount: { currency } }) => currency === 'EUR'))
    .map((entries) => entries.toSorted((one, other) => (one.account ?? '').localeCompare(other.account ?? ''))),
})
