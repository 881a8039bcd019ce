import { Alert, Button, Checkbox, Group, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { MailNote } from '#platform/web/app/session/mail-note.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { Contract } from '../../api/contracts.ts'
import { countersignConsents, signingCode } from '../../domain/signing.ts'
import { m } from '../../messages/messages.ts'
import { sendCountersignCode } from '../evidence/evidence-data.ts'

interface CountersignFormProps {
  readonly contracts: readonly Contract[]
  readonly action: string
  /** Error of the last code. */
  readonly codeError: ApiError | null
  readonly onCode: (code: string) => void
  readonly onClose: () => void
}

/** What is consented to, in the language of each document. */
function ConsentTexts({ contracts }: { readonly contracts: readonly Contract[] }) {
  const languages = [...new Set(contracts.map(({ language }) => language))]
  return languages.map((language) => (
    <span key={language} lang={language} style={{ display: 'block' }}>
      {countersignConsents[language].text}
    </span>
  ))
}

/** Consent and e-mail code of the counter-signer. */
export function CountersignForm({ contracts, action, codeError, onCode, onClose }: CountersignFormProps) {
  // Consent was already given if a code was rejected.
  const [consent, setConsent] = useState(codeError !== null)
  const [goesTo, setGoesTo] = useState<string | null>(null)
  const [code, setCode] = useState('')
  const [errors, setErrors] = useState<{ consent?: string; code?: string; send?: string }>(
    codeError ? { code: codeError.message } : {},
  )
  const field = useRef<HTMLInputElement>(null)
  const isSent = goesTo !== null || codeError !== null
  useEffect(() => {
    if (isSent) field.current?.focus()
  }, [isSent])

  const { busy, run: send } = useAction(
    async () => {
      setErrors({})
      const sentCode = await sendCountersignCode(contracts.map(({ id }) => id))
      setGoesTo(sentCode.goesTo)
      setCode('')
    },
    (error) => {
      if (!(error instanceof ApiError)) throw error
      setErrors({ send: error.message })
    },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!consent) return setErrors({ consent: m.counterConsentMissing() })
    if (!isSent) return send()
    if (code.length !== 6) return setErrors({ code: m.counterCodeDigits() })
    onCode(code)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Checkbox
        label={<ConsentTexts contracts={contracts} />}
        checked={consent}
        error={errors.consent}
        onChange={(event) => {
          setConsent(event.currentTarget.checked)
          setErrors({})
        }}
      />
      {isSent ? (
        <>
          <TextInput
            ref={field}
            mt="md"
            label={m.codeReceived()}
            description={
              goesTo
                ? m.counterCodeSentTo({ goesTo, minutes: signingCode.minutes })
                : m.counterCodeGoodFor({ minutes: signingCode.minutes })
            }
            required
            inputMode="numeric"
            autoComplete="one-time-code"
            placeholder="000000"
            value={code}
            error={errors.code}
            onChange={(event) => {
              setCode(event.currentTarget.value.replace(/\D/g, '').slice(0, 6))
              setErrors({})
            }}
          />
          <Button mt={6} size="compact-sm" variant="subtle" loading={busy} onClick={send}>
            {m.sendAnotherCode()}
          </Button>
        </>
      ) : (
        <SoftText mt="sm">{m.counterCodeNote()}</SoftText>
      )}
      <MailNote />
      {errors.send && (
        <Alert color="red" mt="sm" role="alert">
          {errors.send}
        </Alert>
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          {m.cancel()}
        </Button>
        <Button type="submit" loading={busy && !isSent}>
          {isSent ? action : m.sendMeTheCode()}
        </Button>
      </Group>
    </form>
  )
}
