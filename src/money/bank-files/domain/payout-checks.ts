import { ibanChecksOut } from '#platform/domain/iban.ts'
import { type Cents, formatEurosExact } from '#platform/domain/money.ts'
import { bankNameProblem, bankText, isBankId, maxBankName, maxRemittance } from './bank-text.ts'
import { batchCents, type PayoutBatch, type PayoutLine } from './payout-batch.ts'
import { type PayoutProblem, payoutProblem } from './payout-problems.ts'
import { isOutsideEea, isSepaIban } from './sepa-countries.ts'
import { isCalendarDay, isTargetDay, nextTargetDay } from './target-calendar.ts'

/** What the portal knows besides the batch. Sets need to hold no more than what occurs in the batch. */
export interface PayoutContext {
  /** ISO day in the provider's calendar. */
  readonly today: string
  /** Number and sum of the approved payouts, counted independently of the batch. */
  readonly approved: { readonly count: number; readonly cents: Cents }
  readonly usedMessageIds: ReadonlySet<string>
  readonly usedEndToEndIds: ReadonlySet<string>
  readonly usedInstructionIds: ReadonlySet<string>
  /** All accounts of the provider. */
  readonly providerIbans: ReadonlySet<string>
  /** IBANs that more than one partner has saved, with the names of all of them. */
  readonly sharedIbans: ReadonlyMap<string, readonly string[]>
  /** Partners whose IBAN is recent (`isRecentIban`). */
  readonly partnersWithRecentIban: ReadonlySet<string>
  /** Partners whose present account the bank has refused. */
  readonly partnersWithRefusedAccount: ReadonlySet<string>
  /** Message id of the live file in which a statement is, by the statement's reference. */
  readonly liveStatements: ReadonlyMap<string, string>
  /** The bank's spelling of a partner's name that was confirmed last, by the partner. */
  readonly confirmedNames: ReadonlyMap<string, string>
  /** Statements that were left out when their last file was made again, by their reference. */
  readonly heldOut: ReadonlyMap<string, { readonly file: string; readonly reason: string }>
  /** The user who makes the file. */
  readonly makerPartnerId: string | null
}

const maxTransferCents = 99_999_999_999
const bicForm = /^[A-Z]{6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3})?$/

/** Everything that keeps a bank from executing the batch, or that a person should see first; empty when nothing does. */
export function checkPayoutFile(batch: PayoutBatch, context: PayoutContext): PayoutProblem[] {
  const repeated = repeatedValues(batch.lines)
  return [
    ...totalProblems(batch, context),
    ...headerProblems(batch, context),
    ...dayProblems(batch, context.today),
    ...batch.lines.flatMap((line, index) => lineProblems(line, index, { batch, context, repeated })),
  ]
}

/** R1. */
function totalProblems({ lines }: PayoutBatch, { approved }: PayoutContext): PayoutProblem[] {
  if (lines.length === 0) return [payoutProblem('no_lines', null)]
  // Amounts that cannot be added are reported by R6.
  if (!lines.every(({ cents }) => Number.isSafeInteger(cents))) return []
  const cents = batchCents(lines)
  if (lines.length === approved.count && cents === approved.cents) return []
  return [
    payoutProblem('totals_differ', null, {
      count: String(lines.length),
      sum: formatEurosExact(cents),
      approvedCount: String(approved.count),
      approvedSum: formatEurosExact(approved.cents),
    }),
  ]
}

function headerProblems({ messageId, provider, format, instant }: PayoutBatch, context: PayoutContext): PayoutProblem[] {
  const ids = [messageId, ...(provider.contractNumber === null ? [] : [provider.contractNumber])]
  return [
    ...providerIbanProblems(provider.iban),
    ...bicProblems(provider.bic, null),
    ...(context.usedMessageIds.has(messageId) ? [payoutProblem('message_id_used', null, { value: messageId })] : []),
    ...idProblems(ids, null),
    ...nameProblems(provider.name, null),
    ...(instant && format !== 'pain.001.001.09' ? [payoutProblem('instant_needs_09', null)] : []),
  ]
}

function providerIbanProblems(iban: string): PayoutProblem[] {
  if (iban === '') return [payoutProblem('provider_iban_missing', null)]
  return [
    ...(ibanChecksOut(iban) ? [] : [payoutProblem('provider_iban_invalid', null, { value: iban })]),
    ...(isSepaIban(iban) ? [] : [payoutProblem('country_outside_sepa', null, { value: iban.slice(0, 2) })]),
  ]
}

/** R7. Instant transfers are executed on every day. */
function dayProblems({ executeOn, instant }: PayoutBatch, today: string): PayoutProblem[] {
  if (!isCalendarDay(executeOn)) return [payoutProblem('day_invalid', null, { value: executeOn })]
  const possible = (day: string) => (instant ? day : nextTargetDay(day))
  if (executeOn < today) return [payoutProblem('day_past', null, { value: executeOn, next: possible(today) })]
  if (instant || isTargetDay(executeOn)) return []
  return [payoutProblem('day_closed', null, { value: executeOn, next: possible(executeOn) })]
}

interface Surroundings {
  readonly batch: PayoutBatch
  readonly context: PayoutContext
  readonly repeated: ReturnType<typeof repeatedValues>
}

