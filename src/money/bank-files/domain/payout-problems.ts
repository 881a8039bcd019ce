import { m } from '../messages/messages.ts'
import { bankNameProblem } from './bank-text.ts'

/** `blocks`: the batch, or this line, cannot be written. `holds`: the line waits, the rest can go. `asks`: a person decides. */
export const payoutProblemEffects = ['blocks', 'holds', 'asks'] as const
export type PayoutProblemEffect = (typeof payoutProblemEffects)[number]

/** What messages name. */
const noFacts = { value: '', next: '', file: '', reason: '', count: '', sum: '', approvedCount: '', approvedSum: '' }
type Facts = Readonly<typeof noFacts>

interface PayoutRule {
  /** Number of the rule in docs/money.md. */
  readonly rule: `R${number}`
  readonly effect: PayoutProblemEffect
  /** For the provider's staff. */
  readonly text: (facts: Facts) => string
}

const rules = {
  no_lines: { rule: 'R1', effect: 'blocks', text: m.noTransfers },
  totals_differ: { rule: 'R1', effect: 'blocks', text: m.totalsDiffer },
  iban_missing: { rule: 'R2', effect: 'blocks', text: m.ibanMissing },
  provider_iban_missing: { rule: 'R2', effect: 'blocks', text: m.providerIbanMissing },
  iban_invalid: { rule: 'R2', effect: 'blocks', text: m.ibanInvalid },
  provider_iban_invalid: { rule: 'R2', effect: 'blocks', text: m.providerIbanInvalid },
  bic_invalid: { rule: 'R2', effect: 'blocks', text: m.bicInvalid },
  end_to_end_id_repeated: { rule: 'R3', effect: 'blocks', text: m.endToEndIdRepeated },
  end_to_end_id_used: { rule: 'R3', effect: 'blocks', text: m.endToEndIdUsed },
  instruction_id_repeated: { rule: 'R3', effect: 'blocks', text: m.instructionIdRepeated },
  instruction_id_used: { rule: 'R3', effect: 'blocks', text: m.instructionIdUsed },
  message_id_used: { rule: 'R4', effect: 'blocks', text: m.messageIdUsed },
  id_characters: { rule: 'R5', effect: 'blocks', text: m.idCharacters },
  name_unusable: { rule: 'R5', effect: 'blocks', text: ({ value }) => bankNameProblem(value) ?? '' },
  name_converted: { rule: 'R5', effect: 'asks', text: m.nameConverted },
  text_cut: { rule: 'R5', effect: 'asks', text: m.textCut },
  amount_out_of_range: { rule: 'R6', effect: 'blocks', text: m.amountOutOfRange },
  day_invalid: { rule: 'R7', effect: 'blocks', text: m.dayInvalid },
  day_past: { rule: 'R7', effect: 'blocks', text: m.dayPast },
  day_closed: { rule: 'R7', effect: 'blocks', text: m.dayClosed },
  instant_needs_09: { rule: 'R8', effect: 'blocks', text: m.instantFormat },
  country_outside_sepa: { rule: 'R9', effect: 'blocks', text: m.outsideSepa },
  address_incomplete: { rule: 'R10', effect: 'blocks', text: m.addressIncomplete },
  own_iban: { rule: 'R11', effect: 'blocks', text: m.ownIban },
  iban_shared: { rule: 'R11', effect: 'asks', text: m.ibanShared },
  iban_recent: { rule: 'R12', effect: 'holds', text: m.ibanRecent },
  statement_repeated: { rule: 'R13', effect: 'blocks', text: m.statementRepeated },
  statement_in_live_file: { rule: 'R13', effect: 'blocks', text: m.statementInLiveFile },
  account_refused: { rule: 'R16', effect: 'holds', text: m.accountRefused },
  own_payout: { rule: 'R14', effect: 'blocks', text: m.ownPayout },
  held_out: { rule: 'R15', effect: 'asks', text: m.heldOut },
} as const satisfies Record<string, PayoutRule>

export type PayoutProblemCode = keyof typeof rules

export const payoutProblemCodes = Object.keys(rules) as readonly PayoutProblemCode[]

/** A problem as it is kept: its words are chosen when somebody reads it. */
export interface KeptProblem {
  readonly code: PayoutProblemCode
  readonly facts: Partial<Facts>
}

export type KeptProblems = readonly KeptProblem[]

export interface PayoutProblem extends KeptProblem {
  readonly rule: PayoutRule['rule']
  readonly effect: PayoutProblemEffect
  /** Index of the line; null for the batch as a whole. */
  readonly line: number | null
  /** Ready to display. */
  readonly message: string
}

export function problemText({ code, facts }: KeptProblem): string {
  const { text }: PayoutRule = rules[code]
  return text({ ...noFacts, ...facts })
}

/** Problems of a line, as a person reads them. */
export const problemsText = (problems: KeptProblems): string => problems.map(problemText).filter(Boolean).join(' ')

export function payoutProblem(code: PayoutProblemCode, line: number | null, facts: Partial<Facts> = {}): PayoutProblem {
  const { rule, effect }: PayoutRule = rules[code]
  return { code, facts, rule, effect, line, message: problemText({ code, facts }) }
}
