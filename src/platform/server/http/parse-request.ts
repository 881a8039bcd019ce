import type { FastifyRequest } from 'fastify'
import { en, fr } from 'zod/locales'
import * as z from 'zod/mini'
import type { Route } from '#platform/api/route.ts'
import { currentLanguage } from '#platform/domain/languages.ts'
import { type FieldError, Refusal } from '#platform/domain/refusal.ts'
import { m } from '#platform/messages/messages.ts'

// What no rule says in words of its own is said in the reader's language.
const written = { en: en().localeError, fr: fr().localeError }
z.config({ localeError: (issue) => written[currentLanguage()](issue) })

/** Parses params, query, headers and body together, so that one answer names every wrong field. */
export function parseRequest(route: Route, request: FastifyRequest): Record<string, unknown> {
  const parsed: Record<string, unknown> = {}
  const fields: FieldError[] = []
  for (const part of ['params', 'query', 'headers', 'body'] as const) {
    const shape = route[part]
    if (!shape) continue
    const result = z.safeParse(shape, request[part] ?? (part === 'body' ? null : {}))
    if (result.success) parsed[part] = result.data
    else fields.push(...firstErrors(result.error.issues))
  }
  const [first] = fields
  if (first) throw new Refusal('invalid_input', first.message, { fields })
  return parsed
}

/** The first error of each field, in the order of the rules. */
function firstErrors(issues: readonly z.core.$ZodIssue[]): FieldError[] {
  const errors = issues.flatMap(fieldErrorsOf)
  return errors.filter((error, index) => errors.findIndex((each) => each.path === error.path) === index)
}

function fieldErrorsOf(issue: z.core.$ZodIssue): FieldError[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), message: m.unknownField({ key }) }))
  }
  return [{ path: issue.path.join('.'), message: issue.message || m.invalidValue() }]
}
