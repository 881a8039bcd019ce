import { useState } from 'react'
import * as z from 'zod/mini'
import type { Words } from '#platform/domain/languages.ts'
import type { FieldError } from '#platform/domain/refusal.ts'
import { queryClient } from '../queries/query-client.ts'
import { ApiError } from '../requests/api-error.ts'
import { aboutForm, toastList } from '../toasts/toast-list.ts'
import { toastFormError } from '../toasts/toasts.ts'
import { useAction } from './use-action.ts'

export type FieldErrors = Readonly<Record<string, string>>

/** First error of each field, by path. */
export function fieldErrorsOf(fields: readonly FieldError[]): FieldErrors {
  const errors: Record<string, string> = {}
  for (const { path, message } of fields) errors[path] ??= message
  return errors
}

const isOutdated = ({ code }: ApiError) => /changed(_meanwhile)?$/.test(code)

/** Returned when the user cancelled the submission: nothing failed, and the input stays unsaved. */
export const notSent = Symbol('not sent')

/** Current and initial values of a form. */
export interface FormState<Values> {
  readonly values: Values
  readonly set: (next: (before: Values) => Values) => void
  /** Something is typed that is not saved. */
  readonly dirty: boolean
  /** Makes the current values the baseline. */
  readonly markPristine: () => void
  readonly reset: () => void
}

export interface FormParts<S extends z.core.$ZodType, Values> {
  readonly shape: S
  readonly initial: Values
  /** Converts input values to the request body. */
  readonly toRequestBody: (values: Values) => unknown
  /** Title of the toast with the first error. */
  readonly errorTitle: Words
  /** Sends the input. Resolves to `notSent` when it was not sent after all. */
  readonly send: (input: z.output<S>) => Promise<unknown>
  /** Handles errors other than field errors. */
  readonly onFailure: (error: unknown) => void
}

/** A form without draft: for guests, and for passwords. */
export function useApiForm<S extends z.core.$ZodType, Values extends Record<string, unknown>>(parts: FormParts<S, Values>) {
  const [values, set] = useState(parts.initial)
  const dirty = Object.entries(values).some(([name, value]) => value !== parts.initial[name])
  return useFormOver(parts, { values, set, dirty, markPristine: () => {}, reset: () => set(parts.initial) })
}

/** The field of a whole path, such as 'fields.region', or else the one that holds it. */
function fieldAt({ path }: FieldError): HTMLElement | undefined {
  const names = [path, path.split('.')[0] ?? ''].map(CSS.escape)
  const selectors = names.map((name) => `form :is([name="${name}"], [data-field="${name}"])`)
  return selectors.flatMap((selector) => document.querySelector<HTMLElement>(selector) ?? [])[0]
}

/** Schemas have an order of their own; what has no field yet keeps its place in it. */
function inOrderOfPage(one: FieldError, other: FieldError): number {
  const [here, there] = [fieldAt(one), fieldAt(other)]
  if (!here || !there || here === there) return 0
  return here.compareDocumentPosition(there) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
}

/**
 * A form over a schema of the API, validated with the server's rules and messages before sending. The first error is shown in a
 * toast and at its field, which is focused. Input is never lost.
 */
export function useFormOver<S extends z.core.$ZodType, Values extends Record<string, unknown>>(
  parts: FormParts<S, Values>,
  draft: FormState<Values>,
) {
  const { values } = draft
  const [errors, setErrors] = useState<FieldErrors>({})

  const show = (fields: readonly FieldError[]) => {
    setErrors(fieldErrorsOf(fields))
    const [first] = [...fields].sort(inOrderOfPage)
    if (!first) return
    toastFormError(parts.errorTitle, first.message)
    requestAnimationFrame(() => fieldAt(first)?.focus())
  }
  const { busy, run: send } = useAction(
    async (input: z.output<S>) => {
      const outcome = await parts.send(input)
      if (outcome !== notSent) draft.markPristine()
    },
    (error) => {
      if (error instanceof ApiError && error.code === 'invalid_input' && error.fields.length > 0) return show(error.fields)
      if (error instanceof ApiError) setErrors(fieldErrorsOf(error.fields))
      // What somebody else has saved stands in the form before it is sent again.
      if (error instanceof ApiError && isOutdated(error)) void queryClient.invalidateQueries()
      parts.onFailure(error)
    },
  )
  const submit = () => {
    if (busy) return
    toastList.dismissAbout(aboutForm)
    const result = z.safeParse(parts.shape, parts.toRequestBody(values))
    if (!result.success) {
      show(result.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })))
      return
    }
    setErrors({})
    send(result.data)
  }
  const set = <K extends keyof Values>(name: K, value: Values[K]) => {
    draft.set((before) => ({ ...before, [name]: value }))
    setErrors(({ [String(name)]: _, ...others }) => others)
  }
  /** Validates a field on blur; empty fields are only reported on submit. */
  const validate = (name: keyof Values & string) => {
    const isFilled = String(values[name] ?? '').trim() !== ''
    const { error } = z.safeParse(parts.shape, parts.toRequestBody(values))
    const issue = isFilled ? error?.issues.find(({ path }) => path[0] === name || path.join('.') === name) : undefined
    if (issue) setErrors((before) => ({ ...before, [name]: issue.message }))
  }
  /** Props of a field for an amount or a percentage. */
  const number = (name: keyof Values & string) => ({
    name,
    value: String(values[name] ?? ''),
    error: errors[name],
    onChange: (input: string) => set(name, input as Values[typeof name]),
    onBlur: () => validate(name),
  })
  /** Props of a text input bound to a field. */
  const text = (name: keyof Values & string) => ({
    name,
    value: String(values[name] ?? ''),
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value as Values[typeof name]),
  })
  return {
    values,
    errors,
    busy,
    set,
    text,
    number,
    validate,
    /** Something is typed that is not saved. */
    dirty: draft.dirty,
    /** Discards the input and closes the form. */
    handleDiscard: (close: () => void) => () => {
      draft.markPristine()
      close()
    },
    reset: () => {
      draft.reset()
      setErrors({})
    },
    /** Sends what is typed, for a question that stands before it. */
    submit,
    onSubmit: (event: { preventDefault: () => void }) => {
      event.preventDefault()
      submit()
    },
  }
}
