import { Alert, Button, Checkbox, Stack, Text } from '@mantine/core'
import { type FormEvent, useEffect, useReducer, useRef, useState } from 'react'
import { ReasonDialog } from '#platform/web/app/forms/reason-dialog.tsx'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { MailNote } from '#platform/web/app/session/mail-note.tsx'
import { useMe } from '#platform/web/app/session/session.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { declineForm, type SigningSheet } from '../../api/signing.ts'
import { m } from '../../messages/messages.ts'
import classes from './signing.module.css'
import { useSigningAttempt } from './signing-attempt.ts'
import { SigningCode } from './signing-code.tsx'
import { declineContract } from './signing-data.ts'
import { type SigningProblem, signingProblem } from './signing-messages.ts'
import { SigningName } from './signing-name.tsx'

interface SigningPanelProps {
  readonly sheet: SigningSheet
  /** Change of the contract since it was opened. */
  readonly error: Error | null
  /** Whether the end of the document was on the screen, and what scrolls to it. */
  readonly isEndShown: boolean
  readonly onToEnd: () => void
  readonly onBusy: (busy: boolean) => void
  readonly declining: boolean
  readonly onDeclining: (declining: boolean) => void
  readonly onReopen: () => Promise<unknown>
  readonly onClose: () => void
}

/** Signing form: name, consent and code. */
export function SigningPanel(props: SigningPanelProps) {
  const { sheet, error, isEndShown, onToEnd, onBusy, declining, onDeclining, onReopen, onClose } = props
  const me = useMe()
  const form = useRef<HTMLFormElement>(null)
  // Focus after rendering, because the field may be rendered by the same update.
  const [fieldToFocus, focus] = useReducer((_: { field: string } | null, field: string) => ({ field }), null)
  useEffect(() => {
    if (!fieldToFocus) return
    const selector = `[name='${fieldToFocus.field}']:enabled, [data-field='${fieldToFocus.field}']`
    form.current?.querySelector<HTMLElement>(selector)?.focus()
  }, [fieldToFocus])
  const attempt = useSigningAttempt({ sheet, name: me.fullName, onBusy, onSigned: onClose, focus })
  const { busy, sentCode } = attempt
  const [isSentToEnd, setSentToEnd] = useState(false)
  useEffect(() => {
    // The button that was pressed has gone.
    if (isEndShown && isSentToEnd) focus('consent')
  }, [isEndShown, isSentToEnd])
  const since = error instanceof ApiError ? signingProblem(error) : null
  const over = since?.recovery === 'leave' ? since : mainFirst(sheet)
  const problem = over ?? attempt.problem
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void (sentCode ? attempt.sign() : attempt.sendCode())
  }
  return (
    <>
      {busy === 'sealing' && <SigningProgress />}
      <form ref={form} onSubmit={submit} noValidate hidden={busy === 'sealing'}>
        <Stack gap="md">
          <div>
            <h3>{m.signThis({ contractType: sheet.contract.contractType })}</h3>
            <SoftText>{m.simpleSignature()}</SoftText>
          </div>
          {problem && <Problem error={problem} onReopen={onReopen} onClose={onClose} />}
          {!over && (
            <>
              <Amends sheet={sheet} />
              {sheet.termsChangedAt && <Alert color="yellow">{m.termsChanged({ day: shortDate(sheet.termsChangedAt) })}</Alert>}
              <SigningName
                value={attempt.name}
                onChange={attempt.setName}
                nameError={attempt.errors.name}
                drawingError={attempt.errors.drawing}
              />
              <Checkbox
                name="consent"
                label={<span lang={sheet.contract.language}>{sheet.consent.text}</span>}
                description={isEndShown ? undefined : m.consentWaits()}
                disabled={!isEndShown}
                checked={attempt.consent}
                error={attempt.errors.consent}
                onChange={(event) => attempt.setConsent(event.currentTarget.checked)}
              />
              {!isEndShown && (
                <Button
                  variant="default"
                  size="compact-sm"
                  data-field="consent"
                  onClick={() => {
                    setSentToEnd(true)
                    onToEnd()
                  }}
                >
                  {m.toEndOfDocument()}
                </Button>
              )}
              {sentCode ? (
                <SigningCode
                  goesTo={sheet.codeGoesTo}
                  sentCode={sentCode}
                  value={attempt.code}
                  onChange={attempt.setCode}
                  error={attempt.errors.code}
                  resending={busy === 'sending'}
                  onResend={() => void attempt.sendCode()}
                />
              ) : (
                <SoftText>{m.codeNote({ goesTo: sheet.codeGoesTo })}</SoftText>
              )}
              <MailNote />
              <Button type="submit" size="md" fullWidth loading={busy === 'sending' && !sentCode}>
                {sentCode ? m.sign() : m.receiveCode()}
              </Button>
              <Button variant="subtle" color="red" size="compact-sm" onClick={() => onDeclining(true)}>
                {m.declineToSign()}
              </Button>
              <Fingerprint sha256={sheet.documentSha256} />
            </>
          )}
        </Stack>
      </form>
      {declining && (
        <DeclineDialog
          id={sheet.contract.id}
          title={sheet.contract.title}
          onClose={() => onDeclining(false)}
          onDeclined={onClose}
        />
      )}
    </>
  )
}

