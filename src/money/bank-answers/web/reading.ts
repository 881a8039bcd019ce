import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import type { AnswerPlan } from '../api.ts'
import { m } from '../messages/messages.ts'
import { tickedAtFirst } from './answer-credits.tsx'
import { appliedWords, countWords } from './answer-words.ts'
import { applyAnswer, checkAnswer } from './data.ts'

const maxBytes = 20 * 1024 * 1024

interface Parts {
  readonly file: File
  readonly onError: (error: string | undefined) => void
  /** Tells whether something is ticked that would be lost. */
  readonly onDirty: (dirty: boolean) => void
  readonly onDone: () => void
}

/** The two readings of a bank's answer: the dry run, and the same bytes again to apply what was seen. */
export function useReading({ file, onError, onDirty, onDone }: Parts) {
  const [plan, setPlan] = useState<AnswerPlan | null>(null)
  const [ticked, setTicked] = useState<readonly number[]>([])
  const [busy, setBusy] = useState<'reading' | 'applying' | null>('reading')
  const tick = useCallback(
    (positions: readonly number[]) => {
      setTicked(positions)
      onDirty(positions.length > 0)
    },
    [onDirty],
  )
  const read = useCallback(async () => {
    if (file.size > maxBytes) {
      setBusy(null)
      return onError(m.fileTooLarge())
    }
    setBusy('reading')
    try {
      const checkedPlan = await checkAnswer(file)
      setPlan(checkedPlan)
      tick(tickedAtFirst(checkedPlan))
      onError(undefined)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      onError(error.message)
    } finally {
      setBusy(null)
    }
  }, [file, onError, tick])
  useEffect(() => {
    void read()
  }, [read])
  const apply = async () => {
    if (!plan) return
    setBusy('applying')
    try {
      const { outcome, answer } = await applyAnswer(file, plan, ticked)
      if (outcome === 'applied') toastSuccess(m.answerApplied(), countWords(answer))
      else toastSuccess(m.nothingChanged(), m.fileWasApplied({ answer: appliedWords(answer) }))
      onDone()
    } catch (error) {
      toastFailure(m.error(), error)
      // The dry run has changed meanwhile: it is shown again before the user can confirm.
      if (error instanceof ApiError && error.code === 'bank_answer_changed') await read()
    } finally {
      setBusy(null)
    }
  }
  return { plan, ticked, busy, tick, readAgain: () => void read(), apply: () => void apply() }
}
