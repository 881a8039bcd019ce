import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Route, Who } from '#api/route.ts'
import type { Actor } from '#domain/actor.ts'
import type { FieldError } from '#domain/refusal.ts'
import { Refusal, refuseUnless } from '#domain/refusal.ts'

/** Refuses a caller the route is not for: 401 without a session, 403 otherwise. */
export function checkWho(who: Who, actor: Actor): void {
  if (who === 'anyone') return
  refuseUnless(actor.kind === 'partner' || actor.kind === 'admin', 'not_signed_in')
  if (actor.kind === 'admin') {
    refuseUnless(who !== 'partner' && who !== 'unlockedPartner', 'not_allowed')
    return
  }
  refuseUnless(who !== 'admin', 'not_allowed')
  if (who === 'unlocked' || who === 'unlockedPartner') refuseUnless(actor.contractSigned, 'contract_not_signed')
}

/** Whether `checkWho` lets the caller pass. */
export function isFor(who: Who, actor: Actor): boolean {
  try {
    checkWho(who, actor)
    return true
  } catch {
    return false
  }
}

/** Parses params, query, headers and body together, so that one answer names every field at fault. */
export function parseRequest(route: Route, request: FastifyRequest): Record<string, unknown> {
  const parsed: Record<string, unknown> = {}
  const fields: FieldError[] = []
  for (const part of ['params', 'query', 'headers', 'body'] as const) {
    const shape = route[part]
    if (!shape) continue
    const result = z.safeParse(shape, request[part] ?? (part === 'body' ? null : {}))
    if (result.success) parsed[part] = result.data
    else fields.push(...firstFaults(result.error.issues))
  }
  const [first] = fields
  if (first) throw new Refusal('invalid_input', first.message, { fields })
  return parsed
}

/** The first error of each field, in the order of the rules. */
function firstFaults(issues: readonly z.core.$ZodIssue[]): FieldError[] {
  const faults = issues.flatMap(fieldErrorsOf)
  return faults.filter((fault, index) => faults.findIndex((each) => each.path === fault.path) === index)
}

function fieldErrorsOf(issue: z.core.$ZodIssue): FieldError[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), message: `Unknown field: ${key}` }))
  }
  return [{ path: issue.path.join('.'), message: issue.message || 'Invalid value' }]
}
