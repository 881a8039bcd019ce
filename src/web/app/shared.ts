const cacheName = 'passerelle.shared'
/** After this nobody waits for it any more. */
const keptMs = 3_600_000

/** What another app has shared, as the service worker kept it; it is taken away. Null without, or after an hour. */
export async function takeShared(): Promise<FormData | null> {
  const kept = await keptAnswer()
  if (!kept) return null
  await caches.delete(cacheName)
  return isFresh(kept) ? kept.formData() : null
}

/** Takes away what was shared and never used. */
export async function forgetOldShared(): Promise<void> {
  const kept = await keptAnswer()
  if (kept && !isFresh(kept)) await caches.delete(cacheName)
}

async function keptAnswer(): Promise<Response | undefined> {
  if (!('caches' in window) || !(await caches.has(cacheName))) return undefined
  return (await caches.open(cacheName)).match('/dashboard/share')
}

const isFresh = ({ headers }: Response) => Date.now() - Date.parse(headers.get('date') ?? '') < keptMs
