import { describe, expect, test } from 'vitest'
import { judgePayoutFile } from '#test/samples/bank/payout-judge.ts'
import { ibanFor, sampleBatch, sampleContext, sampleLine } from '#test/samples/bank/payouts.ts'
import type { PayoutBatch, PayoutLine } from './payout-batch.ts'
import { checkPayoutFile, type PayoutContext } from './payout-checks.ts'
import { payoutFile } from './payout-file.ts'
import type { PayoutProblem, PayoutProblemCode } from './payout-problems.ts'

interface Case {
  readonly batch?: Partial<PayoutBatch>
  readonly provider?: Partial<PayoutBatch['provider']>
  /** Changes the second line. */
  readonly line?: Partial<PayoutLine>
  readonly context?: Partial<PayoutContext>
  readonly effect?: PayoutProblem['effect']
  readonly message: string
  /** The problem is of the batch, not of a line. */
  readonly whole?: true
  /** Rule that the tests' own judge reports for the file, where the file alone shows it. */
  readonly inFile?: string
  /** The other line with the same problem. */
  readonly others?: readonly number[]
}

const first = sampleLine
const used = (value: string) => new Set([value])

const cases: Readonly<Record<PayoutProblemCode, Case>> = {
  no_lines: { batch: { lines: [] }, whole: true, message: 'La remise ne contient aucun virement.', inFile: 'R1' },
  totals_differ: {
    line: { cents: 8 },
    whole: true,
    message:
      'La remise ne correspond pas à ce qui a été approuvé : 3 virements pour 1 237 207,97 €, au lieu de 3 pour 1 237 207,96 €.',
  },
  iban_missing: {
    line: { iban: '' },
    message: 'L’IBAN manque ou n’est plus lisible : le partenaire doit le saisir de nouveau.',
  },
  provider_iban_missing: {
    provider: { iban: '' },
    whole: true,
    message: 'Le compte à débiter manque : indiquez-le dans « Réglages, Finances et banque ».',
  },
  iban_invalid: { line: { iban: 'DE89370400440532013001' }, message: 'IBAN incorrect : DE89370400440532013001.', inFile: 'R2' },
  provider_iban_invalid: {
    provider: { iban: 'FR1420041010050500013M02607' },
    whole: true,
    message: 'IBAN du compte à débiter incorrect : FR1420041010050500013M02607.',
    inFile: 'R2',
  },
  bic_invalid: { line: { bic: 'COBA-DE' }, message: 'BIC incorrect : COBA-DE.' },
  end_to_end_id_repeated: {
    line: { endToEndId: first.endToEndId },
    others: [0],
    message: 'Deux virements portent la référence PASS-2026-11-000001.',
    inFile: 'R3',
  },
  end_to_end_id_used: {
    context: { usedEndToEndIds: used('PASS-2026-11-000002') },
    message: 'La référence PASS-2026-11-000002 a déjà été envoyée à la banque.',
  },
  instruction_id_repeated: {
    line: { instructionId: first.instructionId },
    others: [0],
    message: 'Deux virements portent le numéro d’instruction PAY-2026-11-0001-1.',
    inFile: 'R3',
  },
  instruction_id_used: {
    context: { usedInstructionIds: used('PAY-2026-11-0001-2') },
    message: 'Le numéro d’instruction PAY-2026-11-0001-2 a déjà été envoyé à la banque.',
  },
  message_id_used: {
    context: { usedMessageIds: used('PAY-2026-11-0001') },
    whole: true,
    message: 'Le numéro de remise PAY-2026-11-0001 a déjà servi.',
  },
  id_characters: {
    line: { endToEndId: 'PASS/É' },
    message: 'La référence « PASS/É » doit avoir 1 à 35 caractères acceptés par les banques.',
    inFile: 'R5',
  },
  name_unusable: {
    line: { holder: 'Παπαδόπουλος' },
    message: 'Écrivez le nom en lettres latines, comme sur le RIB : la banque ne lit pas « Π ».',
  },
  name_converted: {
    line: { holder: 'Élodie Müller' },
    effect: 'asks',
    message: 'La banque lira : « Elodie Muller ».',
  },
  text_cut: {
    line: { holder: `É${'m'.repeat(70)}` },
    effect: 'asks',
    message: `La banque lira seulement : « E${'m'.repeat(69)} ».`,
  },
  amount_out_of_range: {
    line: { cents: 0 },
    context: { approved: { count: 3, cents: 123_720_789 } },
    message: 'Montant hors limites (0,01 € à 999 999 999,99 €) : 0.',
    inFile: 'R6',
  },
  day_invalid: { batch: { executeOn: '2026-02-30' }, whole: true, message: 'Date d’exécution incorrecte : 2026-02-30.' },
  day_past: {
    batch: { executeOn: '2026-11-20' },
    whole: true,
    message: 'La date d’exécution 2026-11-20 est passée ; prochain jour possible : 2026-11-23.',
    inFile: 'R7',
  },
  day_closed: {
    batch: { executeOn: '2026-12-25' },
    whole: true,
    message: 'Les banques n’exécutent pas de virement le 2026-12-25 ; prochain jour possible : 2026-12-28.',
    inFile: 'R7',
  },
  instant_needs_09: {
    batch: { format: 'pain.001.001.03', instant: true },
    whole: true,
    message: 'Le virement instantané demande le format pain.001.001.09.',
  },
  country_outside_sepa: {
    line: { iban: ibanFor('GE', 'NB0000000101904917') },
    message: 'Compte hors de la zone SEPA : GE.',
    inFile: 'R9',
  },
  address_incomplete: {
    line: {
      iban: ibanFor('CH', '00762011623852958'),
      address: { street: 'Rue', building: null, postcode: null, town: '', country: 'CH' },
    },
    message: 'L’adresse du titulaire demande au moins la ville et le pays.',
    inFile: 'R10',
  },
  own_iban: {
    line: { iban: sampleBatch.provider.iban },
    message: 'L’IBAN du bénéficiaire est celui de votre propre compte.',
    inFile: 'R11',
  },
  iban_shared: {
    line: { iban: first.iban },
    effect: 'asks',
    others: [0],
    message: 'Plusieurs partenaires utilisent cet IBAN : Société Générale d’Élevage & Cie, Müller Größe GmbH.',
    inFile: 'R11',
  },
  iban_recent: {
    context: { partnersWithRecentIban: used('partner-2') },
    effect: 'holds',
    message: 'L’IBAN a changé il y a moins de 72 heures : le virement attend.',
  },
  statement_repeated: {
    line: { statement: first.statement, remittance: first.remittance },
    others: [0],
    message: 'Le relevé REL-2026-11-0001 figure deux fois dans la remise.',
    inFile: 'R13',
  },
  statement_in_live_file: {
    context: { liveStatements: new Map([['REL-2026-11-0002', 'PAY-2026-10-0009']]) },
    message: 'Le relevé REL-2026-11-0002 est déjà dans la remise PAY-2026-10-0009.',
  },
  account_refused: {
    context: { partnersWithRefusedAccount: used('partner-2') },
    effect: 'holds',
    message: 'La banque a refusé ce compte : le virement attend un autre IBAN.',
  },
  own_payout: {
    context: { makerPartnerId: 'partner-2' },
    message: 'C’est votre propre versement : une autre personne doit l’envoyer.',
  },
  held_out: {
    context: { heldOut: new Map([['REL-2026-11-0002', { file: 'PAY-2026-10-0009', reason: 'Compte clos' }]]) },
    effect: 'asks',
    message: 'Exclu de la remise PAY-2026-10-0009 : Compte clos',
  },
}

