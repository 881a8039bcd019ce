import { type Role, system } from '#access/domain/actor.ts'
import type { ApiScope } from '#access/domain/api-scopes.ts'
import type { StaffRole } from '#access/domain/staff-rights.ts'
import { apiKeyRoutes } from '#accounts/api-keys/api.ts'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { addInvitation } from '#accounts/auth/server/commands.ts'
import { contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { followNow } from '#operations/journal/server/append-commands.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { addressOf, type RequestOf, type ReturnOf, type Route } from '#platform/api/route.ts'
import type { Problem } from '#platform/api/shapes.ts'
import { readConfig } from '#platform/server/config.ts'
import { forgetAttempts } from '#platform/server/http/limits/rate-limits.ts'
import { linkToken } from '#platform/server/secrets/links.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import { type RunningPortal, type StartOptions, startPortal } from '#portal/server/start.ts'
import { cheapPasswords } from './cheap-passwords.ts'
import { createTestEnv, type DatabaseKind, overSocket, type TestEnv } from './databases.ts'
import { checkDeclared } from './declared-refusals.ts'

/** A response: the parsed body, or the problem. */
export interface Answer<T> {
  readonly status: number
  readonly headers: Record<string, unknown>
  readonly body: T
}

/** A user agent with cookies, and typed calls through the whole server. */
export class Client {
  readonly #portal: RunningPortal
  readonly #cookies = new Map<string, string>()
  userId = ''
  /** The API key of a client that is a program; it has no cookies. */
  secret = ''

  constructor(portal: RunningPortal) {
    this.#portal = portal
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  get credentials(): Record<string, string> {
    return {
      ...(this.cookie ? { cookie: this.cookie } : {}),
      ...(this.secret ? { authorization: `Bearer ${this.secret}` } : {}),
    }
  }

  /** Sends a raw request. */
  async send(method: string, url: string, payload?: string | Buffer | object, headers: Record<string, string> = {}) {
    const response = await this.#portal.app.inject({
      method: method as 'GET',
      url,
      headers: { ...this.credentials, ...headers },
      ...(payload === undefined ? {} : { payload }),
    })
    if (method !== 'HEAD' && response.headers['content-type'] === 'application/problem+json')
      checkDeclared(method, url, response.json().code)
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0 || value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, encodeURIComponent(value))
    }
    return response
  }

  /** Calls a route. Returns any response, refusals included. */
  async try<R extends Route>(
    route: R,
    request: RequestOf<R>,
    headers: Record<string, string> = {},
  ): Promise<Answer<ReturnOf<R> & Omit<Problem, 'status'>>> {
    const { params = {}, query = {}, body } = request as { params?: Record<string, string>; query?: object; body?: object }
    const path = addressOf(route).replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const pairs = Object.entries(query).filter(([, value]) => value !== undefined)
    const search = pairs.length > 0 ? `?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]))}` : ''
    const response = await this.send(route.method, path + search, body, headers)
    const parsed = response.body === '' ? undefined : response.json()
    return { status: response.statusCode, headers: response.headers, body: parsed }
  }

  /** Calls a route that must succeed. */
  async call<R extends Route>(route: R, request: RequestOf<R>, headers: Record<string, string> = {}): Promise<ReturnOf<R>> {
    const answer = await this.try(route, request, headers)
    if (answer.status >= 400) throw new Error(`${route.method} ${route.path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
}

export const password = 'chemin-de-traverse'

/** A portal in this process on a fresh database, with people and a settable clock. */
export class TestApp {
  readonly running: RunningPortal
  readonly admin: Client
  readonly #env: TestEnv
  readonly #clock: { at: Date }

  private constructor(running: RunningPortal, env: TestEnv, clock: { at: Date }) {
    this.running = running
    this.#env = env
    this.#clock = clock
    this.admin = new Client(running)
  }

  /** A portal that runs already, at that time. */
  static around(running: RunningPortal, env: TestEnv, at: Date): TestApp {
    return new TestApp(running, env, { at })
  }

  /**
   * `way` maps the database URL, for instance to a proxy that injects errors. Logs errors only, unless `logStream` is given, and
   * hashes passwords cheaply, unless `passwords` are.
   */
  static async open(
    databaseKind: DatabaseKind,
    env: Record<string, string> = {},
    way: (databaseUrl: string) => Promise<string> = overSocket,
    options: Pick<StartOptions, 'logStream' | 'passwords' | 'startWorker'> = {},
  ): Promise<TestApp> {
    const testEnv = await createTestEnv(databaseKind)
    const clock = { at: new Date() }
    const settings = {
      DATA_DIR: testEnv.dataDir,
      PORT: '0',
      PUBLIC_URL: 'http://portal.test',
      ADMIN_EMAIL: 'admin@acme.example',
      ADMIN_PASSWORD: password,
      ...(testEnv.databaseUrl ? { DATABASE_URL: await way(testEnv.databaseUrl) } : {}),
      ...env,
    }
    const config = readConfig(settings, { dataDir: testEnv.dataDir })
    const running = await startPortal(config, {
      clock: { now: () => clock.at },
      listen: false,
      logLevel: options.logStream ? 'trace' : 'error',
      passwords: cheapPasswords(),
      ...options,
    })
    const app = new TestApp(running, testEnv, clock)
    const { setUpAdministrator } = await import('#accounts/auth/server/first-administrator.ts')
    await setUpAdministrator(running.portal)
    // Every lead is accepted when it is added; tests of registrations switch them on.
    await running.portal.database.asActor(system, (tx) =>
      tx.updateTable('programme_settings').set({ registrations: false }).execute(),
    )
    await app.signIn(app.admin, 'admin@acme.example')
    return app
  }

  get dataDir(): string {
    return this.#env.dataDir
  }

  get portal() {
    return this.running.portal
  }

  /** Puts the clock to a moment. */
  passTo(moment: string): void {
    this.pass(Date.parse(moment) - this.now.getTime())
  }

  /** Advances the clock. */
  pass(milliseconds: number): void {
    this.#clock.at = new Date(this.#clock.at.getTime() + milliseconds)
  }

  get now(): Date {
    return this.#clock.at
  }

  /** Leads are marked as unread for their readers, as they are some tenths of a second after what happened. */
  async marked(): Promise<void> {
    await followNow(this.portal)
  }

  anonymous(): Client {
    return new Client(this.running)
  }

  async signIn(client: Client, email: string, secret = password): Promise<Client> {
    const { me } = await client.call(authRoutes.signIn, { body: { email, password: secret } })
    client.userId = me?.id ?? ''
    return client
  }

  /** What the administrator does with their password, as often as a test likes: attempts in a quarter of an hour are counted. */
  async proven<R extends Route>(route: R, request: RequestOf<R>, by = this.admin): Promise<ReturnOf<R>> {
    await forgetAttempts(this.portal, `password of ${by.userId}`)
    return by.call(route, request)
  }

  /** Gives somebody another role. */
  changeRole({ userId: id }: Client, role: Role, staffRole?: StaffRole, by = this.admin) {
    const body = { role, ...(staffRole ? { staffRole } : {}), password }
    return this.proven(partnerRoutes.changeRole, { params: { id }, body }, by)
  }

  /** Invites a person, accepts the invitation and signs in. */
  async newPerson(email: string, role: Role = 'partner', fullName = 'Marie Dupont'): Promise<Client> {
    return this.#invited({ email, fullName, role })
  }

  /** Somebody of staff in this role. */
  async newStaff(email: string, staffRole: StaffRole, fullName = 'Anna Équipe'): Promise<Client> {
    return this.#invited({ email, fullName, role: 'admin', staffRole })
  }

  async #invited(body: RequestOf<typeof partnerRoutes.invite>['body']): Promise<Client> {
    const { id } =
      body.role === 'admin'
        ? await this.proven(partnerRoutes.invite, { body: { ...body, password } })
        : await this.admin.call(partnerRoutes.invite, { body })
    const client = this.anonymous()
    const { fullName } = body
    await client.call(authRoutes.acceptInvitation, { body: { token: await this.#invitedWith(id), fullName, password } })
    client.userId = id
    return client
  }

  /** A program with an API key. */
  async newProgram(scopes: readonly ApiScope[], name = 'CRM'): Promise<Client> {
    const { id, secret } = await this.proven(apiKeyRoutes.createApiKey, { body: { name, scopes: [...scopes], password } })
    return Object.assign(this.anonymous(), { secret, userId: id })
  }

  /** The token of the link that the invitation was sent with. */
  async #invitedWith(userId: string): Promise<string> {
    const { id } = await this.portal.database.asActor(system, (tx) =>
      tx.selectFrom('invitations').select('id').where('user_id', '=', userId).executeTakeFirstOrThrow(),
    )
    return linkToken(this.portal.config, 'invitation', id)
  }

  /** The token of a new invitation link. */
  async invitationToken(userId: string): Promise<string> {
    const id = await withTransaction(this.portal, system, (context) => addInvitation(context, userId))
    return linkToken(this.portal.config, 'invitation', id)
  }

  /** A partner with a signed main contract. */
  async newPartner(email: string, fullName?: string): Promise<Client> {
    const client = await this.newPerson(email, 'partner', fullName)
    await this.assignContract(client.userId)
    await this.admin.call(partnerRoutes.validatePartnerContract, { params: { id: client.userId } })
    return client
  }

  assignContract(partnerId: string, contractType: 'main' | 'amendment' = 'main') {
    const document = { kind: 'link' as const, url: 'https://documents.example/contract' }
    return this.admin.call(contractRoutes.assignContract, { body: { partnerId, title: 'Contrat 2026', contractType, document } })
  }

  async close(): Promise<void> {
    await this.running.stop()
    await this.#env.remove()
  }
}
