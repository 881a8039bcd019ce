import { useEffect, useRef, useState } from 'react'
import type { ValidatedRow } from '../api.ts'
import { importRows } from './import-data.ts'
import type { PlanRow } from './import-plan.ts'

export interface ImportRun {
  readonly state: 'idle' | 'running' | 'stopping' | 'stopped' | 'failed' | 'done'
  readonly done: number
  readonly total: number
  /** The error's message, if it failed. */
  readonly why: string
}

const idle: ImportRun = { state: 'idle', done: 0, total: 0, why: '' }

interface Order {
  readonly rows: readonly PlanRow[]
  readonly includeDuplicates: boolean
  readonly partnerId: string | null
}

/** Runs an import in batches. It can be stopped between batches and resumes where it stopped or failed. */
export function useImportRun() {
  const [run, setRun] = useState(idle)
  const answers = useRef(new Map<PlanRow, ValidatedRow>())
  const order = useRef<Order | null>(null)
  const stop = useRef(false)
  useEffect(
    () => () => {
      stop.current = true
    },
    [],
  )

  const resume = async () => {
    if (!order.current) return
    const { rows, ...sending } = order.current
    const already = answers.current.size
    stop.current = false
    setRun({ state: 'running', done: already, total: rows.length, why: '' })
    try {
      await importRows(
        rows.filter((row) => !answers.current.has(row)),
        {
          ...sending,
          onProgress: (done) => setRun((before) => ({ ...before, done: already + done })),
          stopped: () => stop.current,
        },
        (row, validated) => answers.current.set(row, validated),
      )
      const whole = answers.current.size === rows.length
      setRun((before) => ({ ...before, state: whole ? 'done' : 'stopped' }))
    } catch (error) {
      setRun((before) => ({ ...before, state: 'failed', why: (error as Error).message }))
    }
  }
  return {
    run,
    answers: answers.current,
    start: (nextOrder: Order) => {
      order.current = nextOrder
      answers.current.clear()
      void resume()
    },
    resume: () => void resume(),
    stop: () => {
      stop.current = true
      setRun((before) => ({ ...before, state: 'stopping' }))
    },
  }
}