const apply = ({ batch, provider, line }: Case): PayoutBatch => ({
  ...sampleBatch,
  lines: sampleBatch.lines.map((each, index) => (index === 1 ? { ...each, ...line } : each)),
  ...batch,
  provider: { ...sampleBatch.provider, ...provider },
})

describe('what is wrong with a batch', () => {
  test('nothing is, in the sample, in both versions', () => {
    expect(checkPayoutFile(sampleBatch, sampleContext)).toEqual([])
    expect(checkPayoutFile({ ...sampleBatch, format: 'pain.001.001.03' }, sampleContext)).toEqual([])
  })

  test.each(Object.entries(cases))('%s', (code, each) => {
    const batch = apply(each)
    const cents = batch.lines.reduce((sum, line) => sum + line.cents, 0)
    const approved = code === 'totals_differ' ? sampleContext.approved : { count: batch.lines.length, cents }
    const problems = checkPayoutFile(batch, { ...sampleContext, approved, ...each.context })
    const lines = each.whole ? [null] : [...(each.others ?? []), 1]
    expect(problems).toEqual(
      lines.map((line) =>
        expect.objectContaining({ code, line, effect: each.effect ?? 'blocks', message: expect.any(String) as string }),
      ),
    )
    expect(problems.map(({ message }) => message.replace(/\s/g, ' '))).toEqual(lines.map(() => each.message))
    if (!each.inFile) return
    const outside = {
      today: '2026-11-22',
      messageIds: [],
      ids: [],
      recentIbans: [],
      statementsUnderWay: [],
      makersIbans: [],
      heldOutStatements: [],
      refusedIbans: [],
    }
    expect(judgePayoutFile(payoutFile(batch), outside)).toContain(each.inFile)
    expect(problems.at(-1)?.rule).toBe(each.inFile)
  })

  test('an account of one partner in two lines is not shared, one of the portal’s other partners is', () => {
    const lines = [sampleLine, { ...sampleLine, statement: 'REL-2', endToEndId: 'PASS-2', instructionId: 'PAY-2' }]
    const context = { ...sampleContext, approved: { count: 2, cents: 528_000 } }
    expect(checkPayoutFile({ ...sampleBatch, lines }, context)).toEqual([])
    const shared = checkPayoutFile(
      { ...sampleBatch, lines },
      { ...context, sharedIbans: new Map([[sampleLine.iban, ['Anne', 'Carl']]]) },
    )
    expect(shared.map(({ code, line, message }) => [code, line, message])).toEqual([
      ['iban_shared', 0, 'Plusieurs partenaires utilisent cet IBAN : Anne, Carl.'],
      ['iban_shared', 1, 'Plusieurs partenaires utilisent cet IBAN : Anne, Carl.'],
    ])
  })

  test.each([
    [1, true],
    [99_999_999_999, true],
    [100_000_000_000, false],
    [-1, false],
    [0.5, false],
    [Number.NaN, false],
  ])('%d cents can be sent: %s', (cents, possible) => {
    const batch = { ...sampleBatch, lines: [{ ...sampleLine, cents }] }
    const problems = checkPayoutFile(batch, { ...sampleContext, approved: { count: 1, cents } })
    expect(problems.map(({ code }) => code)).toEqual(possible ? [] : ['amount_out_of_range'])
  })

  test('instant transfers are executed on weekends as well', () => {
    const weekend = { ...sampleBatch, executeOn: '2026-11-22' }
    expect(checkPayoutFile(weekend, sampleContext).map(({ code }) => code)).toEqual(['day_closed'])
    expect(checkPayoutFile({ ...weekend, instant: true }, sampleContext)).toEqual([])
  })

  test('10 000 lines are checked without looking at each pair of them', () => {
    const lines = Array.from({ length: 10_000 }, (_, index) => ({
      ...sampleLine,
      partnerId: `partner-${index}`,
      statement: `REL-${index}`,
      endToEndId: `PASS-${index}`,
      instructionId: `PAY-${index}`,
      holder: 'Societe',
      iban: ibanFor('FR', String(index).padStart(23, '0')),
    }))
    const context = { ...sampleContext, approved: { count: 10_000, cents: 2_640_000_000 } }
    expect(checkPayoutFile({ ...sampleBatch, lines }, context)).toEqual([])
  })
})
