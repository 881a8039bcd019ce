import { WorkerPool } from '#platform/server/workers/worker-pool.ts'
import type { PoolTask } from './pool-child.ts'

/** Prints its child's process id, then gives it an endless task; to be killed by the test. */
const limits = { timeoutMs: 60_000, heapMb: 64, memoryMb: 500, processes: 1, maxQueued: 1 }
const module = new URL('./pool-child.ts', import.meta.url)
const pool = new WorkerPool<object, PoolTask, { readonly pid: number }>({ module, setup: { greeting: 'hello' }, limits })
const { pid } = await pool.run(() => ({ do: 'echo', value: null }))
process.stdout.write(`${pid}\n`)
await pool.run(() => ({ do: 'loop' }))
