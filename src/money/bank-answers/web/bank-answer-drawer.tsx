import { Button, Loader, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { SideDialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { Dropzone } from '#platform/web/ui/fields/dropzone.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { AnswerPlan } from '../api.ts'
import { AnswerCredits, tickedAtFirst } from './answer-credits.tsx'
import { AnswerHead, AnswerLines, Section } from './answer-review.tsx'
import { appliedWords, countWords, messageTitle } from './answer-words.ts'
import classes from './bank-answers.module.css'
import { answersQuery, applyAnswer, checkAnswer } from './data.ts'

const maxBytes = 20 * 1024 * 1024

/** Reads a bank's answer, shows what it would change, and applies it. Mounted only while open. */
export default function BankAnswerDrawer({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [plan, setPlan] = useState<AnswerPlan | null>(null)
  const [ticked, setTicked] = useState<readonly number[]>([])
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState<'reading' | 'applying' | null>(null)

  const read = async (newFile: File | null) => {
    setFile(newFile)
    setPlan(null)
    setFault(undefined)
    if (!newFile) return
    if (newFile.size > maxBytes) return setFault('This file is larger than 20 MB.')
    setBusy('reading')
    try {
      const checkedPlan = await checkAnswer(newFile)
      setPlan(checkedPlan)
      setTicked(tickedAtFirst(checkedPlan))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFault(error.message)
    } finally {
      setBusy(null)
    }
  }
  const apply = async () => {
    if (!file || !plan) return
    setBusy('applying')
    try {
      const { outcome, answer } = await applyAnswer(file, plan, ticked)
      if (outcome === 'applied') toastSuccess('Bank answer applied', countWords(answer))
      else toastSuccess('Nothing was changed', `This file was applied ${appliedWords(answer)}`)
      onClose()
    } catch (error) {
      toastFailure('Error', error)
      // The dry run has changed meanwhile: it is shown again before the user can confirm.
      if (error instanceof ApiError && error.code === 'bank_answer_changed') await read(file)
    } finally {
      setBusy(null)
    }
  }
  return (
    <SideDialog onClose={onClose} filled={ticked.length > 0} title="Bank answer" size="lg" position="right">
      <Stack gap="sm">
        <Dropzone
          label="File of the bank"
          hint="pain.002, camt.052, camt.053 or camt.054, up to 20 MB. Nothing changes before you apply it; the file is not kept."
          accept=".xml,.txt,application/xml,text/xml"
          file={file}
          onFile={(newFile) => void read(newFile)}
          error={fault}
          progress={null}
        />
        {busy === 'reading' && <Loader aria-label="Reading the file" />}
        {!plan && busy === null && <AppliedLately />}
        {plan && (
          <>
            <AnswerHead plan={plan} />
            <AnswerLines plan={plan} />
            <AnswerCredits plan={plan} ticked={ticked} onTick={setTicked} />
            <Foot plan={plan} ticked={ticked.length} busy={busy === 'applying'} onApply={() => void apply()} />
          </>
        )}
      </Stack>
    </SideDialog>
  )
}

interface FootProps {
  readonly plan: AnswerPlan
  readonly ticked: number
  readonly busy: boolean
  readonly onApply: () => void
}

function Foot({ plan, ticked, busy, onApply }: FootProps) {
  const words = plan.applied ? '' : countWords({ ...plan, clientPaymentCount: ticked })
  return (
    <div className={classes.foot}>
      <Text fz="sm" aria-live="polite">
        {words || 'Nothing to apply'}
      </Text>
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
