import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { m } from '../messages/messages.ts'
import { checkIdentityProvider } from './data.ts'

/** Asks the server to read the provider's description, and says what is wrong with it. */
export function IssuerCheck({ issuer }: { readonly issuer: string }) {
  const [result, setResult] = useState<{ readonly issuer: string; readonly problem: string | null } | null>(null)
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
          <Alert color={result.problem ? 'yellow' : 'green'} mt="xs">
            {result.problem ?? m.providerAnswers()}
          </Alert>
        )}
      </div>
    </div>
  )
}
