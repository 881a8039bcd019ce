import { Button, Loader, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SideDialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { Dropzone } from '#platform/web/ui/fields/dropzone.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { AnswerPlan } from '../api.ts'
import { AnswerCredits } from './answer-credits.tsx'
import { AnswerHead, AnswerLines, Section } from './answer-review.tsx'
import { appliedWords, countWords, messageTitle } from './answer-words.ts'
import classes from './bank-answers.module.css'
import { answersQuery } from './data.ts'
import { OtherCredits } from './other-credits.tsx'
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
  const [filled, setFilled] = useState(false)
  const [fault, setFault] = useState<string>()
  const file = files[at] ?? null
  const hasNext = at + 1 < files.length
  const goTo = (next: number) => {
    setFault(undefined)
    setFilled(false)
    setAt(next)
  }
  return (
    <SideDialog onClose={onClose} filled={filled} title="Bank answer" size="lg" position="right">
      <Stack gap="sm">
        {files.length > 1 && file && (
          <SoftText aria-live="polite">
            File {at + 1} of {files.length}
          </SoftText>
        )}
        <Dropzone
          label="File of the bank"
          hint="pain.002, camt.052, camt.053 or camt.054, up to 20 MB. Nothing changes before you apply it; the file is not kept."
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
          error={fault}
          progress={null}
        />
        {file ? (
          <Reading
            key={at}
            file={file}
            onFault={setFault}
            onFilled={setFilled}
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
  readonly onFault: (fault: string | undefined) => void
  readonly onFilled: (filled: boolean) => void
  readonly onDone: () => void
  /** Goes on without applying it; null for the last file. */
  readonly onSkip: (() => void) | null
}

/** One answer: what it would change, and the button that applies it. */
function Reading({ file, onFault, onFilled, onDone, onSkip }: ReadingProps) {
  const { plan, ticked, busy, tick, readAgain, apply } = useReading({ file, onFault, onFilled, onDone })
  return (
    <>
      {busy === 'reading' && <Loader aria-label="Reading the file" />}
      {plan && (
        <>
          <AnswerHead plan={plan} />
          <AnswerLines plan={plan} />
          <AnswerCredits plan={plan} ticked={ticked} onTick={tick} onRecorded={readAgain} />
          <OtherCredits plan={plan} onRecorded={readAgain} />
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
        {words || 'Nothing to apply'}
      </Text>
      {onSkip && (
        <Button variant="default" onClick={onSkip}>
          Next file
        </Button>
      )}
      <Button onClick={onApply} disabled={words === ''} loading={busy}>
        Apply
      </Button>
    </div>
  )
}

function AppliedLately() {
  const { data } = useQuery(answersQuery)
  if (!data || data.items.length === 0) return null
  return (
    <Section title="Applied lately">
      <ul className={classes.applied} aria-label="Applied lately">
        {data.items.map((answer) => (
          <li key={answer.id}>
            <Text fz="sm">
              {messageTitle(answer)}: {countWords(answer)}
            </Text>
            <SoftText fz="xs">
              {[answer.sender, answer.messageId].filter(Boolean).join(' · ')}, {appliedWords(answer)}
            </SoftText>
          </li>
        ))}
      </ul>
    </Section>
  )
}
