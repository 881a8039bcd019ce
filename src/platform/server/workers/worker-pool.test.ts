import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { observe } from '#platform/server/metrics/measurements.ts'
import type { PoolTask } from '#test/children/pool-child.ts'
import { type PoolLimits, WorkerPool } from './worker-pool.ts'

const child = (name: string) => new URL(`../../../../test/children/${name}`, import.meta.url)
const usual = { timeoutMs: 100_000, heapMb: 64, memoryMb: 300, processes: 1, maxQueued: 10 }
type Echo = { readonly greeting: string; readonly pid: number; readonly value: unknown }

const opened: WorkerPool<object, PoolTask, unknown>[] = []
function open(limits: Partial<PoolLimits> = {}, setup: object = { greeting: 'hello' }) {
  const pool = new WorkerPool<object, PoolTask, unknown>({
    module: child('pool-child.ts'),
    setup,
    limits: { ...usual, ...limits },
  })
  opened.push(pool)
  return {
    run: (task: PoolTask) => pool.run(() => task),
    echo: (value: unknown) => pool.run(() => ({ do: 'echo', value })),
    pool,
  }
}
afterEach(() => {
  for (const pool of opened.splice(0)) pool.close()
})

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('what a child has compiled is kept for the next one, although children are killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'passerelle-compiled-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  vi.stubEnv('NODE_COMPILE_CACHE', folder)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { echo, pool } = open()
  await echo(1)
  // A task is answered before the modules are written.
  await echo(2)
  pool.close()
  const [version = ''] = readdirSync(folder)
  expect(readdirSync(join(folder, version)).length).toBeGreaterThan(0)
})

test('each task is measured by its kind, its end and its time', async () => {
  const tasks: unknown[] = []
  const end = observe('task', ({ kind, outcome, seconds }) => tasks.push([kind, outcome, seconds > 0]))
  const { run, echo } = open()
  await echo(1)
  await run({ do: 'throw' }).catch(() => undefined)
  end()
  await echo(2)
  expect(tasks).toEqual([
    ['pool-child.ts', 'done', true],
    ['pool-child.ts', 'failed', true],
  ])
})

test('tasks share one child process; bytes and dates are passed unchanged', async () => {
  const { echo } = open()
  const value = { bytes: new Uint8Array([1, 2, 3]), at: new Date(0), none: undefined }
  const first = (await echo(value)) as Echo
  const second = (await echo(null)) as Echo
  expect(first).toEqual({ greeting: 'hello', pid: second.pid, value })
  expect(first.pid).not.toBe(process.pid)
})

test.each<[PoolTask['do'] & string, string, object]>([
  ['loop', 'timeout', { timeoutMs: 300 }],
  ['fill buffers', 'out_of_memory', {}],
  ['fill heap', 'crashed', { heapMb: 24 }],
  ['exit', 'crashed', {}],
])('a task that does "%s" fails with %s, and the next one works', async (task, code, limits) => {
  const { run, echo } = open(limits)
  const ends = await Promise.allSettled([run({ do: task } as PoolTask), echo('next')])
  expect(ends).toMatchObject([{ reason: { code } }, { value: { value: 'next' } }])
})

test('an error in a task rejects it, and the process goes on', async () => {
  const { run, echo } = open()
  const before = (await echo(null)) as Echo
  await expect(run({ do: 'throw' })).rejects.toMatchObject({ code: 'failed', message: 'this task does not work' })
  expect(((await echo(null)) as Echo).pid).toBe(before.pid)
})

test('a failed setup is reported with the process’s output', async () => {
  const { echo } = open({}, { fails: true })
  await expect(echo(null)).rejects.toMatchObject({
    code: 'not_started',
    message: expect.stringContaining('the setup does not work'),
  })
})

test('several processes run concurrently; tasks beyond the queue limit are refused', async () => {
  const { run } = open({ processes: 2, maxQueued: 1 })
  const ends = await Promise.allSettled([1, 2, 3, 4].map(() => run({ do: 'sleep', ms: 50 })))
  expect(ends.slice(0, 3).map((end) => end.status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
  expect(ends[3]).toMatchObject({ reason: { code: 'queue_full' } })
})

test('an abort ends the tasks of its caller, running and waiting, and no others', async () => {
  const { run, echo, pool } = open()
  const [leaving, staying] = [new AbortController(), new AbortController()]
  const { pid } = (await echo(null)) as Echo
  const running = pool.run(() => ({ do: 'loop' }), leaving.signal)
  const waiting = pool.run(() => ({ do: 'echo', value: 1 }), leaving.signal)
  const others = [pool.run(() => ({ do: 'echo', value: 2 }), staying.signal), echo(3)]
  leaving.abort()
  expect(await Promise.allSettled([running, waiting])).toMatchObject([
    { reason: { code: 'closed' } },
    { reason: { code: 'closed' } },
  ])
  expect(await Promise.all(others)).toMatchObject([{ value: 2 }, { value: 3 }])
  await expect(pool.run(() => ({ do: 'echo', value: 4 }), leaving.signal)).rejects.toMatchObject({ code: 'closed' })
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 15_000)
  // An abort after the end of its task leaves the process alone.
  const reply = (await echo(5)) as Echo
  staying.abort()
  expect(await run({ do: 'echo', value: 6 })).toMatchObject({ pid: reply.pid })
})

test('closing ends running and waiting tasks', async () => {
  const { run, echo, pool } = open()
  const { pid } = (await echo(null)) as Echo
  const ends = Promise.allSettled([run({ do: 'loop' }), echo(null)])
  pool.close()
  expect(await ends).toMatchObject([{ reason: { code: 'closed' } }, { reason: { code: 'closed' } }])
  await expect(echo(null)).rejects.toMatchObject({ code: 'closed' })
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 15_000)
})

test('an idle child is ended, and the next task gets a new one', async () => {
  const { echo } = open({ idleMs: 50 })
  const { pid } = (await echo(null)) as Echo
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 5000, interval: 20 })
  expect(((await echo(null)) as Echo).pid).not.toBe(pid)
})

test('a child inherits no secret', async () => {
  vi.stubEnv('SECRET', 'something that is nobody’s business')
  onTestFinished(() => void vi.unstubAllEnvs())
  const environment = (await open().run({ do: 'environment' })) as object
  expect(environment).not.toHaveProperty('SECRET')
  expect(environment).toHaveProperty('PATH')
})

test.skipIf(!existsSync('/proc/self/statm'))('a child that is stuck in a loop ends when its parent is killed', async () => {
  const parent = spawn(process.execPath, [fileURLToPath(child('pool-parent.ts'))], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(parent.stdout, 'data')
  const pid = Number(line)
  expect(isAlive(pid)).toBe(true)
  parent.kill('SIGKILL')
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 10_000, interval: 100 })
})
