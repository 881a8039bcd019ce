import './ui/styles-first.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition, useMemo } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { queryClient } from './app/query-client.ts'
import { waited } from './app/read-first.ts'
import { createRouter } from './app/router.tsx'
import { settingsQuery, useSettings } from './app/session.ts'
import { Toaster } from './app/toaster.tsx'
import { themeOf } from './ui/theme.ts'

declare global {
  interface Window {
    __webpack_nonce__?: string
  }
}

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
// Dialogs lock the page's scrolling with a style element of their own, whose library reads the nonce here.
window.__webpack_nonce__ = nonce

function Themed({ router }: { router: Router }) {
  const { accentColour } = useSettings()
  const theme = useMemo(() => themeOf(accentColour), [accentColour])
  // All variables are written by the provider: the library's file of the default ones would be loaded to be overridden.
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" deduplicateCssVariables={false} getStyleNonce={() => nonce}>
      <Toaster />
      <RouterProvider router={router} />
    </MantineProvider>
  )
}

type Router = ReturnType<typeof createRouter>

/** Resolves once the first page, its guard and its first answers have come. */
function arrived(router: Router): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve()
    const leave = router.subscribe(({ initialized }) => {
      if (!initialized) return
      leave()
      resolve()
    })
  })
}

/** What is slower than this shows the spinner meanwhile. */
const patienceMs = 400

/**
 * Draws the page once, with what it shows, where that comes quickly. In pieces, between which the browser answers: as a
 * transition the first drawing is cut into slices.
 */
async function start(root: HTMLElement): Promise<void> {
  await waited(0)
  const router = createRouter()
  const identity = queryClient.prefetchQuery(settingsQuery)
  await waited(0)
  await Promise.race([Promise.all([identity, arrived(router)]), waited(patienceMs)])
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

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
void start(root)
