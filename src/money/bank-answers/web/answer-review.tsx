import { Alert, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { nameOf } from '#accounts/people/domain.ts'
import { MoneyLines } from '#money/payouts/web/money-lines.tsx'
import { formatEurosExact } from '#platform/domain/money.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { AnswerLine, AnswerPlan } from '../api.ts'
import { appliedWords, groups, lineWords, messageTitle, noteWords } from './answer-words.ts'
import classes from './bank-answers.module.css'

interface SectionProps {
  readonly title: string
  readonly count?: number
  readonly children: ReactNode
}

export function Section({ title, count, children }: SectionProps) {
  return (
    <section aria-label={title}>
      <Title order={3} fz={16} mt="md">
        {title}
        {count !== undefined && ` (${count})`}
      </Title>
      {children}
    </section>
  )
}

/** The head of the review: describes the file, and warns if it, or one with the same number, was applied before. */
export function AnswerHead({ plan }: { plan: AnswerPlan }) {
  const { version, messageId, sender, applied, sameMessageId, isKnownVersion, accounts } = plan
  const foreign = accounts.filter(({ isOwn }) => !isOwn)
  return (
    <div>
      <Text fw={600}>{messageTitle(plan)}</Text>
      <SoftText style={{ overflowWrap: 'anywhere' }}>{[sender, messageId, version].filter(Boolean).join(' · ')}</SoftText>
      {applied && (
        <Alert color="blue" mt="sm" role="status">
          <strong>This file was applied before.</strong> It was applied {appliedWords(applied)}. A second time it changes nothing.
        </Alert>
      )}
      {sameMessageId && (
        <Alert color="yellow" mt="sm" role="status">
          <strong>Another file has this number.</strong> A file that differs from this one was applied{' '}
          {appliedWords(sameMessageId)} with the number {messageId}.
        </Alert>
      )}
      {accounts.length > 0 && (
        <SoftText>
          {accounts.length === 1 ? 'Account' : 'Accounts'}{' '}
          {accounts.map(({ maskedIban }) => maskedIban ?? 'without a number').join(', ')}
        </SoftText>
      )}
      {foreign.length > 0 && (
        <Alert color="red" mt="sm" role="alert">
          <strong>
            {foreign.length === accounts.length ? 'This is not your account.' : 'Not all of these accounts are yours.'}
          </strong>{' '}
          What the file says of {foreign.map(({ maskedIban }) => maskedIban ?? 'an account without a number').join(', ')} changes
          nothing. If it is one of yours, add it to the payout settings and read the file again.
        </Alert>
      )}
      {!isKnownVersion && (
        <Alert color="yellow" mt="sm" role="status">
          <strong>This version was not tried.</strong> {version || 'The file does not name its version'}: it is read as the others
          are. Compare it with your bank’s pages.
        </Alert>
      )}
    </div>
  )
}

const sumOf = (lines: readonly AnswerLine[]) => formatEurosExact(lines.reduce((sum, { totalCents }) => sum + totalCents, 0))

/** What the answer does to lines of payout files, what it says without changing them, and what belongs to none. */
export function AnswerLines({ plan: { lines, notes, unknown } }: { plan: AnswerPlan }) {
  return (
    <>
      {groups.map(({ title, results }) => {
        const some = lines.filter(({ result }) => results.includes(result))
        if (some.length === 0) return null
        return (
          <Section key={title} title={title} count={some.length}>
            <SoftText className="figure">{sumOf(some)}</SoftText>
            <MoneyLines
              label={title}
              lines={some.map((line, index) => ({
                key: `${index} ${line.endToEndId}`,
                name: `${nameOf(line.partner)}, ${line.payout.reference}`,
                note: lineWords(line),
                amountCents: line.totalCents,
              }))}
            />
          </Section>
        )
      })}
      {notes.length > 0 && (
        <Section title="About whole files" count={notes.length}>
          <ul className={classes.applied}>
            {notes.map((note) => (
              <li key={`${note.fileMessageId} ${note.note}`}>
                <Text fz="sm">
                  {note.fileMessageId}: {noteWords(note)}
                </Text>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {unknown.length > 0 && (
        <Section title="Not of a payout file" count={unknown.length}>
          <SoftText>References that no payout file has. They are listed and nothing else.</SoftText>
          <MoneyLines
            label="Unknown references"
            lines={unknown.map(({ reference, cents }, index) => ({
              key: `${index} ${reference}`,
              name: reference,
              amountCents: cents,
            }))}
          />
        </Section>
      )}
    </>
  )
}
