import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Content that the tests' signature reports as malware. */
export const infectedMark = 'PASSERELLE-TEST-MALWARE'

/** Path of clamd, or null if not installed. */
export function findClamd(): string | null {
  const folders = ['/usr/sbin', ...(process.env.PATH ?? '').split(delimiter)]
  return folders.map((folder) => join(folder, 'clamd')).find((path) => existsSync(path)) ?? null
}

export interface TestClamd {
  /** Value for CLAMD_URL. */
  readonly url: string
  stop(): Promise<void>
}

/** A real clamd on a Unix socket, with one signature and a stream limit of 1 MB. */
export async function startClamd(program: string): Promise<TestClamd> {
  const folder = mkdtempSync(join(tmpdir(), 'passerelle-clamd-'))
  const socket = join(folder, 'clamd.sock')
  writeFileSync(join(folder, 'test.ndb'), `Passerelle.Test:0:*:${Buffer.from(infectedMark).toString('hex')}\n`)
  const settings = ['Foreground yes', `LocalSocket ${socket}`, `DatabaseDirectory ${folder}`, 'StreamMaxLength 1M', 'LogTime no']
  const configuration = join(folder, 'clamd.conf')
  writeFileSync(configuration, `${settings.join('\n')}\n`)
  const daemon = spawn(program, ['--config-file', configuration], { cwd: folder, stdio: 'ignore' })
  const stop = async () => {
    if (daemon.exitCode === null && daemon.signalCode === null) {
      const ended = new Promise((resolve) => daemon.once('exit', resolve))
      daemon.kill('SIGKILL')
      await ended
    }
    rmSync(folder, { recursive: true, force: true })
  }
  for (let tries = 0; !(await accepts(socket)); tries += 1) {
    if (tries > 300 || daemon.exitCode !== null) {
      await stop()
      throw new Error('clamd did not start')
    }
    await pause(50)
  }
  return { url: `unix:${socket}`, stop }
}

function accepts(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ path })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
