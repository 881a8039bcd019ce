import { Button, Group, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { m } from '../../messages/messages.ts'
import classes from './signing.module.css'
import { type CodeTimes, minutesAndSeconds, secondsUntil } from './signing-countdown.ts'

export interface SentCode extends CodeTimes {
  readonly triesLeft: number
}

interface SigningCodeProps {
  readonly goesTo: string
  readonly sentCode: SentCode
  readonly value: string
  readonly onChange: (digits: string) => void
  readonly error: string | undefined
  readonly resending: boolean
  readonly onResend: () => void
}

/** Code input with countdown and resend. */
export function SigningCode({ goesTo, sentCode, value, onChange, error, resending, onResend }: SigningCodeProps) {
  const now = useSeconds()
  const left = secondsUntil(sentCode.endsAt, now)
  const wait = secondsUntil(sentCode.resendAt, now)
  const over = left === 0 || sentCode.triesLeft === 0
  return (
    <div>
      <TextInput
        label={m.codeReceivedByEmail()}
        description={m.codeSentTo({ goesTo })}
        name="code"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="000000"
        classNames={{ input: classes.code ?? '' }}
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value.replace(/\D/g, '').slice(0, 6))}
      />
      <Group justify="space-between" gap="xs" mt={6}>
        <Text fz="xs" c={over ? 'var(--danger-ink)' : 'var(--ink-soft)'} className="figure" role="timer">
          {sentCode.triesLeft === 0
            ? m.noTryLeft()
            : left === 0
              ? m.codeHasExpired()
              : m.codeTimeLeft({ time: minutesAndSeconds(left), count: sentCode.triesLeft })}
        </Text>
        <Button size="compact-sm" variant="subtle" loading={resending} disabled={wait > 0 && !over} onClick={onResend}>
          {wait > 0 && !over ? m.resendIn({ wait }) : m.resendCode()}
        </Button>
      </Group>
    </div>
  )
}

/** Current time, updated every second. */
function useSeconds(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(ticking)
  }, [])
  return now
}
