import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, serverUser } from './postgres.ts'
import { startServer } from './test-server.ts'

export interface TestPooler {
  /** The address of a database by way of the pooler. */
  urlOf(databaseUrl: string): string
  stop(): Promise<void>
}

/** A real PgBouncer in transaction mode with so few connections to the server that they go from hand to hand. */
export async function startPgBouncer(databaseUrl: string, poolSize: number): Promise<TestPooler> {
  const folder = mkdtempSync(join(tmpdir(), 'passerelle-pooler-'))
  const { hostname, port: serverPort } = new URL(databaseUrl)
  const port = await freePort()
  const users = join(folder, 'users.txt')
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(users, '"portal" ""\n')
  writeFileSync(
    settings,
    `[databases]
* = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${poolSize}
`,
  )
  // It refuses to run as root; portals in this process may have made new files private.
  chmodSync(folder, 0o755)
  for (const path of [users, settings]) chmodSync(path, 0o644)
  const { stop } = await startServer('/usr/sbin/pgbouncer', [settings], {
    folder,
    user: serverUser(),
    signal: 'SIGKILL',
    answers: () => answers(port),
  })
  return {
    urlOf(url) {
      const pooled = new URL(url)
      pooled.port = String(port)
      return pooled.href
    },
    stop,
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('close', () => socket.destroy())
    setTimeout(() => socket.destroy(), 1000).unref()
  })
}
