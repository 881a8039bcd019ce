import { closeSync, existsSync, openSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#platform/server/db/database.ts'
import { newId } from '#platform/server/ids.ts'

/** The result of an operator's command: its answer, or the sentence that refuses it. */
export type CommandOutcome = { readonly answer: unknown } | { readonly refused: string }

export interface ControlSocket {
  /** Lets commands be answered from now on, since the portal is ready. */
  answerCommands(run: (request: unknown) => Promise<CommandOutcome>): void
  close(): Promise<void>
}

/**
 * A socket in DATA_DIR on which commands of this machine ask the running portal for a copy of its embedded database, or to do
 * what the operator wants: only one process may open the database. Who may enter the directory may connect; it is its owner's
 * alone.
 */
export async function openControlSocket(
  database: Pick<Database, 'copyTo'>,
  dataDir: string,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<ControlSocket> {
  const { copyTo } = database
  // Windows has no such sockets in directories: there a portal is stopped for a backup.
  if (!copyTo || process.platform === 'win32') return { answerCommands: () => undefined, close: async () => undefined }
  let run: ((request: unknown) => Promise<CommandOutcome>) | null = null
  const place = socketPlace(dataDir)
  await rm(place.path, { force: true })
  const server = createServer((message, answer) => {
    const isCommand = message.method === 'POST' && message.url === '/command'
    const work = isCommand ? answerCommand(message, answer, run) : answerCopy(message, answer, dataDir, copyTo)
    work.catch((error: unknown) => {
      log.error({ err: error }, isCommand ? 'a command failed' : 'the database could not be copied for a backup')
      answer.writeHead(500).end(String((error as Error).message))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(place.path, resolve)
  })
  return {
    answerCommands(runCommand) {
      run = runCommand
    },
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
      place.release()
    },
  }
}

/** Names of copies, which the command that asked for one removes. */
export const copyPrefix = 'database.copy-'

async function answerCopy(
  message: IncomingMessage,
  answer: ServerResponse,
  dataDir: string,
  copyTo: (target: string) => Promise<void>,
): Promise<void> {
  if (message.method !== 'POST' || message.url !== '/database-copy') {
    answer.writeHead(404).end()
    return
  }
  const folder = join(dataDir, `${copyPrefix}${newId()}`)
  try {
    await mkdir(folder, { mode: 0o700 })
    await copyTo(join(folder, 'database'))
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  answer.writeHead(201).end(folder)
}

async function answerCommand(
  message: IncomingMessage,
  answer: ServerResponse,
  run: ((request: unknown) => Promise<CommandOutcome>) | null,
): Promise<void> {
  const body = await text(message)
  if (!run) return void answer.writeHead(503).end('The portal is still starting: try again in a moment.')
  const outcome = JSON.stringify(await run(JSON.parse(body)))
  answer.writeHead(200, { 'content-type': 'application/json' }).end(outcome)
}

/** Has the running portal do a command. Null: there is none that answers. */
export async function askToDo(dataDir: string, request: unknown): Promise<CommandOutcome | null> {
  const answer = await ask(dataDir, '/command', JSON.stringify(request))
  if (answer === null) return null
  if (answer.status !== 200) throw new Error(answer.body)
  return JSON.parse(answer.body) as CommandOutcome
}

/** Asks the running portal for a copy of its database. Resolves with a directory to open instead of DATA_DIR; null: no answer. */
export async function askForCopy(dataDir: string): Promise<string | null> {
  const answer = await ask(dataDir, '/database-copy')
  if (answer && answer.status !== 201) throw new Error(`The running portal could not copy its database: ${answer.body}`)
  return answer?.body ?? null
}

/** Connects to the socket; null if no portal listens there. */
async function ask(dataDir: string, path: string, content = ''): Promise<{ status: number; body: string } | null> {
  if (process.platform === 'win32' || !existsSync(dataDir)) return null
  const place = socketPlace(dataDir)
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ socketPath: place.path, method: 'POST', path }, resolve).once('error', reject).end(content)
    })
    return { status: answer.statusCode ?? 0, body: await text(answer) }
  } catch (error) {
    if (/^(ENOENT|ECONNREFUSED)$/.test((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  } finally {
    place.release()
  }
}

/** Longest path of a socket, 104 on some systems. */
const maxPathLength = 100

/** Where a directory's path is too long for a socket, Linux takes the directory by its open number. */
function socketPlace(dataDir: string): { readonly path: string; release(): void } {
  const path = join(dataDir, 'control.sock')
  if (Buffer.byteLength(path) <= maxPathLength || process.platform !== 'linux') return { path, release: () => undefined }
  const folder = openSync(dataDir, 'r')
  return { path: `/proc/self/fd/${folder}/control.sock`, release: () => closeSync(folder) }
}
