import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type APIRequestContext, request } from '@playwright/test'
import { administrator, password } from '../../demo/content.ts'
import type { DatabaseKind } from '../databases.ts'
import { findPostgres, newDatabase, startPostgres } from '../postgres.ts'
import { builtServer, PortalProcess } from '../running-portal.ts'

/** `empty`: a portal without an administrator; `sample`: one with the sample world. */
export type World = 'empty' | 'sample'

/** People of the sample world whom most tests need: its copies have a session of each. */
const signedIn = [
  administrator.email,
  ...['camille.lefevre', 'sophie.moreau', 'mathieu.caron'].map((name) => `${name}@exemple.fr`),
]

export type StorageState = Awaited<ReturnType<APIRequestContext['storageState']>>

const argsOf: Readonly<Record<World, readonly string[]>> = { empty: [], sample: ['--demo', '--as-specified'] }

/** What the global set-up leaves for the tests, in an environment variable. */
interface Prepared {
  /** Data directories by world, to be copied. */
  readonly folder: string
  /** Sessions in the sample world, by e-mail address. */
  readonly sessions: Readonly<Record<string, StorageState>>
  /** Null where PostgreSQL is not installed. */
  readonly postgres: { readonly adminUrl: string; readonly templates: Readonly<Record<World, string>> } | null
}

/** The environment variable with what is prepared. */
const worldsVariable = 'PASSERELLE_TEST_WORLDS'

/**
 * Prepares the worlds that portals of this run copy, on the database that most of them use: PostgreSQL, or PGlite where there is
 * none. Returns their removal.
 */
export async function makeWorlds(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'passerelle-worlds-'))
  const bin = findPostgres()
  const server = bin ? await startPostgres(bin) : null
  const remove = async () => {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const make = async (world: World, people: readonly string[] = []) => {
    const url = server ? (await server.newDatabase()).url : null
    const sessions = await makeWorld(join(folder, world), argsOf[world], url, people)
    return { template: url ? new URL(url).pathname.slice(1) : '', sessions }
  }
  try {
    // One after the other: a portal that goes on starting would keep a failed set-up from ending.
    const empty = await make('empty')
    const sample = await make('sample', signedIn)
    const prepared: Prepared = {
      folder,
      sessions: sample.sessions,
      postgres: server && {
        adminUrl: server.adminUrl,
        templates: { empty: empty.template, sample: sample.template },
      },
    }
    process.env[worldsVariable] = JSON.stringify(prepared)
    return remove
  } catch (error) {
    await remove()
    throw error
  }
}

/** Returns a session of each of these people, by e-mail address. */
async function makeWorld(
  folder: string,
  args: readonly string[],
  databaseUrl: string | null,
  people: readonly string[],
): Promise<Record<string, StorageState>> {
  const portal = new PortalProcess(databaseUrl ? { DATABASE_URL: databaseUrl } : {}, args, undefined, builtServer)
  try {
    await portal.start()
    const sessions: Record<string, StorageState> = {}
    for (const email of people) sessions[email] = await signIn(portal, email)
    await portal.stop()
    cpSync(portal.dataDir, folder, { recursive: true })
    return sessions
  } finally {
    await portal.remove()
  }
}

/** Passwords of people whom tests invite, by e-mail address; those of the sample world share one. */
export const ownPasswords = new Map<string, string>()

/** Signs in to a portal. Returns the cookies of the session. */
export async function signIn(
  portal: PortalProcess,
  email: string,
  secret = ownPasswords.get(email) ?? password,
): Promise<StorageState> {
  const visitor = await request.newContext({ baseURL: portal.url })
  try {
    const response = await visitor.post('/api/session', { data: { email, password: secret } })
    if (!response.ok()) throw new Error(`${email} cannot sign in: ${response.status()} ${await response.text()}`)
    return await visitor.storageState()
  } finally {
    await visitor.dispose()
  }
}

/** The session that came with a portal's copy of the sample world. */
export function sessionInCopy(portal: PortalProcess, email: string): StorageState | undefined {
  return copiesOfSample.has(portal) ? preparedWorlds().sessions[email] : undefined
}

const copiesOfSample = new WeakSet<PortalProcess>()

function preparedWorlds(): Prepared {
  const value = process.env[worldsVariable]
  if (!value) throw new Error(`${worldsVariable} is not set: the global set-up makes the worlds`)
  return JSON.parse(value) as Prepared
}

/** A portal without an administrator that is not running yet, and where its database is. */
export async function newPortal(): Promise<{ portal: PortalProcess; env: Readonly<Record<string, string>> }> {
  const { folder, postgres } = preparedWorlds()
  const env: Record<string, string> = postgres
    ? { DATABASE_URL: (await newDatabase(postgres.adminUrl, postgres.templates.empty)).url }
    : {}
  return { portal: new PortalProcess(env, [], join(folder, 'empty'), builtServer), env }
}

/**
 * Starts a portal in a world of its own: a copy, or grown anew for the few tests that ask for the embedded database where the
 * copies are on a server. Databases of removed portals stay until the server is removed.
 */
export async function startPortalIn(
  world: World,
  kind?: DatabaseKind,
  settings: Readonly<Record<string, string>> = {},
): Promise<PortalProcess> {
  const { folder, postgres } = preparedWorlds()
  const isGrown = postgres !== null && kind === 'pglite'
  const portal = await (async () => {
    if (!postgres) return new PortalProcess({ ...settings }, [], join(folder, world), builtServer)
    if (isGrown) return new PortalProcess({ ...settings }, argsOf[world], undefined, builtServer)
    const { url } = await newDatabase(postgres.adminUrl, postgres.templates[world])
    return new PortalProcess({ ...settings, DATABASE_URL: url }, [], join(folder, world), builtServer)
  })()
  if (world === 'sample' && !isGrown) copiesOfSample.add(portal)
  try {
    await portal.start()
    return portal
  } catch (error) {
    await portal.remove()
    throw error
  }
}
