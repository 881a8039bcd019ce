import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { createTestEnv, databaseKinds, emptyTestEnv, type TestEnv, testLog } from '#test/databases.ts'
import { safeForWebAssembly } from '../../../../../tools/node24.mjs'
import { openDatabase } from '../database.ts'

const rounds = 4

/** A child process with the lines it has printed. */
function run(script: string, parameters: string[]) {
  const path = fileURLToPath(new URL(`../../../../../test/children/${script}`, import.meta.url))
  const child = spawn(process.execPath, [...safeForWebAssembly, path, ...parameters], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  /** Complete lines only. */
  const lines = () => output.split('\n').slice(0, -1)
  return { child, ended, lines }
}

async function keysIn(env: TestEnv): Promise<string[]> {
  const database = await openDatabase({ ...env, log: testLog })
  try {
    const rows = await database.asActor(system, (tx) => tx.selectFrom('idempotency_keys').select('key').execute())
    return rows.map(({ key }) => key)
  } finally {
    await database.close()
  }
}

describe.each(databaseKinds('every'))('a killed portal on %s', (databaseKind) => {
  it('loses no acknowledged change', async () => {
    const env = await createTestEnv(databaseKind)
    const committed: string[] = []
    const missing = (all: readonly string[], presentKeys = new Set(all)) => committed.filter((key) => !presentKeys.has(key))
    try {
      for (let round = 0; round < rounds; round += 1) {
        const { child, ended, lines } = run('commit-loop.ts', [env.dataDir, env.databaseUrl ?? '', String(round * 1_000_000)])
        while (lines().length < 21) await pause(10)
        await pause(150 * Math.random())
        child.kill('SIGKILL')
        await ended
        // Each opens what the one before has left.
        const [kept = '', ...acknowledged] = lines()
        expect(kept).toMatch(/^kept /)
        expect(missing(kept.split(' '))).toEqual([])
        committed.push(...acknowledged)
      }
      expect(committed.length).toBeGreaterThanOrEqual(rounds * 20)
      expect(missing(await keysIn(env))).toEqual([])
    } finally {
      await env.remove()
    }
  }, 90_000)
})

describe('a data directory', { timeout: 90_000 }, () => {
  it('is for one process: the second one stops with a message', async () => {
    const env = await createTestEnv('pglite')
    const database = await openDatabase({ ...env, log: testLog })
    const { lines, ended } = run('first-start.ts', [env.dataDir])
    await ended
    expect(lines()).toEqual([`Another portal is running on ${env.dataDir}: stop it first, or give this one its own DATA_DIR.`])
    await database.close()
    await env.remove()
  })

  it('recovers from a killed first start', async () => {
    const env = await emptyTestEnv('pglite')
    const { child, ended } = run('first-start.ts', [env.dataDir])
    const half = () => readdirSync(env.dataDir).find((name) => name.startsWith('database.new-'))
    while (!half()) await pause(5)
    await pause(700)
    child.kill('SIGKILL')
    await ended
    expect(half()).toBeDefined()
    expect(existsSync(`${env.dataDir}/database`)).toBe(false)
    expect(await keysIn(env)).toEqual([])
    expect(half()).toBeUndefined()
    await env.remove()
  })
})
