import { system } from '#access/domain/actor.ts'
import { visitorPaths } from '#access/domain/visitor-paths.ts'
import { personOf } from '#access/server/acting.ts'
import { checkConfirmed, withConfirmation } from '#accounts/auth/server/guards.ts'
import type { Config } from '#platform/server/config.ts'
import { type Handlers, slice } from '#platform/server/http/bind.ts'
import * as attempts from '#platform/server/http/limits/rate-limits.ts'
import { mailMoment } from '#platform/server/mail/mail-dates.ts'
import { OpenIdError, type OpenIdProblem } from '#platform/server/openid/problems.ts'
import type { Portal } from '#platform/server/portal.ts'
import { currentSettings } from '#provider/programme/server/identity-queries.ts'
import { type IdentityProvider, identityProviderRoutes } from '../api.ts'
import { defaultScopes } from '../domain.ts'
import { m } from '../messages/messages.ts'
import * as commands from './commands.ts'
import { identityProviderData } from './personal-data.ts'
import { findProvider, peopleByIssuer, type StoredProvider } from './queries.ts'

/** The only serializer for a provider: its secret is not in it. */
function presentProvider(
  { publicUrl }: Config,
  row: StoredProvider | undefined,
  people: ReadonlyMap<string, number>,
): IdentityProvider {
  return {
    name: row?.name ?? '',
    issuer: row?.issuer ?? '',
    clientId: row?.client_id ?? '',
    hasSecret: row?.secret_encrypted !== null && row !== undefined,
    scopes: row?.scopes ?? defaultScopes,
    enabled: row?.enabled ?? false,
    staffDomains: [...(row?.staff_domains ?? [])],
    staffRole: row?.staff_role ?? 'viewer',
    roleClaim: row?.role_claim ?? '',
    claimRoles: Object.entries(row?.claim_roles ?? {}).map(([value, role]) => ({ value, role })),
    partnerDomains: [...(row?.partner_domains ?? [])],
    redirectUri: `${publicUrl}${visitorPaths.signInProvider}`,
    people: people.get(row?.issuer ?? '') ?? 0,
    changedAt: row?.changed_at.toISOString() ?? null,
  }
}

/** Read before the transaction of the caller, whose role sees nobody's accounts. */
const readPeople = ({ database }: Portal) => database.asActor(system, peopleByIssuer, { isRead: true })

const checkLimits = (userId: string) => [{ key: `provider check of ${userId}`, max: 60, windowSeconds: 900 }]

const identityProviderHandlers: Handlers<typeof identityProviderRoutes> = {
  getIdentityProvider: async ({ portal, actor }) => {
    const people = await readPeople(portal)
    return presentProvider(portal.config, await portal.database.asActor(actor, findProvider, { isRead: true }), people)
  },

  saveIdentityProvider: async ({ body: { password, code, passkey, ...form }, ...call }) => {
    const { config } = call.portal
    const people = await readPeople(call.portal)
    return withConfirmation(call, { password, code, passkey }, async (context, confirmation) => {
      await commands.saveProvider(context, config, form)
      checkConfirmed(confirmation, m.toChangeProvider())
      return presentProvider(config, await findProvider(context.tx), people)
    })
  },

  checkIdentityProvider: async ({ portal, actor, body, request }) => {
    await attempts.countAttempt(portal, checkLimits(personOf({ actor }).userId))
    try {
      await portal.auth.openId.check(body.issuer)
      const provider = await portal.database.asActor(actor, findProvider, { isRead: true })
      const { issuer, role_claim: claim, role_untold_at: at } = provider ?? {}
      const { timeZone } = await portal.database.asActor(actor, currentSettings, { isRead: true })
      const isUntold = issuer === body.issuer && claim && at
      return { problem: null, remark: isUntold ? m.claimUntold({ claim, when: mailMoment(at, timeZone) }) : null }
    } catch (error) {
      if (!(error instanceof OpenIdError)) throw error
      request.log.warn(`the provider at ${body.issuer} was checked: ${error.message}`)
      return { problem: problemText(error.problem), remark: null }
    }
  },
}

export const identityProviderSlice = slice({
  routes: identityProviderRoutes,
  handlers: identityProviderHandlers,
  personalData: identityProviderData,
})

/** What is wrong with a provider, and what to do, for whoever sets it. */
function problemText(problem: OpenIdProblem): string {
  switch (problem.code) {
    case 'internal_address':
      return m.problemInternal({ host: problem.host })
    case 'not_https':
      return m.problemNotHttps()
    case 'no_answer':
      return m.problemNoAnswer({ detail: problem.detail })
    case 'wrong_status':
      return m.problemStatus({ status: String(problem.status) })
    case 'redirects':
      return m.problemRedirects({ to: problem.to })
    case 'no_description':
      return m.problemNoDescription()
    case 'other_issuer':
      return m.problemOtherIssuer({ issuer: problem.issuer })
    case 'no_code_flow':
      return m.problemNoCodeFlow()
    case 'no_keys':
      return m.problemNoKeys()
    case 'client_unknown':
    case 'declined':
    case 'clock':
    case 'answer_refused':
      return m.problemAnswer()
  }
}
