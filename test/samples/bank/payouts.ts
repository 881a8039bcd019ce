import fc from 'fast-check'
import { bankText } from '#money/bank-files/domain/bank-text.ts'
import type { PayoutBatch, PayoutLine } from '#money/bank-files/domain/payout-batch.ts'
import type { PayoutContext } from '#money/bank-files/domain/payout-checks.ts'

/** A valid IBAN of this country and account number; check digits by ISO 7064, on big integers. */
export function ibanFor(country: string, account: string): string {
  const digits = [...`${account}${country}00`].map((character) => Number.parseInt(character, 36)).join('')
  return `${country}${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${account}`
}

/** Countries with the form of their account numbers: `n` digits. */
const accountDigits = { FR: 23, DE: 18, BE: 12, ES: 20, PT: 21, CH: 17, SM: 23 } as const

export const ibans = fc
  .constantFrom(...(Object.keys(accountDigits) as (keyof typeof accountDigits)[]))
  .chain((country) =>
    fc
      .array(fc.constantFrom(...'0123456789'), { minLength: accountDigits[country], maxLength: accountDigits[country] })
      .map((digits) => ibanFor(country, country === 'SM' ? `X${digits.slice(1).join('')}` : digits.join(''))),
  )

export const sampleLine: PayoutLine = {
  partnerId: 'partner-1',
  statement: 'REL-2026-11-0001',
  endToEndId: 'PASS-2026-11-000001',
  instructionId: 'PAY-2026-11-0001-1',
  cents: 264_000,
  holder: 'Société Générale d’Élevage & Cie',
  iban: 'FR7630006000011234567890189',
  bic: null,
  address: null,
  remittance: 'Commissions nov. 2026 REL-2026-11-0001 AF-0042-2026-00003',
}

export const sampleBatch: PayoutBatch = {
  format: 'pain.001.001.09',
  messageId: 'PAY-2026-11-0001',
  createdAt: '2026-11-21T17:30:00',
  executeOn: '2026-12-01',
  batchBooking: true,
  instant: false,
  provider: { name: 'Passerelle Conseil SAS', iban: 'FR1420041010050500013M02606', bic: null, contractNumber: null },
  lines: [
    sampleLine,
    {
      ...sampleLine,
      partnerId: 'partner-2',
      statement: 'REL-2026-11-0002',
      endToEndId: 'PASS-2026-11-000002',
      instructionId: 'PAY-2026-11-0001-2',
      cents: 7,
      remittance: 'Commissions nov. 2026 REL-2026-11-0002',
      holder: 'Müller Größe GmbH',
      iban: 'DE89370400440532013000',
      bic: 'COBADEFFXXX',
    },
    {
      ...sampleLine,
      partnerId: 'partner-3',
      statement: 'REL-2026-11-0003',
      endToEndId: 'PASS-2026-11-000003',
      instructionId: 'PAY-2026-11-0001-3',
      cents: 123_456_789,
      remittance: 'Commissions nov. 2026 REL-2026-11-0003',
      holder: 'Cœur & Ça Sàrl',
      iban: 'CH9300762011623852957',
      address: { street: 'Rue du Rhône', building: '12 bis', postcode: '1204', town: 'Genève', country: 'CH' },
    },
  ],
}

export const sampleContext: PayoutContext = {
  today: '2026-11-22',
  approved: { count: 3, cents: 123_720_796 },
  usedMessageIds: new Set(),
  usedEndToEndIds: new Set(),
  usedInstructionIds: new Set(),
  providerIbans: new Set([sampleBatch.provider.iban]),
  sharedIbans: new Map(),
  partnersWithRecentIban: new Set(),
  partnersWithRefusedAccount: new Set(),
  liveStatements: new Map(),
  confirmedNames: new Map(sampleBatch.lines.map(({ partnerId, holder }) => [partnerId, bankText(holder, 70)])),
  heldOut: new Map(),
  makerPartnerId: 'administrator',
}

const latinName = fc
  .tuple(
    fc.constantFrom('Société', 'O’Brien', 'Çelik', 'Łukasz', 'A', 'Straße', 'Nguyễn', 'Cœur', 'D&D', 'İpek'),
    fc.string({ unit: fc.constantFrom(...'aàéœÆßøñ &’–/-_@().,:;"<>€\u00a0ZN9'), maxLength: 90 }),
  )
  .map(([word, rest]) => `${word} ${rest}`)

const address = fc.record({
  street: fc.option(latinName),
  building: fc.option(fc.constantFrom('1', '12 bis', '7/9')),
  postcode: fc.option(fc.constantFrom('1204', 'SW1A 1AA')),
  town: fc.constantFrom('Genève', 'Zürich', 'London', 'San Marino'),
  country: fc.constantFrom('CH', 'GB', 'SM'),
})

/** Batches that banks would take, in both versions. */
export const validBatches: fc.Arbitrary<PayoutBatch> = fc
  .record({
    lines: fc.array(
      fc.record({
        cents: fc.oneof(fc.integer({ min: 1, max: 99_999_999_999 }), fc.constantFrom(1, 99, 100, 99_999_999_999)),
        holder: latinName,
        iban: ibans,
        bic: fc.option(fc.constantFrom('BNPAFRPPXXX', 'COBADEFF', 'UBSWCHZH80A')),
        address: fc.option(address),
        remittance: fc.oneof(fc.constant(''), fc.string({ unit: 'binary', maxLength: 200 }), latinName),
      }),
      { minLength: 1, maxLength: 12 },
    ),
    number: fc.integer({ min: 1, max: 9999 }),
    executeOn: fc.constantFrom('2026-11-23', '2026-12-01', '2027-04-06'),
    batchBooking: fc.boolean(),
    provider: fc.record({
      name: latinName,
      iban: ibans,
      bic: fc.option(fc.constant('CEPAFRPP751')),
      contractNumber: fc.option(fc.constant('0123456789')),
    }),
    version: fc.constantFrom(
      { format: 'pain.001.001.09' as const, instant: false },
      { format: 'pain.001.001.09' as const, instant: true },
      { format: 'pain.001.001.03' as const, instant: false },
    ),
  })
  .map(({ lines, number, version, ...rest }) => ({
    ...rest,
    ...version,
    messageId: `PAY-2026-11-${number}`,
    createdAt: '2026-11-21T17:30:00',
    lines: lines.map((line, index) => ({
      ...line,
      partnerId: `partner-${index}`,
      statement: `REL-2026-11-${index}`,
      endToEndId: `PASS-2026-11-${number}-${index}`,
      instructionId: `PAY-2026-11-${number}-${index}`,
    })),
  }))

/** What the portal would know of a batch that nothing is wrong with. */
export function contextOf(batch: PayoutBatch): PayoutContext {
  const cents = batch.lines.reduce((sum, line) => sum + line.cents, 0)
  return { ...sampleContext, approved: { count: batch.lines.length, cents }, providerIbans: new Set([batch.provider.iban]) }
}
