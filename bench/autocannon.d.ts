/** What the benchmark uses of it: the package is installed when the benchmark runs. */
declare module 'autocannon' {
  namespace autocannon {
    type Request = Readonly<Record<string, unknown>>

    interface Client {
      setRequests(
        requests: readonly {
          setupRequest(request: Request): object
          onResponse(status: number, body: string): void
        }[],
      ): void
    }

    interface Options {
      readonly url: string
      readonly connections: number
      readonly duration: number
      readonly maxConnectionRequests?: number
      setupClient(client: Client): void
    }

    interface Instance {
      on(event: 'response', heard: (client: unknown, status: number, bytes: number, milliseconds: number) => void): void
      on(event: 'reqError', heard: (error: unknown) => void): void
    }
  }

  function autocannon(options: autocannon.Options, done: (error: unknown) => void): autocannon.Instance
  export default autocannon
}
