import { Checkbox, Text } from '@mantine/core'
import { nameOf } from '#accounts/people/domain.ts'
import { clientName } from '#leads/domain/client-names.ts'
import type { AnswerCredit } from '#money/client-payments/api/credits.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { dayText } from '#platform/web/ui/dates.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { AnswerPlan } from '../api.ts'
import { m } from '../messages/messages.ts'
import { Section } from './answer-review.tsx'
import classes from './bank-answers.module.css'
import { RecordCredit } from './record-credit.tsx'

/** What recording the credit means, with both figures where they differ. */
function creditWords(credit: AnswerCredit): string {
  const { receivedCents, invoice, partner, netCents, commissionCents, aboveCents, outcome, message, isWhole } = credit
  if (outcome === 'refused') return message ?? ''
  const above = aboveCents > 0 ? m.aboveExpected({ aboveCents: formatEurosExact(aboveCents) }) : ''
  const amounts = m.creditAmounts({
    commission: formatEurosExact(commissionCents),
    name: nameOf(partner),
    net: formatEurosExact(netCents),
  })
  if (outcome === 'repeated') return m.recordedBefore({ amounts })
  const brings = `${m.brings({ amounts })}${above}${message ? `. ${message}` : ''}`
  if (isWhole) return brings
  return m.receivedOfOpen({
    receivedCents: formatEurosExact(receivedCents),
    openCents: formatEurosExact(invoice.openCents),
    brings,
  })
}

interface AnswerCreditsProps {
  readonly plan: AnswerPlan
  /** Positions of the credits that are ticked. */
  readonly ticked: readonly number[]
  readonly onTick: (ticked: readonly number[]) => void
  /** Reads the file again once a credit was recorded by hand. */
  readonly onRecorded: () => void
}

/** Credits that name an invoice of the provider's: staff tick those that are recorded as client payments. */
export function AnswerCredits({ plan: { credits, ambiguous, applied }, ticked, onTick, onRecorded }: AnswerCreditsProps) {
  if (credits.length + ambiguous.length === 0) return null
  const toggle = (at: number) =>
    onTick(ticked.includes(at) ? ticked.filter((each) => each !== at) : [...ticked, at].sort((a, b) => a - b))
  return (
    <Section title={m.clientPayments()} count={credits.length + ambiguous.length}>
      <ul className={classes.credits} aria-label={m.clientPayments()}>
        {credits
          .map((each, at) => ({ ...each, at }))
          .map(({ at, ...credit }) => {
            const { invoice, lead, partner, receivedOn, receivedCents, payer, outcome } = credit
            const what = `${invoice.number}, ${clientName(lead)}`
            return (
              <li key={at}>
                <Checkbox
                  disabled={outcome !== 'ready' || applied !== null}
                  checked={ticked.includes(at)}
                  onChange={() => toggle(at)}
                  aria-label={m.recordCredit({ what, receivedCents: formatEurosExact(receivedCents) })}
                />
                <div className={classes.words}>
                  <Text fz="sm" fw={500}>
                    {what}
                  </Text>
                  <SoftText fz="xs">
                    {[dayText(receivedOn), payer, m.broughtBy({ partner: nameOf(partner) })].filter(Boolean).join(' · ')}
                  </SoftText>
                  <Text fz="sm" c={outcome === 'ready' ? undefined : 'var(--todo-ink)'}>
                    {creditWords(credit)}
                  </Text>
                  {outcome === 'refused' && (
                    <RecordCredit
                      label={m.recordByHand()}
                      leadId={lead.id}
                      known={{ reference: credit.reference, receivedOn, receivedCents }}
                      onRecorded={onRecorded}
                    />
                  )}
                </div>
                <Text className={`figure ${classes.amount ?? ''}`}>{formatEurosExact(receivedCents)}</Text>
              </li>
            )
          })}
        {ambiguous.map(({ receivedOn, payer, receivedCents, numbers, leads }) => (
          <li key={`several ${receivedOn} ${numbers.join()} ${receivedCents} ${payer ?? ''}`}>
            <div className={classes.words}>
              <Text fz="sm" fw={500}>
                {m.severalInvoices({ numbers: numbers.join(', ') })}
              </Text>
              <SoftText fz="xs">{[dayText(receivedOn), payer, m.toRecordByHand()].filter(Boolean).join(' · ')}</SoftText>
              {leads.map(({ id, company }, at) => (
                <RecordCredit
                  key={numbers[at]}
                  label={`${numbers[at] ?? ''}, ${company}…`}
                  leadId={id}
                  known={{ reference: numbers[at] ?? '', receivedOn, receivedCents }}
                  onRecorded={onRecorded}
                />
              ))}
            </div>
            <Text className={`figure ${classes.amount ?? ''}`}>{formatEurosExact(receivedCents)}</Text>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Credits that pay all that is open are ticked; what differs, is more than was expected, or of an odd day, a person decides. */
export const tickedAtFirst = ({ credits, applied }: AnswerPlan): number[] =>
  credits.flatMap(({ outcome, isWhole, aboveCents, message }, at) =>
    outcome === 'ready' && isWhole && aboveCents === 0 && message === null && applied === null ? [at] : [],
  )
