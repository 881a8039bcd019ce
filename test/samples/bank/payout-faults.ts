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

/** A fault put into a file written for `sampleBatch`. */
export interface PayoutFault {
  readonly fault: string
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

const fault = (name: string, seed: PayoutFault['seed'], judge: string, iso = false, strict = false): PayoutFault => ({
  fault: name,
  seed,
  judge: judge.split(' ').filter(Boolean),
  iso,
  strict,
})

export const payoutFaults: readonly PayoutFault[] = [
  fault('control sum off by a cent', replaced('1237207.96', '1237207.95'), 'R1'),
  fault('wrong number of transfers', replaced('<NbOfTxs>3<', '<NbOfTxs>4<'), 'R1'),
  fault('amount of 0.00', replaced('>0.07<', '>0.00<'), 'R1 R6', false, true),
  fault('amount with 3 decimals', replaced('>0.07<', '>0.071<'), 'R1 R6', false, true),
  fault('amount above the limit', replaced('>0.07<', '>1000000000.00<'), 'R1 R6', false, true),
  fault('IBAN with a wrong digit', replaced('DE89370400440532013000', 'DE89370400440532013001'), 'R2'),
  fault('IBAN of a wrong length', replaced('DE89370400440532013000', 'DE493704004405320130'), 'R2'),
  fault('IBAN in lower case', replaced('>DE8937', '>de8937'), 'R2 R9', true, true),
  fault('no account of the partner', (xml) => xml.replace(/<CdtrAcct>.*?<\/CdtrAcct>/s, ''), 'R2', false, true),
  fault('end-to-end id twice', replaced('PASS-2026-11-000002', 'PASS-2026-11-000001'), 'R3'),
  fault('end-to-end id used before', replaced('PASS-2026-11-000002', 'PASS-2026-10-000009'), 'R3'),
  fault('instruction id twice', replaced('>PAY-2026-11-0001-2<', '>PAY-2026-11-0001-1<'), 'R3'),
  fault('end-to-end id of 36 characters', replaced('PASS-2026-11-000002', 'P'.repeat(36)), 'R5', true, true),
  fault('message id used before', everywhere('>PAY-2026-11-0001<', '>PAY-2026-10-0009<'), 'R4'),
  fault('accent in the message id', everywhere('>PAY-2026-11-0001<', '>PAYÉ-2026-11-0001<'), 'R5', false, true),
  fault('accent in a name', replaced('>Muller', '>Müller'), 'R5'),
  fault('ampersand in a name', replaced('>Coeur + ', '>Coeur &amp; '), 'R5'),
  fault('double slash in the text', replaced('Commissions nov. 2026', 'Commissions //nov. 2026'), 'R5'),
  fault('slash before a name', replaced('>Muller', '>/Muller'), 'R5'),
  fault('name of 71 characters', replaced('Muller Grosse GmbH', 'M'.repeat(71)), 'R5', false, true),
  fault('text of 141 characters', replaced('Commissions nov. 2026 REL-2026-11-0002', 'C'.repeat(141)), 'R5', true, true),
  fault('execution on a Sunday', day('2026-12-06'), 'R7'),
  fault('execution on Good Friday', day('2027-03-26'), 'R7'),
  fault('execution in the past', day('2026-11-20'), 'R7'),
  fault('execution day in the French notation', day('01/12/2026'), 'R7', true, true),
  fault('US dollars', replaced('Ccy="EUR"', 'Ccy="USD"'), 'R8', false, true),
  fault('shared charges', replaced('>SLEV<', '>SHAR<'), 'R8', false, true),
  fault('no charge bearer', replaced('<ChrgBr>SLEV</ChrgBr>', ''), 'R8'),
  fault('urgent service level', replaced('>SEPA<', '>URGP<'), 'R8'),
  fault('payment by cheque', replaced('>TRF<', '>CHK<'), 'R8', false, true),
  fault('account outside SEPA', replaced('DE89370400440532013000', 'GE29NB0000000101904917'), 'R9'),
  fault('unstructured address', replaced('GmbH</Nm>', 'GmbH</Nm><PstlAdr><AdrLine>Berlin</AdrLine></PstlAdr>'), 'R10'),
  fault('address without a town', replaced('GmbH</Nm>', 'GmbH</Nm><PstlAdr><StrtNm>Hof</StrtNm></PstlAdr>'), 'R10', false, true),
  fault('transfer to the debtor', replaced('DE89370400440532013000', 'FR1420041010050500013M02606'), 'R11'),
  fault('two transfers to one IBAN', replaced('DE89370400440532013000', 'FR7630006000011234567890189'), 'R11'),
  fault('IBAN changed a day ago', replaced('DE89370400440532013000', 'ES9121000418450200051332'), 'R12'),
  fault('statement twice', replaced('REL-2026-11-0002<', 'REL-2026-11-0001<'), 'R13'),
  fault('transfer to who makes the file', replaced('DE89370400440532013000', 'FR7630004000031234567890143'), 'R14'),
  fault('statement that was left out of a file made again', replaced('REL-2026-11-0002<', 'REL-2026-10-0008<'), 'R15'),
  fault('account that the bank has refused', replaced('DE89370400440532013000', 'FR7610107001011234567890129'), 'R16'),
  fault('statement in another file', replaced('REL-2026-11-0002<', 'REL-2026-10-0009<'), 'R13'),
  fault('elements in another order', swapped, '', true, true),
  fault('no debtor', (xml) => xml.replace(/<Dbtr>.*?<\/Dbtr>/s, ''), '', true, true),
  fault('empty name', replaced('<Nm>Muller Grosse GmbH</Nm>', '<Nm></Nm>'), 'R5', true, true),
]

function swapped(xml: string): string {
  return xml.replace('<ChrgBr>SLEV</ChrgBr>', '').replace('<ReqdExctnDt>', '<ChrgBr>SLEV</ChrgBr><ReqdExctnDt>')
}
