import { refusals } from '#portal/domain/refusals.ts'
import { m } from '../messages/messages.ts'
import { textOf, texts, type Words } from './languages.ts'

export type RefusalCode = keyof typeof refusals

/** A validation error: `path` as in the request (`email`, `rows.0.name`), `message` ready to display. */
export interface FieldError {
  readonly path: string
  readonly message: string
}

/** Sentences of the codes that need no other words; every other refusal brings its own, or does not compile. */
const sentences = texts({
  not_signed_in: m.pleaseSignIn,
  not_allowed: m.notAllowed,
  not_found: m.notFound,
})
type SelfExplainedCode = keyof typeof sentences

interface RefusalDetails {
  /** What it is called, where that is not its sentence. */
  readonly title?: Words
  readonly facts?: Record<string, string | number>
  readonly fields?: readonly FieldError[]
}

/** An expected error. Anything else that is thrown is a bug and is answered with `internal`. */
export class Refusal extends Error {
  readonly code: RefusalCode
  /** Details for the message, such as the current status, the size limit or the seconds to wait. */
  readonly facts: Readonly<Record<string, string | number>>
  readonly fields: readonly FieldError[]
  readonly title: string | undefined

  constructor(code: SelfExplainedCode, detail?: Words, more?: RefusalDetails)
  constructor(code: RefusalCode, detail: Words, more?: RefusalDetails)
  constructor(code: RefusalCode, detail?: Words, more: RefusalDetails = {}) {
    super(textOf(detail ?? sentences[code as SelfExplainedCode]))
    this.name = 'Refusal'
    this.code = code
    this.facts = more.facts ?? {}
    this.fields = more.fields ?? []
    this.title = more.title && textOf(more.title)
  }

  get status(): number {
    return refusals[this.code]
  }
}

/** The refusal of what a field says; `path` as in the request, where the message is shown. */
export function fieldRefusal(path: string, message: string, code: RefusalCode = 'invalid_input'): Refusal {
  return new Refusal(code, message, { fields: [{ path, message }] })
}

/** Refuses what a field says unless the condition holds. */
export function refuseFieldUnless(
  condition: unknown,
  path: string,
  message: string,
  code: RefusalCode = 'invalid_input',
): asserts condition {
  if (!condition) throw fieldRefusal(path, message, code)
}

/** Throws a Refusal unless the condition holds. */
export function refuseUnless(condition: unknown, code: SelfExplainedCode, detail?: Words): asserts condition
export function refuseUnless(condition: unknown, code: RefusalCode, detail: Words): asserts condition
export function refuseUnless(condition: unknown, code: RefusalCode, detail?: Words): asserts condition {
  if (!condition) throw new Refusal(code as SelfExplainedCode, detail)
}
