import { Alert, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { nameOf } from '#accounts/people/domain.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { MoneyLines } from '#platform/web/ui/money-lines.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { AnswerLine, AnswerPlan } from '../api.ts'
import { m } from '../messages/messages.ts'
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

const strong = (parts: ReactNode[]) => <strong key="strong">{parts}</strong>

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
          {m.appliedBeforeAlert({ when: appliedWords(applied), b: strong })}
        </Alert>
      )}
      {sameMessageId && (
        <Alert color="yellow" mt="sm" role="status">
          {m.sameNumberAlert({ when: appliedWords(sameMessageId), number: messageId, b: strong })}
        </Alert>
      )}
      {accounts.length > 0 && (
        <SoftText>
          {m.accountsOf({
            count: accounts.length,
            accounts: accounts.map(({ maskedIban }) => maskedIban ?? m.withoutNumber()).join(', '),
          })}
        </SoftText>
      )}
      {foreign.length > 0 && (
        <Alert color="red" mt="sm" role="alert">
          <strong>{foreign.length === accounts.length ? m.notYourAccount() : m.notAllYourAccounts()}</strong>{' '}
          {m.foreignAccounts({
            accounts: foreign.map(({ maskedIban }) => maskedIban ?? m.accountWithoutNumber()).join(', '),
          })}
        </Alert>
      )}
      {!isKnownVersion && (
        <Alert color="yellow" mt="sm" role="status">
          <strong>{m.versionNotTried()}</strong> {m.readAsOthers({ version: version || m.noVersion() })}
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
        <Section title={m.aboutWholeFiles()} count={notes.length}>
          <ul className={classes.applied}>
            {notes.map((note) => (
              <li key={`${note.fileMessageId} ${note.note}`}>
                <Text fz="sm">{m.labelled({ label: note.fileMessageId, text: noteWords(note) })}</Text>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {unknown.length > 0 && (
        <Section title={m.notOfPayoutFile()} count={unknown.length}>
          <SoftText>{m.unknownReferencesHint()}</SoftText>
          <MoneyLines
            label={m.unknownReferences()}
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
