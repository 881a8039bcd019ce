import { pagePaths } from '#access/domain/page-paths.ts'

const cacheName = 'passerelle.shared'
/** Older content is dropped, since its user has given up. */
const keptMs = 3_600_000

/** What another app has shared, as the service worker kept it; it is taken away. Null without, or after an hour. */
export async function takeShared(): Promise<FormData | null> {
  const response = await keptAnswer()
  if (!response) return null
  await caches.delete(cacheName)
  return isFresh(response) ? response.formData() : null
}

/** Takes away what was shared and never used. */
export async function forgetOldShared(): Promise<void> {
  const response = await keptAnswer()
  if (response && !isFresh(response)) await caches.delete(cacheName)
}

/** Nothing where the browser forbids storage: the service worker could not keep anything there either. */
async function keptAnswer(): Promise<Response | undefined> {
  if (!('caches' in window)) return undefined
  try {
    if (!(await caches.has(cacheName))) return undefined
    return await (await caches.open(cacheName)).match(pagePaths.share)
  } catch (error) {
    if ((error as Error).name !== 'SecurityError') throw error
    return undefined
  }
}

const isFresh = ({ headers }: Response) => Date.now() - Date.parse(headers.get('date') ?? '') < keptMs
