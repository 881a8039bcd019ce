import type { PayoutFormat } from '#money/bank-files/domain/payout-batch.ts'
import type { KnownOutside } from './payout-judge.ts'

export const outsideFacts: KnownOutside = {
  today: '2026-11-22',
  messageIds: ['PAY-2026-10-0009'],
  ids: ['PASS-2026-10-000009'],
  recentIbans: ['ES9121000418450200051332'],
  statementsUnderWay: ['REL-2026-10-0009'],
  makersIbans: ['FR7630004000031234567890143'],
  heldOutStatements: ['REL-2026-10-0008'],
  refusedIbans: ['FR7610107001011234567890129'],
}

/** An error put into a file written for `sampleBatch`. */
export interface PayoutError {
  readonly error: string
  readonly seed: (xml: string, format: PayoutFormat) => string
  /** Rules of docs/money.md that the tests' own judge reports. */
  readonly judge: readonly string[]
  /** Whether ISO's schema of pain.001.001.09, and the banks' strict one of pain.001.001.03, refuse it. */
  readonly iso: boolean
  readonly strict: boolean
}

const replaced = (from: string, to: string) => (xml: string) => xml.replace(from, to)
const everywhere = (from: string, to: string) => (xml: string) => xml.replaceAll(from, to)
const day = (to: string) => replaced('2026-12-01', to)

const seededError = (name: string, seed: PayoutError['seed'], judge: string, iso = false, strict = false): PayoutError => ({
  error: name,
  seed,
  judge: judge.split(' ').filter(Boolean),
  iso,
  strict,
})

export const payoutErrors: readonly PayoutError[] = [
  seededError('control sum off by a cent', replaced('1237207.96', '1237207.95'), 'R1'),
  seededError('wrong number of transfers', replaced('<NbOfTxs>3<', '<NbOfTxs>4<'), 'R1'),
  seededError('amount of 0.00', replaced('>0.07<', '>0.00<'), 'R1 R6', false, true),
  seededError('amount with 3 decimals', replaced('>0.07<', '>0.071<'), 'R1 R6', false, true),
  seededError('amount above the limit', replaced('>0.07<', '>1000000000.00<'), 'R1 R6', false, true),
  seededError('IBAN with a wrong digit', replaced('DE89370400440532013000', 'DE89370400440532013001'), 'R2'),
  seededError('IBAN of a wrong length', replaced('DE89370400440532013000', 'DE493704004405320130'), 'R2'),
  seededError('IBAN in lower case', replaced('>DE8937', '>de8937'), 'R2 R9', true, true),
  seededError('no account of the partner', (xml) => xml.replace(/<CdtrAcct>.*?<\/CdtrAcct>/s, ''), 'R2', false, true),
  seededError('end-to-end id twice', replaced('PASS-2026-11-000002', 'PASS-2026-11-000001'), 'R3'),
  seededError('end-to-end id used before', replaced('PASS-2026-11-000002', 'PASS-2026-10-000009'), 'R3'),
  seededError('instruction id twice', replaced('>PAY-2026-11-0001-2<', '>PAY-2026-11-0001-1<'), 'R3'),
  seededError('end-to-end id of 36 characters', replaced('PASS-2026-11-000002', 'P'.repeat(36)), 'R5', true, true),
  seededError('message id used before', everywhere('>PAY-2026-11-0001<', '>PAY-2026-10-0009<'), 'R4'),
  seededError('accent in the message id', everywhere('>PAY-2026-11-0001<', '>PAYÉ-2026-11-0001<'), 'R5', false, true),
  seededError('accent in a name', replaced('>Muller', '>Müller'), 'R5'),
  seededError('ampersand in a name', replaced('>Coeur + ', '>Coeur &amp; '), 'R5'),
  seededError('double slash in the text', replaced('Commissions nov. 2026', 'Commissions //nov. 2026'), 'R5'),
  seededError('slash before a name', replaced('>Muller', '>/Muller'), 'R5'),
  seededError('name of 71 characters', replaced('Muller Grosse GmbH', 'M'.repeat(71)), 'R5', false, true),
  seededError('text of 141 characters', replaced('Commissions nov. 2026 REL-2026-11-0002', 'C'.repeat(141)), 'R5', true, true),
  seededError('execution on a Sunday', day('2026-12-06'), 'R7'),
  seededError('execution on Good Friday', day('2027-03-26'), 'R7'),
  seededError('execution in the past', day('2026-11-20'), 'R7'),
  seededError('execution day in the French notation', day('01/12/2026'), 'R7', true, true),
  seededError('US dollars', replaced('Ccy="EUR"', 'Ccy="USD"'), 'R8', false, true),
  seededError('shared charges', replaced('>SLEV<', '>SHAR<'), 'R8', false, true),
  seededError('no charge bearer', replaced('<ChrgBr>SLEV</ChrgBr>', ''), 'R8'),
  seededError('urgent service level', replaced('>SEPA<', '>URGP<'), 'R8'),
  seededError('payment by cheque', replaced('>TRF<', '>CHK<'), 'R8', false, true),
  seededError('account outside SEPA', replaced('DE89370400440532013000', 'GE29NB0000000101904917'), 'R9'),
  seededError('unstructured address', replaced('GmbH</Nm>', 'GmbH</Nm><PstlAdr><AdrLine>Berlin</AdrLine></PstlAdr>'), 'R10'),
  seededError(
    'address without a town',
    replaced('GmbH</Nm>', 'GmbH</Nm><PstlAdr><StrtNm>Hof</StrtNm></PstlAdr>'),
    'R10',
    false,
    true,
  ),
  seededError('transfer to the debtor', replaced('DE89370400440532013000', 'FR1420041010050500013M02606'), 'R11'),
  seededError('two transfers to one IBAN', replaced('DE89370400440532013000', 'FR7630006000011234567890189'), 'R11'),
  seededError('IBAN changed a day ago', replaced('DE89370400440532013000', 'ES9121000418450200051332'), 'R12'),
  seededError('statement twice', replaced('REL-2026-11-0002<', 'REL-2026-11-0001<'), 'R13'),
  seededError('transfer to who makes the file', replaced('DE89370400440532013000', 'FR7630004000031234567890143'), 'R14'),
  seededError('statement that was left out of a file made again', replaced('REL-2026-11-0002<', 'REL-2026-10-0008<'), 'R15'),
  seededError('account that the bank has refused', replaced('DE89370400440532013000', 'FR7610107001011234567890129'), 'R16'),
  seededError('statement in another file', replaced('REL-2026-11-0002<', 'REL-2026-10-0009<'), 'R13'),
  seededError('elements in another order', swapped, '', true, true),
  seededError('no debtor', (xml) => xml.replace(/<Dbtr>.*?<\/Dbtr>/s, ''), '', true, true),
  seededError('empty name', replaced('<Nm>Muller Grosse GmbH</Nm>', '<Nm></Nm>'), 'R5', true, true),
]

function swapped(xml: string): string {
  return xml.replace('<ChrgBr>SLEV</ChrgBr>', '').replace('<ReqdExctnDt>', '<ChrgBr>SLEV</ChrgBr><ReqdExctnDt>')
}
