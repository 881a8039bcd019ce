import { spawn } from 'node:child_process'

/** Only the end of a program's output is kept for the error: a transfer may report its progress for hours. */
const keptBytes = 8192

interface ProgramOptions {
  readonly env: NodeJS.ProcessEnv
  readonly timeoutMs?: number
}

/** A program that failed: the message is the end of what it said on its error output, or how it ended. */
export class ProgramFailed extends Error {
  readonly timedOut: boolean

  constructor(message: string, timedOut: boolean) {
    super(message)
    this.name = 'ProgramFailed'
    this.timedOut = timedOut
  }
}

/** Runs a program, however much it says. Throws `ProgramFailed` unless it ends with 0 in time. */
export async function runProgram(program: string, args: readonly string[], options: ProgramOptions): Promise<void> {
  const { env, timeoutMs } = options
  const child = spawn(program, args, {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
  })
  const started = performance.now()
  let output = Buffer.alloc(0)
  child.stderr.on('data', (chunk: Buffer) => {
    output = Buffer.concat([output, chunk])
    if (output.length > keptBytes) output = output.subarray(output.length - keptBytes)
  })
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (...how) => resolve(how))
  })
  if (code === 0) return
  const timedOut = signal !== null && timeoutMs !== undefined && performance.now() - started >= timeoutMs
  throw new ProgramFailed(output.toString().trim() || `it ended with ${signal ?? code}`, timedOut)
}
