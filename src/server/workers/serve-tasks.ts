import { writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { FromChild, ToChild } from './worker-messages.ts'

/** Code of a thread that ends this process when its parent has: one that is stuck in a loop does not see the channel close. */
const watchdog = `
const { workerData: parent } = require('node:worker_threads')
setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL') }, 500)
`

/** The child's side of a WorkerPool: makes the handler from the setup, then answers tasks until the parent goes. */
export function serveTasks<Setup, Task, Result>(open: (setup: Setup) => Promise<(task: Task) => Promise<Result>>): void {
  const answer = (message: FromChild<Result>) => void process.send?.(message)
  let handler: Promise<(task: Task) => Promise<Result>> | undefined
  preferAsVictim()
  // Read here: by the time the thread runs, the parent may be gone and the number another one's.
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
      answer({ result: await (await handler)(message.task) })
    } catch (error) {
      answer({ failed: error instanceof Error ? error.message : String(error) })
    }
  })
}

/** When the machine runs out of memory, the system should end a child and not the portal. */
function preferAsVictim(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Only Linux has it, and it is a preference.
  }
}
