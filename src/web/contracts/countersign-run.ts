import { useEffect, useRef, useState } from 'react'
import type { Contract } from '#contract/contracts.ts'
import { countersignContract, readContractsAgain } from './evidence-data.ts'

interface Failure {
  readonly id: string
  readonly reason: string
}

export interface CountersignRun {
  readonly state: 'asking' | 'running' | 'over'
  readonly signed: readonly string[]
  readonly failed: readonly Failure[]
  readonly stopped: boolean
}

/** Does one thing after the other, whatever becomes of each, until all are done or it is told to stop. */
export async function oneByOne(
  ids: readonly string[],
  act: (id: string) => Promise<void>,
  hands: { readonly stopped: () => boolean; readonly onStep: (signed: readonly string[], failed: readonly Failure[]) => void },
): Promise<void> {
  const signed: string[] = []
  const failed: Failure[] = []
  for (const id of ids) {
    if (hands.stopped()) return
    try {
      await act(id)
      signed.push(id)
    } catch (error) {
      failed.push({ id, reason: (error as Error).message })
    }
    hands.onStep([...signed], [...failed])
  }
}

/** Counter-signs contracts one by one. It stops between two when it is told to, or when its page is left. */
export function useCountersignRun(rows: readonly Contract[]) {
  const [run, setRun] = useState<CountersignRun>({ state: 'asking', signed: [], failed: [], stopped: false })
  const stop = useRef(false)
  useEffect(() => {
    stop.current = false
    return () => {
      stop.current = true
    }
  }, [])
  const start = async () => {
    setRun((before) => ({ ...before, state: 'running' }))
    await oneByOne(
      rows.map((row) => row.id),
      countersignContract,
      { stopped: () => stop.current, onStep: (signed, failed) => setRun((before) => ({ ...before, signed, failed })) },
    )
    setRun((before) => ({ ...before, state: 'over' }))
    await readContractsAgain()
  }
  return {
    run,
    start,
    stop: () => {
      stop.current = true
      setRun((before) => ({ ...before, stopped: true }))
    },
  }
}
