import type { Me } from '#access/api/session.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { itemsOf } from './queue-storage.ts'

/** Pauses between attempts while something waits, in milliseconds; the last one repeats. */
const retryAfterMs = [5000, 15_000, 30_000, 60_000]

let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** Sends the leads that wait on this device, if there are any: the code for it is loaded only then. */
export function sendWaitingLeads(): void {
  const me = queryClient.getQueryData<Me | null>(['me'])
  if (!me || itemsOf(me.id).length === 0) return
  clearTimeout(timer)
  void import('./send-queued.ts')
    .then(({ sendQueued }) => sendQueued())
    .catch(() => false)
    .then((isDone) => {
      failures = isDone ? 0 : failures + 1
      if (!isDone) timer = setTimeout(sendWaitingLeads, retryAfterMs[Math.min(failures, retryAfterMs.length) - 1])
    })
}

/** Sends them at the start, when the device has a network again, and when somebody comes back to the page. Returns its end. */
export function followQueue(): () => void {
  const onVisible = () => {
    if (document.visibilityState === 'visible') sendWaitingLeads()
  }
  window.addEventListener('online', sendWaitingLeads)
  window.addEventListener('focus', sendWaitingLeads)
  document.addEventListener('visibilitychange', onVisible)
  sendWaitingLeads()
  return () => {
    clearTimeout(timer)
    window.removeEventListener('online', sendWaitingLeads)
    window.removeEventListener('focus', sendWaitingLeads)
    document.removeEventListener('visibilitychange', onVisible)
  }
}
