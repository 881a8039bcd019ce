import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildServer } from '../tools/bootstrap.mjs'
import { safeForWebAssembly, serverEnvironment } from '../tools/node24.mjs'
import { freePort } from './postgres.ts'

/** What `npm start` runs: 0.6 s of processor time less per start than the sources. The caller builds it first. */
export const builtServer = 'dist/server/main.js'

/** The portal as a real process with its own data directory, which can be killed. */
export class PortalProcess {
  /** The flags of Node; `tools/node24.mjs` has those of `npm start`. */
  flags = safeForWebAssembly
  readonly dataDir = mkdtempSync(join(tmpdir(), 'passerelle-portal-'))
  readonly #env: Record<string, string>
  readonly #args: readonly string[]
  readonly #program: string
  #process: ChildProcess | null = null
  #output = ''
  #port = 0

  /** `template`: the data directory of a stopped portal, to be copied. `program`: the module that starts it. */
  constructor(
    env: Record<string, string> = {},
    args: readonly string[] = [],
    template?: string,
    program = 'src/portal/server/main.ts',
  ) {
    this.#env = env
    this.#program = program
    this.#args = args
    if (template) cpSync(template, this.dataDir, { recursive: true })
  }

  get url(): string {
    return `http://localhost:${this.#port}`
  }

  /** The server's database; undefined with the embedded one. */
  get databaseUrl(): string | undefined {
    return this.#env.DATABASE_URL
  }

  /** Processor time that the running process has taken, with all its threads, in seconds (Linux). */
  cpuSeconds(): number {
    // After the name, which may contain blanks: the 14th and 15th field are user and system time in hundredths of a second.
    const stat = readFileSync(`/proc/${this.#process?.pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100
  }

  /** Resident memory of the running process in MB (Linux). */
  residentMb(): number {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${this.#process?.pid}/status`, 'utf8'))?.[1]
    return Math.round(Number(kilobytes) / 1024)
  }

  get output(): string {
    return this.#output
  }

  /** Starts it and waits until it reports its URL. */
  async start(): Promise<void> {
    this.#port ||= await freePort()
    this.#output = ''
    const env = { ...serverEnvironment(process.execPath), PORT: String(this.#port), DATA_DIR: this.dataDir, ...this.#env }
    const child = spawn(process.execPath, [...this.flags, this.#program, ...this.#args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#process = child
    await new Promise<void>((resolve, reject) => {
      const hear = (chunk: Buffer) => {
        this.#output += chunk.toString()
        if (this.#output.includes('is running at') && this.#output.endsWith('\n')) resolve()
      }
      child.stdout?.on('data', hear)
      child.stderr?.on('data', hear)
      child.once('exit', (code) => reject(new Error(`the portal ended with ${code}:\n${this.#output}`)))
    })
  }

  /** Stops it gracefully or with SIGKILL. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | null> {
    const child = this.#process
    this.#process = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    child.kill(signal)
    return ended
  }

  /** Waits until it has ended by itself; its exit code. */
  async ended(): Promise<number | null> {
    const child = this.#process
    if (child?.exitCode === null) await new Promise((resolve) => child.once('exit', resolve))
    return child?.exitCode ?? null
  }

  /** Runs another program with the settings of the portal, which is stopped meanwhile: the embedded database has one process. */
  async stoppedFor(program: string, args: readonly string[]): Promise<void> {
    await this.stop()
    const env = { ...serverEnvironment(process.execPath), PORT: String(this.#port), DATA_DIR: this.dataDir, ...this.#env }
    const child = spawn(process.execPath, [...this.flags, program, ...args], { env, stdio: ['ignore', 'inherit', 'inherit'] })
    const code = await new Promise((resolve) => child.once('exit', resolve))
    if (code !== 0) throw new Error(`${program} ended with ${code}`)
    await this.start()
  }

  async setupLink(): Promise<string> {
    for (let attempt = 0; attempt < 300; attempt += 1) {
      const link = /http\S+\/setup\?token=[\w.-]+/.exec(this.#output)?.[0]
      if (link) return link
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`no setup link in:\n${this.#output}`)
  }

  /** The mails in the data directory, oldest first, as sent. */
  mails(): string[] {
    const folder = join(this.dataDir, 'mail')
    try {
      return readdirSync(folder)
        .filter((name) => name.endsWith('.eml'))
        .sort()
        .map((name) => decoded(readFileSync(join(folder, name), 'utf8')))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
      throw error
    }
  }

  /** Waits for a mail to an address with a link to `page`. Returns the first one of the newest. */
  async linkMailedTo(address: string, page: string): Promise<string> {
    const pattern = new RegExp(`https?://\\S+/${page}\\?token=[\\w.-]+`)
    for (let attempt = 0; attempt < 300; attempt += 1) {
      // Mails to others may name the address, too.
      const ofAddress = this.mails().filter((text) => text.includes(address))
      const link = ofAddress.map((text) => pattern.exec(text)?.[0]).findLast(Boolean)
      if (link) return link
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error(`no mail with a link to /${page} for ${address}`)
  }

  /** Throws if work in it asked for a session of the database within another one, which a server's database lets pass. */
  async remove(): Promise<void> {
    await this.stop('SIGKILL')
    rmSync(this.dataDir, { recursive: true, force: true })
    if (this.#output.includes('NestedSession')) throw new Error(`a session within another one:\n${this.#output}`)
  }
}

/** Decodes quoted-printable (RFC 2045, section 6.7) well enough to read links. */
export function decoded(mail: string): string {
  return mail.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** A portal as `npm start` runs it, of the present sources: they are built if they have changed since they last were. */
export function builtPortal(env: Record<string, string> = {}, args: readonly string[] = []): PortalProcess {
  buildServer(process.execPath)
  return new PortalProcess(env, args, undefined, builtServer)
}
