import { Button, Loader, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SideDialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { Dropzone } from '#platform/web/ui/fields/dropzone.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { AnswerPlan } from '../api.ts'
import { m } from '../messages/messages.ts'
import { AnswerCredits } from './answer-credits.tsx'
import { AnswerHead, AnswerLines, Section } from './answer-review.tsx'
import { appliedWords, countWords, messageTitle } from './answer-words.ts'
import classes from './bank-answers.module.css'
import { answersQuery } from './data.ts'
import { OtherCredits } from './other-credits.tsx'
import { OtherMovements } from './other-movements.tsx'
import { useReading } from './reading.ts'

interface BankAnswerDrawerProps {
  /** Read one after the other; more may come while it is open. */
  readonly files: readonly File[]
  readonly onFiles: (files: readonly File[]) => void
  readonly onClose: () => void
}

/** Reads banks' answers, shows of each what it would change, and applies it. Mounted only while open. */
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
    <div className={classes.foot}>
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
