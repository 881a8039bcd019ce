import { partnerContacts } from '#accounts/people/server/queries.ts'
import { earnsOn } from '#money/rules/domain/earn.ts'
import { stayOf } from '#money/rules/domain/take-back.ts'
import { dayText } from '#platform/domain/day-text.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { ClientPaymentForm } from '../api/client-payments.ts'
import { aboveExpected } from '../domain/client-payments.ts'
import { m } from '../messages/messages.ts'
import type { LeadMoney } from './lead-money.ts'
import { commissionOfPayment } from './what-it-brings.ts'

type Asked = Pick<ClientPaymentForm, 'netCents' | 'receivedOn'>

/**
 * A payment above the expected sum, or of a day before the signature, is recorded only by somebody who has seen what it makes and
 * for whom. Refuses `client_payment_above_expected` and `client_payment_before_signature` with the sums as facts.
 */
export async function checkSeen(
  { tx }: Pick<TransactionContext, 'tx'>,
  money: LeadMoney,
  form: ClientPaymentForm,
): Promise<void> {
  const questions = questionsAbout(money, form)
  if (questions.length === 0) return
  const commissionCents = commissionOfPayment(money, form)
  if (form.seenCommissionCents === commissionCents) return
  const { expectedCents, receivedCents, partnerId, signedOn } = money
  const partner = await tx
    .selectFrom(partnerContacts.as('p'))
    .select('full_name')
    .where('partner_id', '=', partnerId)
    .executeTakeFirstOrThrow()
  const wouldValidate = m.wouldValidate({ amount: formatEurosExact(commissionCents), name: partner.full_name })
  const aboveCents = amountAboveExpected(money, form.netCents)
  const { year, capCents } = yearlyCap(money, form)
  const code = aboveCents > 0 ? 'client_payment_above_expected' : 'client_payment_before_signature'
  throw new Refusal(code, [...questions, wouldValidate].join(' '), {
    facts: {
      ...(aboveCents > 0 && expectedCents !== null && { expectedCents, receivedCents, aboveCents }),
      ...(signedOn !== null && form.receivedOn < signedOn && { signedOn, year, ...(capCents !== null && { capCents }) }),
      commissionCents,
      partner: partner.full_name,
    },
  })
}

/** What a person is asked before a payment is recorded; nothing of most. */
export function questionsAbout(money: LeadMoney, form: Asked): string[] {
  const above = amountAboveExpected(money, form.netCents) > 0 ? [aboveExpectedText(money, form.netCents)] : []
  return [...above, ...questionOfDay(money, form)]
}

/** '20/12/2025 is before Bernard was signed, on 15/01/2026. It counts for 2025, …' */
function questionOfDay(money: LeadMoney, { receivedOn }: Pick<Asked, 'receivedOn'>): string[] {
  const { company, signedOn } = money
  if (signedOn === null || receivedOn >= signedOn) return []
  const { year, capCents } = yearlyCap(money, { receivedOn })
  const counts = capCents === null ? [] : [m.countsForYear({ year, cap: formatEurosExact(capCents) })]
  return [m.beforeSignature({ day: dayText(receivedOn), company, signedOn: dayText(signedOn) }), ...counts]
}

/** The year whose cap a payment counts for, and the cap, if there is one. */
function yearlyCap(money: LeadMoney, form: Pick<Asked, 'receivedOn'>) {
  const caps = earningOn(money, form).flatMap(({ terms }) => terms.definition.cap.yearCents ?? [])
  return { year: form.receivedOn.slice(0, 4), capCents: caps[0] ?? null }
}

/** What is said of a payment's day: questions too. */
export function notesOnDay(money: LeadMoney, form: Pick<Asked, 'receivedOn'>): string[] {
  return [...notesOn(money, form), ...questionOfDay(money, form)]
}

/** What is said of a payment and not asked. */
export function notesOn(money: LeadMoney, form: Pick<Asked, 'receivedOn'>): string[] {
  return [...notTheirsNote(money, form), ...departureNote(money, form)]
}

/** The terms of those who earn on a payment of that day. */
function earningOn({ id, accounts }: LeadMoney, { receivedOn }: Pick<Asked, 'receivedOn'>) {
  const all = accounts.flatMap((account) => account.own(id) ?? [])
  return all.filter(({ lead, terms }) => earnsOn(lead, terms, receivedOn))
}

/** That the lead's own partner earns nothing on a payment, because of its day. */
function notTheirsNote({ id, accounts, partnerId }: LeadMoney, { receivedOn }: Pick<Asked, 'receivedOn'>): string[] {
  const own = accounts.find((account) => account.partnerId === partnerId)?.own(id)
  const [endedOn, takenOverOn] = [own?.terms.endedOn ?? null, own?.lead.takenOverOn ?? null]
  if (endedOn !== null && receivedOn > endedOn) return [m.earnsNoMore({ day: dayText(endedOn) })]
  return takenOverOn !== null && receivedOn <= takenOverOn ? [m.earnsNotYet({ day: dayText(takenOverOn) })] : []
}

/** That a payment is worth the months that its client stayed. */
function departureNote(money: LeadMoney, form: Pick<Asked, 'receivedOn'>): string[] {
  const [stay] = earningOn(money, form).flatMap(({ lead, terms }) => stayOf(lead, terms) ?? [])
  return stay ? [m.afterLeaving({ stayed: stay.stayed, months: stay.months })] : []
}

/** '9 000,00 € is 1 000,00 € more than is expected of Bernard (…).' */
function aboveExpectedText(money: LeadMoney, netCents: number): string {
  const { expectedCents, receivedCents, company } = money
  return m.aboveExpected({
    amount: formatEurosExact(netCents),
    above: formatEurosExact(amountAboveExpected(money, netCents)),
    company,
    expected: formatEurosExact(expectedCents ?? 0),
    received: formatEurosExact(receivedCents),
  })
}

/** How much more than is expected the client will have paid with a payment. */
export function amountAboveExpected({ expectedCents, receivedCents }: LeadMoney, netCents: number): number {
  return expectedCents === null ? 0 : aboveExpected({ expectedCents, receivedCents }, netCents)
}
