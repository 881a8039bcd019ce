import type { FastifyRequest } from 'fastify'
import { en, fr } from 'zod/locales'
import * as z from 'zod/mini'
import { type Actor, isView } from '#access/domain/actor.ts'
import type { ApiScope } from '#access/domain/api-scopes.ts'
import { partnerMay } from '#access/domain/partner-abilities.ts'
import { hasRight, missingRightMessage } from '#access/domain/staff-rights.ts'
import { viewRefusals } from '#access/domain/view-refusals.ts'
import { isForViews, type Route, type Who } from '#platform/api/route.ts'
import { currentLanguage } from '#platform/domain/languages.ts'
import { type FieldError, Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import { m } from '#platform/messages/messages.ts'

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

/** Refuses staff without the right that a route needs; says which, and whom to ask. */
export function checkRight({ right }: Pick<Route, 'right'>, actor: Actor): void {
  if (!right || actor.kind !== 'admin' || hasRight(actor.rights, right)) return
  const rights = typeof right === 'string' ? right : right.join(' ')
  throw new Refusal('right_missing', missingRightMessage(right), { facts: { right: rights } })
}

/** Refuses somebody of a partner whose role there does not allow it. */
export function checkAbility({ ability }: Pick<Route, 'ability'>, actor: Actor): void {
  if (!ability || partnerMay(actor, ability)) return
  throw new Refusal('partner_role_missing', m.partnerRoleMissing())
}

/** Refuses changes and secrets while a member of staff views the portal as a partner. */
export function checkView(route: Pick<Route, 'method' | 'holdsSecrets' | 'duringView'>, actor: Actor): void {
  if (isView(actor) && !isForViews(route))
    throw new Refusal('viewing_as_partner', route.method === 'GET' ? viewRefusals.secret : viewRefusals.change)
}

/** Whether an API key may read what a change answers: a key that only writes learns ids. */
export function mayReadAnswer({ scope }: Pick<Route, 'scope'>, scopes: readonly ApiScope[]): boolean {
  return !scope?.endsWith(':write') || scopes.some((each) => each === scope.replace(':write', ':read'))
}

/** Refuses an API key, which is allowed `scopes`, on a route that needs another one or is for people only. */
export function checkScope({ scope }: Pick<Route, 'scope'>, scopes: readonly ApiScope[]): void {
  const text = scope ? m.scopeNeeded({ scope }) : m.notForKeys()
  if (!scope || !scopes.includes(scope)) throw new Refusal('api_scope_missing', text, { facts: scope ? { scope } : {} })
}

/** Whether the caller passes all of these. */
export function isFor(route: Route, actor: Actor): boolean {
  try {
    checkWho(route.who, actor)
    checkRight(route, actor)
    checkAbility(route, actor)
    checkView(route, actor)
    return true
  } catch {
    return false
  }
}

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
