import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import type { Reading } from '#platform/domain/languages.ts'
import { WorkerError } from './worker-error.ts'
import type { FromChild, ToChild } from './worker-messages.ts'

/** Page size on x64 and usual arm64 kernels; with larger pages the result is too low. */
const pageBytes = 4096
const mebibyte = 1024 * 1024

/**
 * Resident memory of a process in MiB from /proc; null if it has ended or there is no /proc. V8's heap limit does not cover
 * buffers, which hold decompressed streams.
 */
function residentMb(pid: number): number | null {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1])
    return Number.isFinite(pages) ? (pages * pageBytes) / mebibyte : null
  } catch {
    return null
  }
}

export interface WorkerLimits {
  /** Time limit of a task, excluding process start. */
  readonly timeoutMs: number
  /** Limit of the JavaScript heap. */
  readonly heapMb: number
  /** Limit of the resident memory, buffers included. Enforced where /proc exists. */
  readonly memoryMb: number
}

const startTimeoutMs = 30_000
const memoryCheckMs = 50
const maxErrorText = 2000

/** Environment variables passed to children: network and temporary files, no secrets. */
const passedOn = new RegExp(
  `^(${[
    'PATH|TZ|LANG|LC_\\w+|TMPDIR|TEMP|SYSTEMROOT',
    'NODE_EXTRA_CA_CERTS|NODE_USE_SYSTEM_CA|NODE_USE_ENV_PROXY|NODE_COMPILE_CACHE',
    'SSL_CERT_(FILE|DIR)|(HTTPS?|NO)_PROXY',
  ].join('|')})$`,
  'i',
)

/** A child process that runs one task at a time and is killed if it exceeds its limits. */
export class WorkerProcess<Setup, Task, Result> {
  readonly #child: ChildProcess
  readonly #ready = Promise.withResolvers<void>()
  #pending: PromiseWithResolvers<Result> | null = null
  #errorText = ''
  /** Why the process ended; null while it runs. */
  #error: WorkerError | null = null

  constructor(module: URL, setup: Setup, heapMb: number) {
    this.#child = fork(module, {
      execArgv: [`--max-old-space-size=${heapMb}`, '--disable-warning=ExperimentalWarning'],
      env: Object.fromEntries(Object.entries(process.env).filter(([name]) => passedOn.test(name))),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    // A task waiting for the start receives the error; otherwise nobody needs it.
    this.#ready.promise.catch(() => undefined)
    const timer = setTimeout(
      () => this.#end(new WorkerError('not_started', 'The worker process did not start in time.')),
      startTimeoutMs,
    )
    this.#child.on('message', (message: FromChild<Result>) => {
      if (message === 'ready') {
        clearTimeout(timer)
        this.#ready.resolve()
      } else if ('result' in message) this.#pending?.resolve(message.result)
      else this.#pending?.reject(new WorkerError('failed', message.failed))
    })
    this.#child.on('error', (error) => this.#end(new WorkerError('not_started', error.message)))
    this.#child.on('exit', (code, signal) => {
      clearTimeout(timer)
      const message = `The worker process ended with ${signal ?? code}. ${this.#errorText}`.trim()
      this.#ready.reject(new WorkerError('not_started', message))
      this.#end(new WorkerError('crashed', message))
    })
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#errorText = (this.#errorText + text).slice(0, maxErrorText)
    })
    this.#send({ setup })
    this.unref()
  }

  get ended(): boolean {
    return this.#error !== null
  }

  /** Resident memory in MiB; null if unknown. */
  get memoryMb(): number | null {
    return this.#child.pid === undefined ? null : residentMb(this.#child.pid)
  }

  /** The task's texts are read as `reading` says. Rejects with a WorkerError. Except for code 'failed', the process has ended. */
  async run(prepare: () => Task, reading: Reading, { timeoutMs, memoryMb }: WorkerLimits): Promise<Result> {
    this.#child.ref()
    this.#child.channel?.ref()
    const pending = Promise.withResolvers<Result>()
    let timer: NodeJS.Timeout | undefined
    let memory: NodeJS.Timeout | undefined
    try {
      await this.#ready.promise
      this.#pending = pending
      if (this.#error) throw this.#error
      timer = setTimeout(() => this.#end(new WorkerError('timeout', `The task took longer than ${timeoutMs} ms.`)), timeoutMs)
      memory = setInterval(() => {
        if ((this.memoryMb ?? 0) > memoryMb)
          this.#end(new WorkerError('out_of_memory', `The task took more than ${memoryMb} MiB.`))
      }, memoryCheckMs)
      this.#send({ task: prepare(), reading })
      return await pending.promise
    } finally {
      this.#pending = null
      clearTimeout(timer)
      clearInterval(memory)
      this.unref()
    }
  }

  /** Unreferences an idle process, so that it does not keep the event loop alive. */
  unref(): void {
    this.#child.unref()
    this.#child.channel?.unref()
    ;(this.#child.stderr as Socket | null)?.unref()
  }

  kill(): void {
    this.#end(new WorkerError('closed', 'The worker process was ended.'))
  }

  #send(message: ToChild<Setup, Task>): void {
    this.#child.send(message, (error) => {
      if (error) this.#end(new WorkerError('crashed', error.message))
    })
  }

  #end(error: WorkerError): void {
    this.#error ??= error
    this.#ready.reject(error)
    this.#pending?.reject(error)
    this.#child.kill('SIGKILL')
  }
}
