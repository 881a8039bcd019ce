import { serveTasks } from '#platform/server/workers/serve-tasks.ts'

/** A task for the child process. */
export type PoolTask =
  | { readonly do: 'echo'; readonly value: unknown }
  | { readonly do: 'sleep'; readonly ms: number }
  | { readonly do: 'loop' | 'fill buffers' | 'fill heap' | 'exit' | 'throw' | 'environment' }

serveTasks<{ readonly greeting: string; readonly fails?: boolean }, PoolTask, unknown>(async ({ greeting, fails }) => {
  if (fails) throw new Error('the setup does not work')
  const chunks: unknown[] = []
  return async (task) => {
    switch (task.do) {
      case 'echo':
        return { greeting, pid: process.pid, value: task.value }
      case 'sleep':
        await new Promise((resolve) => setTimeout(resolve, task.ms))
        return process.pid
      case 'loop':
        for (;;);
      case 'fill buffers':
        for (;;) chunks.push(Buffer.alloc(1024 * 1024, 1))
      case 'fill heap':
        for (;;) chunks.push(Array.from({ length: 1000 }, () => ({})))
      case 'exit':
        process.exit(7)
        break
      case 'throw':
        throw new Error('this task does not work')
      case 'environment':
        return { ...process.env }
    }
  }
})
