import { Button, Code, CopyButton, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { renderSVG } from 'uqr'
import type { AccountDialogProps } from '#accounts/people/web/dialog-props.ts'
import { useProofQuestion } from '#platform/web/app/forms/proof-question.tsx'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx'
import { useIsTouch } from '#platform/web/ui/touch.ts'
import { m } from '../messages/messages.ts'
import { confirmTwoFactor, renewRecoveryCodes, startTwoFactor, stopTwoFactor } from './account-data.ts'

/** What is asked before recovery codes are replaced, or the second factor is switched off. */
const words = {
  renewing: { title: m.confirmItIsYou(), text: m.renewCodesText(), action: m.newRecoveryCodes(), errorTitle: m.error() },
  switchingOff: { title: m.confirmItIsYou(), text: m.switchOffText(), action: m.switchOff(), errorTitle: m.error() },
}

interface Started {
  readonly totpUri: string
  readonly recoveryCodes: readonly string[]
}

/** Enables and disables two-factor authentication. Secret and recovery codes are shown once. */
export default function TwoFactorDialog({ me, onClose }: AccountDialogProps) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [started, setStarted] = useState<Started | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)

  const { busy, run } = useAction((work: () => Promise<void>) => work())
  const attempt = (work: () => Promise<void>) => (event?: FormEvent) => {
    event?.preventDefault()
    run(work)
  }
  const start = attempt(async () => setStarted(await startTwoFactor(password)))
  const confirm = attempt(async () => {
    await confirmTwoFactor(code)
    toastSuccess(m.twoFactorOn(), m.keepRecoveryCodes())
    setCodes(started?.recoveryCodes ?? [])
  })
  const { withProof, dialog } = useProofQuestion()
  const renew = attempt(async () => {
    await withProof(words.renewing, async (proof) => setCodes((await renewRecoveryCodes({ password, ...proof })).recoveryCodes))
  })
  const stop = attempt(async () => {
    await withProof(words.switchingOff, async (proof) => {
      await stopTwoFactor({ password, ...proof })
      toastSuccess(m.twoFactorOff())
      onClose()
    })
  })
  const passwordField = (
    <PasswordInput
      label={m.yourPassword()}
      autoComplete="current-password"
      data-autofocus
      value={password}
      visibilityToggleButtonProps={{ 'aria-label': m.showPassword() }}
      onChange={(event) => setPassword(event.currentTarget.value)}
    />
  )
  let content: ReactNode
  if (codes) content = <RecoveryCodes codes={codes} onDone={onClose} />
  else if (started) {
    content = (
      <form onSubmit={confirm}>
        <Stack>
          <TwoFactorKey totpUri={started.totpUri} />
          <TextInput
            label={m.code()}
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Button type="submit" loading={busy} disabled={code.trim().length < 6}>
            {m.switchOn()}
          </Button>
        </Stack>
      </form>
    )
  } else if (me.twoFactorEnabled) {
    content = (
      <Stack>
        <Text>{m.twoFactorOnText()}</Text>
        {passwordField}
        <Button loading={busy} variant="default" disabled={!password} onClick={() => renew()}>
          {m.newRecoveryCodes()}
        </Button>
        <Button loading={busy} color="red" disabled={!password} onClick={() => stop()}>
          {m.switchOff()}
        </Button>
      </Stack>
    )
  } else {
    content = (
      <form onSubmit={start}>
        <Stack>
          <Text>{m.twoFactorOffText()}</Text>
          {passwordField}
          <Button type="submit" loading={busy} disabled={!password}>
            {m.goOn()}
          </Button>
        </Stack>
      </form>
    )
  }
  return (
    <>
      <Dialog onClose={onClose} title={m.twoFactor()}>
        {content}
      </Dialog>
      {dialog}
    </>
  )
}

/** Recovery codes, shown once. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const all = codes.join('\n')
  return (
    <Stack>
      <Text>{m.recoveryCodesLead()}</Text>
      <FieldPair short>
        {codes.map((code) => (
          <Code key={code} fz="sm" ta="center">
            {code}
          </Code>
        ))}
      </FieldPair>
      <Group grow>
        <CopyButton value={all}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? m.copied() : m.copy()}
            </Button>
          )}
        </CopyButton>
        <Button component="a" variant="default" href={`data:text/plain,${encodeURIComponent(all)}`} download="recovery-codes.txt">
          {m.download()}
        </Button>
      </Group>
      <Button onClick={onDone}>{m.codesKept()}</Button>
    </Stack>
  )
}

/** What an authenticator app needs: a code to scan or, on the device that has the app, a link to it and the key. */
function TwoFactorKey({ totpUri }: { readonly totpUri: string }) {
  const isTouch = useIsTouch()
  const secret = new URL(totpUri).searchParams.get('secret') ?? ''
  return (
    <>
      <Text>{isTouch ? m.openOrScan() : m.scanWithApp()}</Text>
      {isTouch && (
        <Button component="a" href={totpUri} variant="default">
          {m.openInApp()}
        </Button>
      )}
      <img
        src={`data:image/svg+xml,${encodeURIComponent(renderSVG(totpUri, { border: 4 }))}`}
        alt={m.qrCode()}
        width={200}
        height={200}
        style={{ margin: '0 auto' }}
      />
      <Group justify="center" gap="xs">
        <Text fz="sm" ta="center">
          {m.orEnter<ReactNode>({
            secret,
            code: (parts) => (
              <Code key="code" style={{ overflowWrap: 'anywhere' }}>
                {parts}
              </Code>
            ),
          })}
        </Text>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button variant="default" size="xs" onClick={copy}>
              {copied ? m.copied() : m.copyKey()}
            </Button>
          )}
        </CopyButton>
      </Group>
    </>
  )
}