function lineProblems(line: PayoutLine, index: number, { batch, context, repeated }: Surroundings): PayoutProblem[] {
  const { endToEndId, instructionId, statement, iban, cents } = line
  const problem = (code: PayoutProblem['code'], value = '', file = '') => payoutProblem(code, index, { value, file })
  const inRange = Number.isSafeInteger(cents) && cents >= 1 && cents <= maxTransferCents
  const needsAddress = batch.format === 'pain.001.001.09' && isOutsideEea(iban) ? line.address : null
  const live = context.liveStatements.get(statement)
  const heldOut = context.heldOut.get(statement)
  const sharers = context.sharedIbans.get(iban) ?? repeated.ibans.get(iban) ?? []
  return [
    ...accountProblems(line, index, context, batch.provider.iban),
    ...(sharers.length > 0 ? [problem('iban_shared', sharers.join(', '))] : []),
    ...(context.partnersWithRecentIban.has(line.partnerId) ? [problem('iban_recent')] : []),
    ...(repeated.endToEndIds.has(endToEndId) ? [problem('end_to_end_id_repeated', endToEndId)] : []),
    ...(context.usedEndToEndIds.has(endToEndId) ? [problem('end_to_end_id_used', endToEndId)] : []),
    ...(repeated.instructionIds.has(instructionId) ? [problem('instruction_id_repeated', instructionId)] : []),
    ...(context.usedInstructionIds.has(instructionId) ? [problem('instruction_id_used', instructionId)] : []),
    ...idProblems([endToEndId, instructionId], index),
    ...nameProblems(line.holder, index),
    ...spellingProblems(line, index, context),
    ...cutProblems(line.remittance, maxRemittance, index),
    ...(inRange ? [] : [problem('amount_out_of_range', String(cents))]),
    ...(needsAddress && !isCompleteAddress(needsAddress) ? [problem('address_incomplete')] : []),
    ...(repeated.statements.has(statement) ? [problem('statement_repeated', statement)] : []),
    ...(live === undefined ? [] : [problem('statement_in_live_file', statement, live)]),
    ...(context.partnersWithRefusedAccount.has(line.partnerId) ? [problem('account_refused')] : []),
    ...(line.partnerId === context.makerPartnerId ? [problem('own_payout')] : []),
    ...(heldOut === undefined ? [] : [payoutProblem('held_out', index, heldOut)]),
  ]
}

/** R2, R9 and R11 for one line. */
function accountProblems({ iban, bic }: PayoutLine, line: number, context: PayoutContext, ownIban: string): PayoutProblem[] {
  if (iban === '') return [payoutProblem('iban_missing', line)]
  if (!ibanChecksOut(iban)) return [payoutProblem('iban_invalid', line, { value: iban })]
  const isOwn = iban === ownIban || context.providerIbans.has(iban)
  return [
    ...(isSepaIban(iban) ? [] : [payoutProblem('country_outside_sepa', line, { value: iban.slice(0, 2) })]),
    ...(isOwn ? [payoutProblem('own_iban', line)] : []),
    ...bicProblems(bic, line),
  ]
}

function bicProblems(bic: string | null, line: number | null): PayoutProblem[] {
  return bic === null || bicForm.test(bic) ? [] : [payoutProblem('bic_invalid', line, { value: bic })]
}

function idProblems(ids: readonly string[], line: number | null): PayoutProblem[] {
  return ids.filter((id) => !isBankId(id)).map((value) => payoutProblem('id_characters', line, { value }))
}

function nameProblems(name: string, line: number | null): PayoutProblem[] {
  if (bankNameProblem(name) === null) return cutProblems(name, maxBankName, line)
  return [payoutProblem('name_unusable', line, { value: name })]
}

/** A name whose spelling changes is confirmed once: the bank compares it with the account. */
function spellingProblems({ holder, partnerId }: PayoutLine, line: number, { confirmedNames }: PayoutContext): PayoutProblem[] {
  const bankName = bankText(holder, Number.POSITIVE_INFINITY)
  const isAsked = bankName !== holder.trim() && bankName.length <= maxBankName && bankNameProblem(holder) === null
  return isAsked && confirmedNames.get(partnerId) !== bankName ? [payoutProblem('name_converted', line, { value: bankName })] : []
}

function cutProblems(text: string, max: number, line: number | null): PayoutProblem[] {
  const converted = bankText(text, max)
  return bankText(text, Number.POSITIVE_INFINITY) === converted ? [] : [payoutProblem('text_cut', line, { value: converted })]
}

/** Banks execute transfers with an address only if it names town and country. */
function isCompleteAddress({ town, country }: NonNullable<PayoutLine['address']>): boolean {
  return bankNameProblem(town) === null && /^[A-Z]{2}$/.test(country)
}

/** Values that several lines share; an IBAN counts only if it belongs to more than one partner. */
function repeatedValues(lines: readonly PayoutLine[]) {
  return {
    endToEndIds: repeatedIn(lines.map(({ endToEndId }) => endToEndId)),
    instructionIds: repeatedIn(lines.map(({ instructionId }) => instructionId)),
    statements: repeatedIn(lines.map(({ statement }) => statement)),
    ibans: sharedIn(lines),
  }
}

/** Accounts that lines of different partners name, with their holders. */
function sharedIn(lines: readonly PayoutLine[]): ReadonlyMap<string, readonly string[]> {
  const byIban = Map.groupBy(lines, ({ iban }) => iban)
  return new Map(
    [...byIban].flatMap(([iban, some]) => {
      const holders = new Map(some.map(({ partnerId, holder }) => [partnerId, holder]))
      return iban !== '' && holders.size > 1 ? [[iban, [...holders.values()]] as const] : []
    }),
  )
}

function repeatedIn(values: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>()
  return new Set(values.filter((value) => seen.size === seen.add(value).size))
}
