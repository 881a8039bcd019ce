import '#platform/web/ui/theme/styles-first.ts'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { delay } from '#platform/web/app/requests/delay.ts'
import { readAsServed } from '#platform/web/app/session/page-reading.ts'
import { settingsQuery } from '#platform/web/app/session/session.ts'
import { Portal } from './portal.tsx'
import { createRouter, initialized } from './router.tsx'

declare global {
  interface Window {
    __webpack_nonce__?: string
  }
}

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
// Mantine's scroll lock (react-remove-scroll) adds a style element; get-nonce reads its nonce here.
window.__webpack_nonce__ = nonce

/** Longest wait for settings and first page in ms; after it the spinner renders. */
const preloadTimeoutMs = 400

/**
 * Renders after a short wait for the first page's data, so that it usually renders once. Yields to the browser between the
 * steps, and renders as a transition, which React splits into short tasks.
 */
async function start(root: HTMLElement): Promise<void> {
  await delay(0)
  const router = createRouter()
  const identity = queryClient.prefetchQuery(settingsQuery)
  await delay(0)
  await Promise.race([Promise.all([identity, initialized(router)]), delay(preloadTimeoutMs)])
  startTransition(() => createRoot(root).render(<Portal router={router} nonce={nonce} />))
}

readAsServed()
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
void start(root)
