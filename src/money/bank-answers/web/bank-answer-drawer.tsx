import { Button, Loader, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatEurosExact } from '#platform/domain/money.ts'
import { dayText } from '#platform/web/ui/dates.ts'
import { SideDialog } from '#platform/web/ui/dialogs/dialog.tsx'
import drawer from '#platform/web/ui/dialogs/drawer-foot.module.css'
import { Dropzone } from '#platform/web/ui/fields/dropzone.tsx'
import { MoneyLines } from '#platform/web/ui/money-lines.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { AnswerPlan } from '../api.ts'
import { m } from '../messages/messages.ts'
import { AnswerCredits } from './answer-credits.tsx'
import { AnswerHead, AnswerLines, Section } from './answer-review.tsx'
import { appliedWords, countWords, messageTitle } from './answer-words.ts'
import classes from './bank-answers.module.css'
import { answersQuery } from './data.ts'
import { FirstOnes } from './first-ones.tsx'
import { useReading } from './reading.ts'
import { RecordCredit } from './record-credit.tsx'

interface BankAnswerDrawerProps {
  /** Read one after the other; more may come while it is open. */
  readonly files: readonly File[]
  readonly onFiles: (files: readonly File[]) => void
  readonly onClose: () => void
}

/** Reads banks' answers, shows of each what it would change, and applies it. */
export default function BankAnswerDrawer({ files, onFiles, onClose }: BankAnswerDrawerProps) {
  const [at, setAt] = useState(0)
  const [dirty, setDirty] = useState(false)
  const [error, setError] = useState<string>()
  const file = files[at] ?? null
  const hasNext = at + 1 < files.length
  const goTo = (next: number) => {
    setError(undefined)
    setDirty(false)
    setAt(next)
  }
  return (
    <SideDialog onClose={onClose} dirty={dirty} title={m.bankAnswer()} size="lg" position="right">
      <Stack gap="sm">
        {files.length > 1 && file && <SoftText aria-live="polite">{m.fileOf({ number: at + 1, count: files.length })}</SoftText>}
        <Dropzone
          label={m.fileOfBank()}
          hint={m.fileOfBankHint()}
          accept=".xml,.txt,application/xml,text/xml"
          file={file}
          onFile={(newFile) => {
            goTo(newFile ? files.length : at + 1)
            if (newFile) onFiles([newFile])
          }}
          onFiles={(newFiles) => {
            goTo(files.length)
            onFiles(newFiles)
          }}
          error={error}
          progress={null}
        />
        {file ? (
          <Reading
            key={at}
            file={file}
            onError={setError}
            onDirty={setDirty}
            onDone={hasNext ? () => goTo(at + 1) : onClose}
            onSkip={hasNext ? () => goTo(at + 1) : null}
          />
        ) : (
          <AppliedLately />
        )}
      </Stack>
    </SideDialog>
  )
}

interface ReadingProps {
  readonly file: File
  readonly onError: (error: string | undefined) => void
  readonly onDirty: (dirty: boolean) => void
  readonly onDone: () => void
  /** Goes on without applying it; null for the last file. */
  readonly onSkip: (() => void) | null
}

/** One answer: what it would change, and the button that applies it. */
function Reading({ file, onError, onDirty, onDone, onSkip }: ReadingProps) {
  const { plan, ticked, busy, tick, readAgain, apply } = useReading({ file, onError, onDirty, onDone })
  return (
    <>
      {busy === 'reading' && <Loader aria-label={m.readingFile()} />}
      {plan && (
        <>
          <AnswerHead plan={plan} />
          <AnswerLines plan={plan} />
          <AnswerCredits plan={plan} ticked={ticked} onTick={tick} onRecorded={readAgain} />
          <OtherCredits plan={plan} onRecorded={readAgain} />
          <OtherMovements plan={plan} />
        </>
      )}
      {(plan || onSkip) && <Foot plan={plan} ticked={ticked.length} busy={busy === 'applying'} onApply={apply} onSkip={onSkip} />}
    </>
  )
}

interface FootProps {
  readonly plan: AnswerPlan | null
  readonly ticked: number
  readonly busy: boolean
  readonly onApply: () => void
  readonly onSkip: (() => void) | null
}

function Foot({ plan, ticked, busy, onApply, onSkip }: FootProps) {
  const words = !plan || plan.applied ? '' : countWords({ ...plan, clientPaymentCount: ticked })
  return (
    <div className={drawer.foot}>
      <Text fz="sm" aria-live="polite" mr="auto">
        {words || m.nothingToApply()}
      </Text>
      {onSkip && (
        <Button variant="default" onClick={onSkip}>
          {m.nextFile()}
        </Button>
      )}
      <Button onClick={onApply} disabled={words === ''} loading={busy}>
        {m.apply()}
      </Button>
    </div>
  )
}

function AppliedLately() {
  const { data } = useQuery(answersQuery)
  if (!data || data.items.length === 0) return null
  return (
    <Section title={m.appliedLately()}>
      <ul className={classes.applied} aria-label={m.appliedLately()}>
        {data.items.map((answer) => (
          <li key={answer.id}>
            <Text fz="sm">{m.labelled({ label: messageTitle(answer), text: countWords(answer) })}</Text>
            <SoftText fz="xs">
              {[answer.sender, answer.messageId].filter(Boolean).join(' · ')}, {appliedWords(answer)}
            </SoftText>
          </li>
        ))}
      </ul>
    </Section>
  )
}

interface OtherCreditsProps {
  readonly plan: AnswerPlan
  /** Reads the file again, since what it would change is another thing now. */
  readonly onRecorded: () => void
}

/** Credits that name no recorded invoice: whoever knows one as a client's payment records it from here. */
function OtherCredits({ plan: { otherCredits }, onRecorded }: OtherCreditsProps) {
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
function OtherMovements({ plan: { movements } }: { readonly plan: AnswerPlan }) {
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
