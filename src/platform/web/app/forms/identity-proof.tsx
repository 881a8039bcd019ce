import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { PasskeyAnswer } from '#platform/api/webauthn.ts'
import type { Words } from '#platform/domain/languages.ts'
import { m } from '#platform/messages/messages.ts'
import { knowsPasskeys } from '../requests/passkey-support.ts'
import { useMe } from '../session/session.ts'
import { toastFailure } from '../toasts/toasts.ts'
import { useAction } from './use-action.ts'

export type ConfirmedBy = 'password' | 'code'
export type Proof = { readonly password: string } | { readonly code: string } | { readonly passkey: PasskeyAnswer }

interface IdentityProofProps {
  readonly by: ConfirmedBy
  /** Why it is asked for. */
  readonly children?: ReactNode
  /** Label of the button. */
  readonly action: string
  /** Title of the toast when it fails. */
  readonly errorTitle: Words
  /** Whether something else has to be done first. */
  readonly disabled?: boolean
  readonly onClose: () => void
  readonly onConfirm: (proof: Proof) => Promise<void>
}

/** Asks for the password, or for the second factor where it is on, or for a passkey, before a sensitive action. */
export function IdentityProof({ by, children, action, errorTitle, disabled, onClose, onConfirm }: IdentityProofProps) {
  const [entered, setEntered] = useState('')
  const [isRecovery, setRecovery] = useState(false)
  const { hasPasskey } = useMe()
  const { busy, run } = useAction(
    async (proof: Proof | null) =>
      onConfirm(proof ?? { passkey: await (await import('../requests/passkeys.ts')).provePasskey() }),
    (error) => toastFailure(errorTitle, error),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    run(by === 'code' ? { code: entered } : { password: entered })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        {children}
        {by === 'code' ? (
          <TextInput
            label={isRecovery ? m.recoveryCode() : m.codeOfApp()}
            inputMode={isRecovery ? 'text' : 'numeric'}
            autoComplete="one-time-code"
            data-autofocus
            value={entered}
            onChange={(event) => setEntered(event.currentTarget.value)}
          />
        ) : (
          <PasswordInput
            label={m.yourPassword()}
            autoComplete="current-password"
            data-autofocus
            value={entered}
            visibilityToggleButtonProps={{ 'aria-label': m.showPassword() }}
            onChange={(event) => setEntered(event.currentTarget.value)}
          />
        )}
        {by === 'code' && (
          <Button variant="subtle" onClick={() => setRecovery(!isRecovery)}>
            {isRecovery ? m.appCodeInstead() : m.recoveryCodeInstead()}
          </Button>
        )}
        {hasPasskey && knowsPasskeys && (
          <Button variant="subtle" disabled={busy || disabled === true} onClick={() => run(null)}>
            {m.passkeyInstead()}
          </Button>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {m.cancel()}
          </Button>
          <Button type="submit" loading={busy} disabled={disabled === true || entered.trim() === ''}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
