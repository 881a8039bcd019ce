import { Text } from '@mantine/core'
import { formatEurosExact } from '#platform/domain/money.ts'
import { dayText } from '#platform/web/ui/dates.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { AnswerPlan } from '../api.ts'
import { m } from '../messages/messages.ts'
import { Section } from './answer-review.tsx'
import classes from './bank-answers.module.css'
import { FirstOnes } from './first-ones.tsx'
import { RecordCredit } from './record-credit.tsx'

interface OtherCreditsProps {
  readonly plan: AnswerPlan
  /** Reads the file again, since what it would change is another thing now. */
  readonly onRecorded: () => void
}

/** Credits that name no recorded invoice: whoever knows one as a client's payment records it from here. */
export function OtherCredits({ plan: { otherCredits }, onRecorded }: OtherCreditsProps) {
  if (otherCredits.length === 0) return null
  return (
    <Section title={m.otherCredits()} count={otherCredits.length}>
      <SoftText>{m.otherCreditsHint()}</SoftText>
      <FirstOnes all={otherCredits}>
        {(shown) => (
          <ul className={classes.credits} aria-label={m.otherCredits()}>
            {shown.map(({ receivedOn, payer, receivedCents, text }, at) => (
              // The place in the file: nothing else tells two equal credits apart.
              // biome-ignore lint/suspicious/noArrayIndexKey: a file's credits do not move
              <li key={at}>
                <div className={classes.words}>
                  <Text fz="sm" fw={500}>
                    {payer ?? m.unknownPayer()}
                  </Text>
                  <SoftText fz="xs">{[dayText(receivedOn), text].filter(Boolean).join(' · ')}</SoftText>
                  <RecordCredit
                    label={m.clientPaid({ receivedCents: formatEurosExact(receivedCents) })}
                    known={{ receivedOn, receivedCents }}
                    onRecorded={onRecorded}
                  />
                </div>
                <Text className={`figure ${classes.amount ?? ''}`}>{formatEurosExact(receivedCents)}</Text>
              </li>
            ))}
          </ul>
        )}
      </FirstOnes>
    </Section>
  )
}
