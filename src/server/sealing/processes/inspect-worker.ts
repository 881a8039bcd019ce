import { serveTasks } from '#server/workers/serve-tasks.ts'
import { preflight } from '../pdf/preflight.ts'
import type { Inspected, ToInspect } from './seal-messages.ts'

/** Reads what somebody uploaded, in a process that has no key. */
serveTasks<null, ToInspect, Inspected>(async () => async ({ kind, bytes }) => {
  const found = await preflight(kind, bytes)
  return 'unsignable' in found ? found : { route: found.route, pages: found.pages, remarks: found.remarks }
})
