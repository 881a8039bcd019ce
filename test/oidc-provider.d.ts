declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'

  /** What the tests use of it. */
  export class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>)
    callback(): RequestListener
    on(event: string, listener: (...facts: unknown[]) => void): this
  }
}
