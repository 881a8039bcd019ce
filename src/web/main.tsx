import './ui/styles-first.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, useMemo } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { queryClient } from './app/query-client.ts'
import { router } from './app/router.tsx'
import { useSettings } from './app/session.ts'
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

function Themed() {
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

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Themed />
    </QueryClientProvider>
  </StrictMode>,
)
