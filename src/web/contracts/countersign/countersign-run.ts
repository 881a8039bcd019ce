import { useEffect, useRef, useState } from 'react'
import type { Contract } from '#api/contracts.ts'
import { ApiError } from '#web/app/api-error.ts'
import { countersignContract, readContractsAgain } from '../evidence/evidence-data.ts'

interface Failure {
  readonly id: string
  readonly reason: string
}

export interface CountersignRun {
  readonly state: 'asking' | 'running' | 'over'
  readonly signed: readonly string[]
  readonly failed: readonly Failure[]
  readonly stopped: boolean
  /** Why the code was not taken: nothing was signed with it. */
  readonly codeFault: ApiError | null
}

/** Whether an error is about the code and not about one contract: the others would fail as well. */
const isOfCode = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'signing_code_wrong' || error.code === 'signing_code_expired')

/** Does one thing after the other, whatever becomes of each, until all are done, it is told to stop, or the code is not taken. */
export async function oneByOne(
  ids: readonly string[],
  act: (id: string) => Promise<void>,
  hands: { readonly stopped: () => boolean; readonly onStep: (signed: readonly string[], failed: readonly Failure[]) => void },
): Promise<ApiError | null> {
  const signed: string[] = []
  const failed: Failure[] = []
  for (const id of ids) {
    if (hands.stopped()) return null
    try {
      await act(id)
      signed.push(id)
    } catch (error) {
      if (isOfCode(error)) return error
      failed.push({ id, reason: (error as Error).message })
    }
    hands.onStep([...signed], [...failed])
  }
  return null
}

/** Counter-signs contracts one by one with one code. It stops between two when it is told to, or when its page is left. */
export function useCountersignRun(rows: readonly Contract[]) {
  const [run, setRun] = useState<CountersignRun>({ state: 'asking', signed: [], failed: [], stopped: false, codeFault: null })
  const stop = useRef(false)
  useEffect(() => {
    stop.current = false
    return () => {
      stop.current = true
    }
  }, [])
  const start = async (code: string) => {
    const before = run.signed
    setRun((now) => ({ ...now, state: 'running', failed: [], codeFault: null }))
    const codeFault = await oneByOne(
      rows.map((row) => row.id).filter((id) => !before.includes(id)),
      (id) => countersignContract(id, code),
      {
        stopped: () => stop.current,
        onStep: (signed, failed) => setRun((now) => ({ ...now, signed: [...before, ...signed], failed })),
      },
    )
    setRun((now) => ({ ...now, state: codeFault ? 'asking' : 'over', codeFault }))
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
