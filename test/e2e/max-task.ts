import type { Browser, Page } from '@playwright/test'
import { slownessNow } from '../machine-speed.ts'

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** CPU time in microseconds. */
  readonly tdur?: number
  readonly args: { readonly name?: string }
}

/**
 * The longest task of the page's main thread during `doing`, in ms of CPU time as on a quiet machine: elapsed time would include
 * other load, and neighbours of a virtual machine make the same work dearer.
 */
export async function maxTaskMs(browser: Browser, page: Page, doing: () => Promise<unknown>): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] })
  let trace: Buffer
  try {
    await doing()
  } finally {
    trace = await browser.stopTracing()
  }
  const events = (JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }).traceEvents
  const threads = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  )
  const times = events
    .filter(({ name, pid, tid }) => name.endsWith('RunTask') && threads.has(`${pid}/${tid}`))
    .map(({ tdur }) => (tdur ?? 0) / 1000)
  if (times.length === 0) throw new Error('the trace has no task of a page')
  return Math.round(Math.max(...times) / slownessNow())
}
