import { toastList } from './toast-list.ts'

/** The language of where the focus is: a French dialog's toasts are French, an English page's English. */
const languageHere = () => document.activeElement?.closest<HTMLElement>('[lang]')?.lang

/** The one road to a toast. */
export function toastSuccess(title: string, message?: string): void {
  toastList.add('success', title, message, languageHere())
}

/** A destructive toast. */
export function toastError(title: string, message: string): void {
  toastList.add('error', title, message, languageHere())
}

/** A toast for what an action threw; a bug of ours is said as one, and shown in the console. */
export function toastFailure(title: string, error: unknown, message?: string): void {
  if (!(error instanceof Error)) throw error
  toastError(title, message ?? error.message)
}

/** Says how an action went. Its failure is handed on, so that a dialog can stay open. */
export async function announced(work: Promise<unknown>, title: string, text?: string): Promise<void> {
  try {
    await work
  } catch (error) {
    toastFailure('Error', error)
    throw error
  }
  toastSuccess(title, text)
}
