import { PasswordInput, Progress } from '@mantine/core'
import type { ComponentProps } from 'react'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { passwordStrength } from '../domain/passwords.ts'
import { m } from '../messages/messages.ts'

const words = [m.strengthTooWeak(), m.strengthWeak(), m.strengthFair(), m.good(), m.strengthExcellent()]
const colours = ['red', 'orange', 'yellow', 'teal', 'teal']

/** Input for a new password, with a strength meter. */
export function NewPasswordField({ value, ...props }: ComponentProps<typeof PasswordInput> & { value: string }) {
  const strength = passwordStrength(value)
  return (
    <div>
      <PasswordInput
        value={value}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': m.showPassword() }}
        {...props}
      />
      {value !== '' && (
        <>
          <Progress mt={8} size={4} value={(strength + 1) * 20} color={colours[strength] ?? 'gray'} aria-hidden="true" />
          <SoftText fz="xs" aria-live="polite">
            {m.strength({ strength: words[strength] ?? '' })}
          </SoftText>
        </>
      )}
    </div>
  )
}
