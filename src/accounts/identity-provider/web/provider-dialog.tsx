import { Alert, Button, Checkbox, CopyButton, Group, PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ReturnOf } from '#platform/api/route.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import type { identityProviderRoutes } from '../api.ts'
import { m } from '../messages/messages.ts'
import { checkIdentityProvider } from './data.ts'
import { usePartForm } from './part-form.ts'
import { type PartDialogProps, ProviderLoader } from './provider-loader.tsx'

/** The provider that people sign in with. */
export default function ProviderDialog({ onClose }: { readonly onClose: () => void }) {
  return <ProviderLoader title={m.providerTitle()} form={ProviderForm} onClose={onClose} />
}

function ProviderForm({ title, provider, onClose }: PartDialogProps) {
  const { name, issuer, clientId, scopes, enabled, hasSecret, redirectUri } = provider
  const { form, dialog } = usePartForm({
    title,
    provider,
    initial: { name, issuer, clientId, clientSecret: '', scopes, enabled },
    labels: { name: m.buttonName(), issuer: m.issuer(), clientId: m.clientId(), scopes: m.scopes(), enabled: m.offered() },
    toRequestBody: ({ clientSecret, ...values }) => (clientSecret === '' ? values : { ...values, clientSecret }),
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={title}
      action={m.save()}
      right="team"
      side="right"
      disabled={!form.dirty}
      above={dialog}
      onClose={onClose}
    >
      <TextInput label={m.buttonName()} description={m.buttonNameHint()} {...form.text('name')} />
      <ReturnAddress address={redirectUri} />
      <TextInput label={m.issuer()} description={m.issuerHint()} type="url" autoComplete="off" {...form.text('issuer')} />
      <IssuerCheck issuer={form.values.issuer} />
      <TextInput label={m.clientId()} autoComplete="off" {...form.text('clientId')} />
      <PasswordInput
        label={m.clientSecret()}
        description={hasSecret ? m.secretKept() : m.secretHint()}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': m.showSecret() }}
        {...form.text('clientSecret')}
      />
      <TextInput label={m.scopes()} description={m.scopesHint()} autoComplete="off" {...form.text('scopes')} />
      <Checkbox
        label={m.offered()}
        description={m.offeredHint()}
        checked={form.values.enabled}
        onChange={({ currentTarget }) => form.set('enabled', currentTarget.checked)}
      />
    </FormDialog>
  )
}

/** The address that the provider has to know. */
function ReturnAddress({ address }: { readonly address: string }) {
  return (
    <Group align="end" gap="xs" wrap="nowrap">
      <TextInput label={m.returnAddress()} description={m.returnAddressHint()} value={address} readOnly flex={1} />
      <CopyButton value={address}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {copied ? m.copied() : m.copy()}
          </Button>
        )}
      </CopyButton>
    </Group>
  )
}

type Result = ReturnOf<typeof identityProviderRoutes.checkIdentityProvider> & { readonly issuer: string }

/** Asks the server to read the provider's description, and says what is wrong with it. */
function IssuerCheck({ issuer }: { readonly issuer: string }) {
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
