import { toastError, toastSuccess } from '#platform/web/app/toasts/toasts.ts'

interface Answers {
  readonly done: number
  readonly left: readonly { readonly number: string; readonly why: string }[]
}

/** Says how many were answered, and why the others were not. */
export function announceAnswers(what: string, { done, left }: Answers): void {
  if (done > 0) toastSuccess(what, done === 1 ? '1 lead' : `${done} leads`)
  const [first] = left
  if (!first) return
  const more = left.length > 1 ? ` (and ${left.length - 1} more)` : ''
  toastError(left.length === 1 ? 'One was left' : `${left.length} were left`, `${first.number}: ${first.why}${more}`)
}
