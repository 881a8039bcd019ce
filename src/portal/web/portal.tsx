import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, useMemo } from 'react'
import { RouterProvider } from 'react-router'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { useSettings } from '#platform/web/app/session/session.ts'
import { Toaster } from '#platform/web/app/toasts/toaster.tsx'
import { buildTheme } from '#platform/web/ui/theme/theme.ts'
import { showTimeZone } from '#platform/web/ui/time-zone.ts'
import type { createRouter } from './router.tsx'

interface PortalProps {
  readonly router: ReturnType<typeof createRouter>
  /** By which the page's policy allows styles. */
  readonly nonce: string
}

/** The portal with all that its pages stand in. */
export function Portal(props: PortalProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Themed {...props} />
      </QueryClientProvider>
    </StrictMode>
  )
}

function Themed({ router, nonce }: PortalProps) {
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
