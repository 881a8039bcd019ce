import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import type { Contract } from '../../api/contracts.ts'
import { countersignContract, refetchContracts } from '../evidence/evidence-data.ts'

interface Failure {
  readonly id: string
  readonly reason: string
}

export interface CountersignRun {
  readonly state: 'asking' | 'running' | 'over'
  readonly signed: readonly string[]
  readonly failed: readonly Failure[]
  readonly stopped: boolean
  /** Why the code was rejected; nothing was signed. */
  readonly codeError: ApiError | null
}

/** Whether an error concerns the code, so that all remaining contracts would fail as well. */
const isOfCode = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'signing_code_wrong' || error.code === 'signing_code_expired')

/** Processes items sequentially, continuing after failures, until done, stopped, or the code is rejected. */
export async function countersignSequentially<T extends { readonly id: string }>(
  contracts: readonly T[],
  act: (contract: T) => Promise<void>,
  hands: { readonly stopped: () => boolean; readonly onStep: (signed: readonly string[], failed: readonly Failure[]) => void },
): Promise<ApiError | null> {
  const signed: string[] = []
  const failed: Failure[] = []
  for (const contract of contracts) {
    const { id } = contract
    if (hands.stopped()) return null
    try {
      await act(contract)
      signed.push(id)
    } catch (error) {
      if (isOfCode(error)) return error
      failed.push({ id, reason: (error as Error).message })
    }
    hands.onStep([...signed], [...failed])
  }
  return null
}

/** Counter-signs contracts one by one with one code. Stops between two on request or when the page is left. */
export function useCountersignRun(rows: readonly Contract[]) {
  const [run, setRun] = useState<CountersignRun>({ state: 'asking', signed: [], failed: [], stopped: false, codeError: null })
  const stop = useRef(false)
  useEffect(() => {
    stop.current = false
    return () => {
      stop.current = true
    }
  }, [])
  const start = async (code: string) => {
    const before = run.signed
    setRun((now) => ({ ...now, state: 'running', failed: [], codeError: null }))
    const codeError = await countersignSequentially(
      rows.filter(({ id }) => !before.includes(id)),
      (row) => countersignContract(row, code),
      {
        stopped: () => stop.current,
        onStep: (signed, failed) => setRun((now) => ({ ...now, signed: [...before, ...signed], failed })),
      },
    )
    setRun((now) => ({ ...now, state: codeError ? 'asking' : 'over', codeError }))
    await refetchContracts()
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
