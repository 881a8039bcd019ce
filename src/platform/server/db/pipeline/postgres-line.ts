import type pg from 'pg'
import { measure, reportHere, secondsSince } from '#platform/server/metrics/measurements.ts'
import type { Traffic } from '../driver.ts'
import type { Watch } from '../postgres/postgres-watch.ts'
import type { Statement } from '../statement.ts'
import { Exchange } from './exchange.ts'
import type { Line } from './line.ts'
import { PreparedStatements } from './prepared-statements.ts'

/** The lines of a pool's connections, each with its prepared statements. */
export function openLines(
  watch: Watch,
  traffic: Traffic,
  how: { readonly prepares: boolean },
): { of(client: pg.PoolClient): Line } {
  const lines = new WeakMap<pg.PoolClient, Line>()
  return {
    of(client) {
      const line = lines.get(client) ?? lineOf(client, watch, traffic, how)
      lines.set(client, line)
      return line
    },
  }
}

function lineOf(client: pg.PoolClient, watch: Watch, traffic: Traffic, { prepares }: { readonly prepares: boolean }): Line {
  const prepared = prepares ? new PreparedStatements() : new PreparedStatements(0)

  const send = (statements: readonly Statement[]) => {
    traffic.exchanges += 1
    traffic.statements += statements.length
    const start = performance.now()
    const answered = new Promise<void>((resolve) => {
      const report = reportHere('exchange', () =>
        measure('exchange', () => ({
          seconds: secondsSince(start),
          statements: statements.length,
          texts: statements.map(({ text }) => text),
        })),
      )
      const done = () => {
        report()
        resolve()
      }
      client.query(new Exchange(statements, prepared, done))
    })
    void watch.during(answered, client)
  }

  return { send, isTransactional: true, endsItself: false, hasBegun: () => true, release: (broken) => client.release(broken) }
}
