import { useState } from 'react'
import { m } from '#platform/messages/messages.ts'
import { toastFailure } from '../toasts/toasts.ts'

/** Runs one piece of work at a time. What comes meanwhile is dropped: a second click may come before the button is redrawn. */
export function oneAtATime(setBusy: (busy: boolean) => void) {
  let isRunning = false
  return async (work: () => Promise<unknown>, failed: (error: unknown) => unknown): Promise<void> => {
    if (isRunning) return
    isRunning = true
    setBusy(true)
    try {
      await work()
    } catch (error) {
      await failed(error)
    } finally {
      isRunning = false
      setBusy(false)
    }
  }
}

/**
 * What a button starts: `busy` while it runs, during which a second call does nothing. A failure is told in a toast of this
 * title, or handed to `failure`.
 */
export function useAction<Args extends readonly unknown[]>(
  work: (...args: Args) => Promise<unknown>,
  failure: string | ((error: unknown) => unknown) = m.error(),
) {
  const [busy, setBusy] = useState(false)
  const [attempt] = useState(() => oneAtATime(setBusy))
  const failed = typeof failure === 'string' ? (error: unknown) => toastFailure(failure, error) : failure
  return { busy, run: (...args: Args) => void attempt(() => work(...args), failed) }
}
