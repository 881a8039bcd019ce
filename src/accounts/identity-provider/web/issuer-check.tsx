import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import type { ReturnOf } from '#platform/api/route.ts'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import type { identityProviderRoutes } from '../api.ts'
import { m } from '../messages/messages.ts'
import { checkIdentityProvider } from './data.ts'

type Result = ReturnOf<typeof identityProviderRoutes.checkIdentityProvider> & { readonly issuer: string }

/** Asks the server to read the provider's description, and says what is wrong with it. */
export function IssuerCheck({ issuer }: { readonly issuer: string }) {
  const [result, setResult] = useState<Result | null>(null)
  const { busy, run } = useAction(
    async () => setResult({ issuer, ...(await checkIdentityProvider(issuer)) }),
    (error) => toastFailure(m.error(), error),
  )
  const isCurrent = result?.issuer === issuer
  return (
    <div>
      <Button variant="default" fullWidth loading={busy} disabled={issuer.trim() === ''} onClick={() => run()}>
        {m.checkProvider()}
      </Button>
      <div aria-live="polite">
        {isCurrent && (
          <Alert color={result.problem || result.remark ? 'yellow' : 'green'} mt="xs">
            {result.problem ?? [m.providerAnswers(), result.remark].filter(Boolean).join(' ')}
          </Alert>
        )}
      </div>
    </div>
  )
}
