import { serveTasks } from '#platform/server/workers/serve-tasks.ts'
import { preflight } from '../pdf/preflight.ts'
import type { Inspected, ToInspect } from './seal-messages.ts'

/** Inspects uploads in a process without access to the seal key. */
serveTasks<null, ToInspect, Inspected>(async () => async ({ kind, bytes }) => {
  const check = await preflight(kind, bytes)
  return 'unsignable' in check ? check : { route: check.route, pages: check.pages, remarks: check.remarks }
})
