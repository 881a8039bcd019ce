import { writeFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { Worker } from 'node:worker_threads'
import { readAs } from '#platform/server/reading/reading.ts'
import type { FromChild, ToChild } from './worker-messages.ts'

/** Watchdog thread that exits with the parent: a process stuck in a loop does not notice the closed channel. */
const watchdog = `
const { workerData: parent } = require('node:worker_threads')
setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL') }, 500)
`

/** Child side of a WorkerPool: creates the handler from the setup, then processes tasks until the parent exits. */
export function serveTasks<Setup, Task, Result>(open: (setup: Setup) => Promise<(task: Task) => Promise<Result>>): void {
  const answer = (message: FromChild<Result>) => void process.send?.(message)
  let handler: Promise<(task: Task) => Promise<Result>> | undefined
  preferAsVictim()
  // Read here: once the thread runs, the parent may be gone and its pid reused.
  new Worker(watchdog, { eval: true, workerData: process.ppid }).unref()
  process.on('disconnect', () => process.exit())
  process.on('message', async (message: ToChild<Setup, Task>) => {
    if ('setup' in message) {
      handler = open(message.setup)
      await handler
      return answer('ready')
    }
    try {
      if (!handler) throw new Error('a task came before the setup')
      const perform = await handler
      answer({ result: await readAs(message.reading, () => perform(message.task)) })
    } catch (error) {
      answer({ failed: error instanceof Error ? error.message : String(error) })
    }
    // Node keeps what it has compiled when a process exits, but the parent kills this one. Writes what is not kept yet.
    flushCompileCache()
  })
}

/** Makes the kernel's OOM killer prefer the child over the portal. */
function preferAsVictim(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Linux only, best effort.
  }
}
