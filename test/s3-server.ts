import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import type { S3Settings } from '#platform/server/files/s3-store.ts'
import { freePort } from './postgres.ts'

const program = createRequire(import.meta.url).resolve('s3rver/bin/s3rver.js')

export interface S3Server {
  readonly settings: S3Settings
  /** The same, past the proxy. */
  readonly direct: S3Settings
  readonly env: Record<string, string>
  /** From now on nothing answers: connections are refused (`down`), or stay silent (`frozen`). */
  fail(how: 'down' | 'frozen' | null): void
  stop(): Promise<void>
}

async function answering(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => null)
    if (answer) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the S3 server did not start')
}

/** An S3-compatible server that checks signatures, behind a proxy that can fail. */
export async function startS3(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'passerelle-s3-'))
  const port = await freePort()
  const options = [
    '--directory',
    directory,
    '--address',
    '127.0.0.1',
    '--port',
    String(port),
    '--configure-bucket',
    'documents',
    '--configure-bucket',
    'others',
  ]
  const server = spawn(process.execPath, [program, ...options], { stdio: 'ignore' })
  await answering(port)
  let failure: 'down' | 'frozen' | null = null
  const open = new Set<Socket>()
  const passing = (bytes: Buffer, _: string, done: (error: null, bytes?: Buffer) => void) =>
    failure === null ? done(null, bytes) : done(null)
  const proxy = createServer((client) => {
    open.add(client)
    client.on('close', () => open.delete(client)).on('error', () => client.destroy())
    if (failure === 'down') return void client.destroy()
    const upstream = connect(port, '127.0.0.1')
    upstream.on('error', () => client.destroy()).on('close', () => client.destroy())
    client.on('close', () => upstream.destroy())
    client.pipe(new Transform({ transform: passing })).pipe(upstream)
    upstream.pipe(new Transform({ transform: passing })).pipe(client)
  })
  const proxyPort = await freePort()
  await new Promise<void>((resolve) => proxy.listen(proxyPort, '127.0.0.1', resolve))
  const settings = {
    endpoint: `http://127.0.0.1:${proxyPort}`,
    bucket: 'documents',
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  }
  const closeAll = () => {
    for (const client of open) client.destroy()
  }
  return {
    settings,
    direct: { ...settings, endpoint: `http://127.0.0.1:${port}` },
    env: {
      S3_ENDPOINT: settings.endpoint,
      S3_BUCKET: settings.bucket,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    },
    fail(how) {
      failure = how
      if (how !== 'frozen') closeAll()
    },
    async stop() {
      closeAll()
      proxy.close()
      server.kill('SIGKILL')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
