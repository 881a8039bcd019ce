import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'

interface Program {
  /** Deleted when the server has stopped. */
  readonly folder: string
  readonly user?: { readonly uid?: number; readonly gid?: number }
  readonly signal: 'SIGTERM' | 'SIGKILL'
  /** Whether it serves. */
  readonly answers: () => Promise<boolean>
}

/** Starts a server of another project and waits until it answers; throws with what it said if it does not. */
export async function startServer(path: string, args: readonly string[], { folder, user, signal, answers }: Program) {
  const server = spawn(path, args, { ...user, stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  server.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const stop = async () => {
    server.kill(signal)
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  for (let attempt = 0; !(await answers()); attempt += 1) {
    if (attempt === 100 || server.exitCode !== null) {
      await stop()
      throw new Error(`${path} did not start:\n${output}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { stop }
}
