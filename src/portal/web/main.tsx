import '#platform/web/ui/theme/styles-first.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition, useMemo } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { delay } from '#platform/web/app/requests/delay.ts'
import { readAsServed } from '#platform/web/app/session/page-reading.ts'
import { settingsQuery, useSettings } from '#platform/web/app/session/session.ts'
import { Toaster } from '#platform/web/app/toasts/toaster.tsx'
import { buildTheme } from '#platform/web/ui/theme/theme.ts'
import { showTimeZone } from '#platform/web/ui/time-zone.ts'
import { createRouter } from './router.tsx'

declare global {
  interface Window {
    __webpack_nonce__?: string
  }
}

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
// Mantine's scroll lock (react-remove-scroll) adds a style element; get-nonce reads its nonce here.
window.__webpack_nonce__ = nonce

function Themed({ router }: { router: Router }) {
  const { accentColour, timeZone } = useSettings()
  showTimeZone(timeZone)
  const theme = useMemo(() => buildTheme(accentColour), [accentColour])
  // The provider writes all CSS variables, so that Mantine's default-css-variables.css need not be loaded.
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" deduplicateCssVariables={false} getStyleNonce={() => nonce}>
      <Toaster />
      {/* A changed zone draws every date anew. */}
      <RouterProvider key={timeZone} router={router} />
    </MantineProvider>
  )
}

type Router = ReturnType<typeof createRouter>

/** Resolves when the first page's module, guard and prefetch are done. */
function initialized(router: Router): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve()
    const unsubscribe = router.subscribe((state) => {
      if (!state.initialized) return
      unsubscribe()
      resolve()
    })
  })
}

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
  startTransition(() => {
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <Themed router={router} />
        </QueryClientProvider>
      </StrictMode>,
    )
  })
}

readAsServed()
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
void start(root)
