import { m } from '#platform/messages/messages.ts'
import { ApiError } from '../requests/api-error.ts'
import { aboutForm, toastList } from './toast-list.ts'

/** The one road to a toast. What was wrong with a form before goes. */
export function toastSuccess(title: string, text?: string): void {
  toastList.settle(aboutForm)
  toastList.add({ kind: 'success', title, text })
}

/** A destructive toast about an outcome: it stays as long as any. */
export function toastError(title: string, text: string): void {
  toastList.add({ kind: 'error', title, text })
}

/** A destructive toast about what was typed or chosen: it goes when the form is sent again. */
export function toastFault(title: string, text: string): void {
  toastList.add({ kind: 'error', title, text, about: aboutForm })
}

/**
 * A toast for what an action threw; a bug of ours is said as one, and shown in the console. It goes when the same request
 * succeeds.
 */
export function toastFailure(title: string, error: unknown, message?: string): void {
  if (!(error instanceof Error)) throw error
  const about = (error instanceof ApiError && error.request) || aboutForm
  toastList.add({ kind: 'error', title, text: message ?? error.message, about })
}

/** Says how an action went. Its failure is handed on, so that a dialog can stay open. */
export async function announced(work: Promise<unknown>, title: string, text?: string): Promise<void> {
  try {
    await work
  } catch (error) {
    toastFailure(m.error(), error)
    throw error
  }
  toastSuccess(title, text)
}
