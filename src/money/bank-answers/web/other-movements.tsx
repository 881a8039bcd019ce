import { MoneyLines } from '#money/payouts/web/money-lines.tsx'
import { dayText } from '#platform/web/ui/dates.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { AnswerPlan } from '../api.ts'
import { m } from '../messages/messages.ts'
import { Section } from './answer-review.tsx'
import { FirstOnes } from './first-ones.tsx'

type Movement = AnswerPlan['movements'][number]

const words: Readonly<Record<Movement['kind'], string>> = {
  returned: m.movementReturned(),
  reversed: m.movementReversed(),
  debit: m.movementDebit(),
  credit: m.movementCredit(),
  pending: m.movementPending(),
}

const cameBack = ({ kind }: Movement) => kind === 'returned' || kind === 'reversed'

/**
 * Money that came back without naming its transfer, or was taken back, then what else was booked on the account: a person
 * decides.
 */
export function OtherMovements({ plan: { movements } }: { readonly plan: AnswerPlan }) {
  const parts = [
    { title: m.moneyBack(), hint: m.moneyBackHint(), some: movements.filter(cameBack) },
    { title: m.otherMovements(), hint: m.otherMovementsHint(), some: movements.filter((each) => !cameBack(each)) },
  ]
  return parts.map(
    ({ title, hint, some }) =>
      some.length > 0 && (
        <Section key={title} title={title} count={some.length}>
          <SoftText>{hint}</SoftText>
          <FirstOnes all={some}>
            {(shown) => <MoneyLines label={title} lines={shown.map((each, at) => ({ key: String(at), ...lineOf(each) }))} />}
          </FirstOnes>
        </Section>
      ),
  )
}

function lineOf({ kind, direction, on, party, cents, currency, text, reason }: Movement) {
  const inCurrency = cents === null && currency !== null ? m.statedInCurrency({ currency }) : null
  return {
    name: party ?? words[kind],
    note: [party && words[kind], dayText(on), text, reason, inCurrency].filter(Boolean).join(' · '),
    amountCents: cents === null || direction === 'credit' ? cents : -cents,
  }
}
