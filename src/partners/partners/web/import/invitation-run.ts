import { useCallback, useEffect, useRef, useState } from 'react'
import { m } from '../../messages/messages.ts'
import type { ReviewRow } from './invitation-rows.ts'
import { type SentRow, sendInvitations } from './send-invitations.ts'

/** How many of how many rows were sent, and whether it goes on. */
export interface InvitationProgress {
  readonly done: number
  readonly total: number
  readonly isGoing: boolean
  /** The error's message, if it failed. */
  readonly failure: string
}

/**
 * Sends the rows that are ready, part by part, and marks in the review what became of them. It can be stopped between parts, and
 * goes on with the rows that are left.
 */
export function useInvitationRun() {
  const [rows, setRows] = useState<readonly ReviewRow[]>([])
  /** Null before rows are sent. */
  const [progress, setProgress] = useState<InvitationProgress | null>(null)
  const isStopped = useRef(false)
  const stop = useCallback(() => {
    isStopped.current = true
  }, [])
  useEffect(() => stop, [stop])

  const send = async (templateId: string | null) => {
    const ready = rows.filter(({ outcome }) => outcome === 'ready')
    const cells = ready.map((row) => row.cells)
    const onSent = (answers: readonly SentRow[]) => {
      const byId = new Map(answers.map((answer) => [ready[answer.index]?.id, answer]))
      setRows((before) => before.map((row) => withAnswer(row, byId.get(row.id))))
      setProgress((before) => before && { ...before, done: before.done + answers.length })
    }
    isStopped.current = false
    setProgress({ done: 0, total: ready.length, isGoing: true, failure: '' })
    let failure = ''
    try {
      await sendInvitations(cells, { templateId, isStopped: () => isStopped.current, onSent })
    } catch (error) {
      failure = (error as Error).message
    }
    setProgress((before) => before && { ...before, isGoing: false, failure })
  }
  return { rows, setRows, progress, send: (templateId: string | null) => void send(templateId), stop }
}

function withAnswer(row: ReviewRow, answer: SentRow | undefined): ReviewRow {
  if (!answer) return row
  const reasons = answer.messages.map(({ message }) => message)
  const unassigned = answer.contractProblem ? [m.contractNotAssigned({ contractProblem: answer.contractProblem })] : []
  return { ...row, outcome: answer.outcome, reasons: [...reasons, ...unassigned] }
}