/** Shown for an amendment whose main contract must be signed first. */
function mainFirst({ amends, contract }: SigningSheet): SigningProblem | null {
  if (contract.contractType !== 'amendment' || amends?.signedAt) return null
  const text = amends ? m.mainFirst({ title: amends.title }) : m.amendmentWithoutMain()
  return { text, recovery: 'leave' }
}

function Problem({ error, onReopen, onClose }: { error: SigningProblem; onReopen: () => Promise<unknown>; onClose: () => void }) {
  return (
    <div className={classes.error} role="alert" tabIndex={-1} data-field="problem">
      <p>{error.text}</p>
      {error.recovery === 'reopen' && (
        <Button size="compact-sm" variant="default" onClick={() => void onReopen()}>
          {m.reopenDocument()}
        </Button>
      )}
      {error.recovery === 'leave' && (
        <Button size="compact-sm" variant="default" onClick={onClose}>
          {m.close()}
        </Button>
      )}
    </div>
  )
}

/** The amended contract with title and hash. */
function Amends({ sheet: { amends } }: { sheet: SigningSheet }) {
  if (!amends) return null
  return (
    <dl className={classes.amends}>
      <dt>{m.thisAmends()}</dt>
      <dd>{amends.signedAt ? m.titleAndDay({ title: amends.title, day: shortDate(amends.signedAt) }) : amends.title}</dd>
      {(amends.sealed ?? amends.sha256) && (
        <>
          <dt>{amends.sealed ? m.hashOfSealedFile() : m.hashOfContract()}</dt>
          <dd className={classes.hash}>{amends.sealed?.sha256 ?? amends.sha256}</dd>
        </>
      )}
    </dl>
  )
}

function Fingerprint({ sha256 }: { sha256: string | null }) {
  if (!sha256) return null
  return (
    <div>
      <SoftText fz="xs">{m.hashToSign()}</SoftText>
      <div className={classes.hash}>{sha256}</div>
    </div>
  )
}

const steps = [m.checkingCode(), m.sealingDocument(), m.saving()]

/** Progress while sealing. The server responds once at the end, so the current step is not shown. */
function SigningProgress() {
  const here = useRef<HTMLDivElement>(null)
  useEffect(() => here.current?.focus(), [])
  return (
    <div ref={here} tabIndex={-1} className={classes.progress} role="status">
      <Text fw={500}>{m.signing()}</Text>
      <div className={classes.waiting} aria-hidden="true">
        <span />
      </div>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <SoftText>{m.signingText()}</SoftText>
    </div>
  )
}

interface DeclineDialogProps {
  readonly id: string
  readonly title: string
  readonly onClose: () => void
  readonly onDeclined: () => void
}

/** Declines with a reason that staff read; signing stays possible. */
function DeclineDialog({ id, title, onClose, onDeclined }: DeclineDialogProps) {
  return (
    <ReasonDialog
      rule={declineForm.shape.reason}
      title={m.declineToSign()}
      text={m.declineText({ title })}
      action={m.confirmDecline()}
      draft={`refusal ${id}`}
      done={[m.declineRecorded(), m.declineRecordedText()]}
      onSend={(reason) => declineContract(id, reason)}
      onSent={onDeclined}
      onClose={onClose}
    />
  )
}
