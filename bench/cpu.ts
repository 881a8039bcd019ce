// Processor time of processes, from Linux's /proc.
import { readdirSync, readFileSync } from 'node:fs'

/** Linux reports in ticks, of which every common configuration has 100 a second. */
const msPerTick = 10

interface Times {
  readonly parent: number
  /** The process's own time, in ticks. */
  readonly own: number
  /** That of its children that have ended, in ticks. */
  readonly ended: number
}

/** Null if the process has ended. */
function timesOf(pid: number): Times | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name, in parentheses, may hold spaces.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const at = (index: number) => fields[index] ?? 0
    return { parent: at(1), own: at(11) + at(12), ended: at(13) + at(14) }
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}

/** Processor time of a process with its children, those that have ended included, in milliseconds since its start. */
export function cpuMs(pid: number): number {
  const own = timesOf(pid)
  if (!own) throw new Error(`process ${pid} has ended`)
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => timesOf(Number(name)) ?? [])
    .filter(({ parent }) => parent === pid)
  return (own.own + own.ended + children.reduce((sum, child) => sum + child.own + child.ended, 0)) * msPerTick
}
