import { spawn } from 'node:child_process'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')

export interface ServerProcess {
  readonly pid: number
  stop(): Promise<void>
}

/** Starts a server as a process of its own and waits until it prints `ready`. */
export async function startServer(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  ready: string,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const killAtExit = () => void child.kill('SIGKILL')
  process.once('exit', killAtExit)
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      // The end is enough to tell why a server ended.
      output = (output + chunk.toString()).slice(-20_000)
      if (output.includes(ready)) resolve()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}:\n${output}`)))
  })
  if (child.pid === undefined) throw new Error(`${args.join(' ')} has no process id`)
  return {
    pid: child.pid,
    async stop() {
      process.off('exit', killAtExit)
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${args.join(' ')} had ended:\n${output}`)
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}
