import { system } from '#access/domain/actor.ts'
import { accountRoutes } from '#accounts/auth/api/account.ts'
import { providerSignInRoutes } from '#accounts/auth/api/provider-sign-in.ts'
import { identityProviderRoutes } from '#accounts/identity-provider/api.ts'
import type { RequestOf } from '#platform/api/route.ts'
import type { EventName } from '#portal/api/events.ts'
import type { DatabaseKind } from './databases.ts'
import { type Script, ScriptedProvider } from './scripted-provider.ts'
import { type Client, password, TestApp } from './test-app.ts'

type Form = RequestOf<typeof identityProviderRoutes.saveIdentityProvider>['body']

/** A portal whose people sign in with a provider that does what a test says, and another one that the portal does not know. */
export class ProviderApp {
  readonly app: TestApp
  readonly provider: ScriptedProvider
  readonly stranger: ScriptedProvider
  #count = 0

  private constructor(app: TestApp, provider: ScriptedProvider, stranger: ScriptedProvider) {
    this.app = app
    this.provider = provider
    this.stranger = stranger
  }

  static async open(databaseKind: DatabaseKind, environment: Record<string, string> = {}): Promise<ProviderApp> {
    const app = await TestApp.open(databaseKind, { OIDC_ALLOW_INTERNAL: '127.0.0.1', ...environment })
    const [provider, stranger] = await Promise.all([ScriptedProvider.open(), ScriptedProvider.open()])
    provider.follow(() => app.now)
    return new ProviderApp(app, provider, stranger)
  }

  async close(): Promise<void> {
    await Promise.all([this.app.close(), this.provider.stop(), this.stranger.stop()])
  }

  /** Begins a test: with the provider as it should be, and attempts that are not counted with those of the test before. */
  async next(): Promise<void> {
    const { app, provider } = this
    this.#count += 1
    app.pass(16 * 60_000)
    provider.script = {}
    provider.rotateKeys()
    await this.set({
      name: 'Acme',
      issuer: provider.issuer,
      clientId: provider.clientId,
      clientSecret: provider.clientSecret,
      scopes: 'openid email profile',
      enabled: true,
      staffDomains: ['acme.example'],
      staffRole: 'viewer',
      roleClaim: '',
      claimRoles: [],
      partnerDomains: ['exemple.fr'],
    })
  }

  set(form: Form) {
    return this.app.proven(identityProviderRoutes.saveIdentityProvider, { body: { ...form, password } })
  }

  /** An address that no test before this one has used. */
  address(name: string, domain = 'acme.example'): string {
    return `${name}${this.#count}@${domain}`
  }

  /** What the provider says of somebody whom the portal does not know, at a domain of the staff. */
  newcomer(more: Record<string, unknown> = {}) {
    const email = this.address('lea')
    return { sub: `subject-${this.#count}`, email, email_verified: true, name: 'Léa Moreau', ...more }
  }

  async start(browser: Client): Promise<string> {
    return (await browser.call(providerSignInRoutes.startProviderSignIn, {})).url
  }

  finish(browser: Client, query: string) {
    return browser.try(providerSignInRoutes.finishProviderSignIn, { body: { query } })
  }

  /** Somebody signs in at the provider, and the browser brings its answer. */
  async signIn(person: { sub: string }, script: Script = {}, browser = this.app.anonymous()) {
    const address = await this.start(browser)
    this.provider.script = script
    const answer = await this.finish(browser, this.provider.signIn(address, person))
    return { browser, answer }
  }

  async isSignedIn(browser: Client): Promise<boolean> {
    return (await browser.try(accountRoutes.getMe, {})).status === 200
  }

  events(userId: string, ...names: EventName[]) {
    return this.app.portal.database.asActor(system, (tx) =>
      tx
        .selectFrom('events')
        .select(['name', 'after'])
        .where('subject_id', '=', userId)
        .where('name', 'in', names)
        .orderBy('id')
        .execute(),
    )
  }
}
