import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** A provider that others wrote (npm's oidc-provider), with its own pages, on which any login and any password will do. */
export class LibraryProvider {
  readonly clientId = 'portal'
  readonly clientSecret = 'a-secret-of-the-portal'
  readonly #server: Server
  readonly issuer: string
  /** The groups that it says each login is in. */
  readonly groups = new Map<string, readonly string[]>()

  private constructor(server: Server, issuer: string) {
    this.#server = server
    this.issuer = issuer
  }

  /** `returnAddress`: where it may send browsers back to. The login is the address of whoever signs in. */
  static async open(returnAddress: string): Promise<LibraryProvider> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const opened = new LibraryProvider(server, issuer)
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: opened.clientId,
          client_secret: opened.clientSecret,
          redirect_uris: [returnAddress],
          grant_types: ['authorization_code'],
        },
      ],
      claims: { email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
      cookies: { keys: ['for the tests'] },
      ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      findAccount: (_: unknown, id: string) => ({
        accountId: id,
        claims: () => ({
          sub: id,
          email: id,
          email_verified: !id.startsWith('unverified'),
          name: 'Léonie Barbier',
          groups: opened.groups.get(id) ?? [],
        }),
      }),
    })
    server.on('request', provider.callback())
    return opened
  }

  /** Signs in on its pages and agrees, as a browser does. Returns the query that it sends the browser back to the portal with. */
  async signIn(address: string, login: string): Promise<string> {
    const cookies = new Map<string, string>()
    let next = new URL(address)
    let form: URLSearchParams | null = null
    while (next.origin === this.issuer) {
      const headers = { cookie: [...cookies].map((each) => each.join('=')).join('; ') }
      const answer: Response = await fetch(next, { redirect: 'manual', headers, ...(form && { method: 'POST', body: form }) })
      for (const set of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
        cookies.set(name, value)
      }
      const location = answer.headers.get('location')
      const page = await answer.text()
      // A page has one form: the login, then what the portal will read.
      const [, action, prompt = ''] = /<form[^>]* action="([^"]+)".*?name="prompt" value="(\w+)"/s.exec(page) ?? []
      const onwards = location ?? action
      if (!onwards) throw new Error(`${next} answered ${answer.status}: ${page}`)
      form = location ? null : new URLSearchParams({ prompt, ...(prompt === 'login' && { login, password: 'anything' }) })
      next = new URL(onwards, next)
    }
    return next.search.slice(1)
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
