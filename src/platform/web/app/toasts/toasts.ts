import { langOf, textOf, type Words } from '#platform/domain/languages.ts'
import { m } from '#platform/messages/messages.ts'
import { ApiError } from '../requests/api-error.ts'
import { aboutForm, type Toast, toastList } from './toast-list.ts'

/** A toast says the language of a message that is quoted in another one than the page's. */
function show(kind: Toast['kind'], title: Words, text: Words | undefined, more: Pick<Toast, 'about' | 'link'> = {}): void {
  const said = { title: textOf(title), titleLang: langOf(title), ...(text && { text: textOf(text), textLang: langOf(text) }) }
  toastList.add({ kind, ...said, ...more })
}

/** The one road to a toast. What was wrong with a form before goes. */
export function toastSuccess(title: Words, text?: Words, link?: string): void {
  toastList.dismissAbout(aboutForm)
  show('success', title, text, { link })
}

/** A destructive toast about an outcome: it stays as long as any. */
export function toastError(title: Words, text: Words): void {
  show('error', title, text)
}

/** A destructive toast about what was typed or chosen: it goes when the form is sent again. */
export function toastFormError(title: Words, text: Words): void {
  show('error', title, text, { about: aboutForm })
}

/**
 * A toast for what an action threw; a bug of ours is said as one, and shown in the console. It goes when the same request
 * succeeds.
 */
export function toastFailure(title: Words, error: unknown, message?: Words): void {
  if (!(error instanceof Error)) throw error
  const about = (error instanceof ApiError && error.request) || aboutForm
  show('error', title, message ?? error.message, { about })
}

/** Says how an action went. Its failure is handed on, so that a dialog can stay open. */
export async function announced(work: Promise<unknown>, title: Words, text?: Words): Promise<void> {
  try {
    await work
  } catch (error) {
    toastFailure(m.error(), error)
    throw error
  }
  toastSuccess(title, text)
}
