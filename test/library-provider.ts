import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** A provider that others wrote (npm's oidc-provider), with its own pages, on which any login and any password will do. */
export class LibraryProvider {
  readonly clientId = 'portal'
  readonly clientSecret = 'a-secret-of-the-portal'
  readonly #server: Server
  readonly issuer: string

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
      claims: { email: ['email', 'email_verified'], profile: ['name'] },
      cookies: { keys: ['for the tests'] },
      ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      findAccount: (_: unknown, id: string) => ({
        accountId: id,
        claims: () => ({ sub: id, email: id, email_verified: !id.startsWith('unverified'), name: 'Léonie Barbier' }),
      }),
    })
    server.on('request', provider.callback())
    return opened
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
