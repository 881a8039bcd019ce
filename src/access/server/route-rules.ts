import { partnerMay } from '#access/domain/abilities.ts'
import { type Actor, isView, type Who } from '#access/domain/actor.ts'
import type { ApiScope } from '#access/domain/api-scopes.ts'
import { hasRight, missingRightMessage } from '#access/domain/staff-rights.ts'
import { isForViews, type Route } from '#platform/api/route.ts'
import { Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import { m } from '../messages/messages.ts'

/** Refuses a caller the route is not for: 401 without a session, 403 otherwise. */
export function checkWho(who: Who, actor: Actor): void {
  if (who === 'anyone') return
  refuseUnless(actor.kind === 'partner' || actor.kind === 'admin', 'not_signed_in')
  if (actor.kind === 'admin') {
    refuseUnless(who !== 'partner' && who !== 'unlockedPartner', 'not_allowed')
    return
  }
  refuseUnless(who !== 'admin', 'not_allowed')
  if ((who === 'unlocked' || who === 'unlockedPartner') && !actor.contractSigned)
    throw new Refusal('contract_not_signed', m.contractNotSigned, { title: m.accessRestricted })
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
    throw new Refusal('viewing_as_partner', route.method === 'GET' ? m.viewSecret : m.viewChange)
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
