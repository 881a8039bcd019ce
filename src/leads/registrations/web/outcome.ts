import { typeset } from '#platform/domain/typesetting.ts'
import { toastError, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { m } from '../messages/messages.ts'

interface Answers {
  readonly done: number
  readonly left: readonly { readonly number: string; readonly why: string }[]
}

/** Says how many were answered, and why the others were not. */
export function announceAnswers(what: string, { done, left }: Answers): void {
  if (done > 0) toastSuccess(what, m.leadCount({ count: done }))
  const [first] = left
  if (!first) return
  const { number } = first
  const why = typeset(first.why)
  const reason = left.length > 1 ? m.firstLeftBecause({ number, why, count: left.length - 1 }) : m.leftBecause({ number, why })
  toastError(m.leftCount({ count: left.length }), reason)
}
