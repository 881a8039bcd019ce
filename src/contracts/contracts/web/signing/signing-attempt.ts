import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { type FieldErrors, fieldErrorsOf } from '#platform/web/app/forms/form.ts'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { mailNote } from '#platform/web/app/session/mail-note.tsx'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { type SigningSheet, signForm } from '../../api/signing.ts'
import { m } from '../../messages/messages.ts'
import type { SentCode } from './signing-code.tsx'
import { codeTimes } from './signing-countdown.ts'
import { sendSigningCode, signContract } from './signing-data.ts'
import { type SigningProblem, signingProblem } from './signing-messages.ts'
import { pictureOf, type SignedName } from './signing-name.tsx'
import { isDrawn } from './signing-strokes.ts'

interface AttemptParts {
  readonly sheet: SigningSheet
  /** Initial name, from the profile. */
  readonly name: string
  readonly onBusy: (sealing: boolean) => void
  readonly onSigned: () => void
  /** Focuses an invalid or newly shown field. */
  readonly focus: (field: string) => void
}

interface Signed {
  readonly code: string
  readonly name: SignedName
  readonly consent: boolean
}

/** The request body. It has the picture of the name, unless the name is still to be drawn. */
const signingInput = (sheet: SigningSheet, { code, name, consent }: Signed) => ({
  code,
  name: name.name,
  ...(isDrawn(name.strokes) || name.how === 'typed' ? pictureOf(name) : {}),
  consent: consent as true,
  consentVersion: sheet.consent.version,
  documentSha256: sheet.documentSha256,
})

function signingErrors(input: ReturnType<typeof signingInput>, name: SignedName, withCode: boolean): FieldErrors {
  const result = z.safeParse(signForm, input)
  const errors = result.success
    ? {}
    : fieldErrorsOf(result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })))
  const { code: codeError, ...others } = errors
  return {
    ...others,
    ...(name.how === 'drawn' && !isDrawn(name.strokes) ? { drawing: m.drawingMissing() } : {}),
    ...(withCode && codeError ? { code: codeError } : {}),
  }
}

/** State of the signing form from code request to seal. Input survives refusals. */
export function useSigningAttempt({ sheet, name: ownName, onBusy, onSigned, focus }: AttemptParts) {
  const { id, title } = sheet.contract
  const [name, setName] = useState<SignedName>({ name: ownName, how: 'typed', strokes: [] })
  const [consent, setConsent] = useState(false)
  const [code, setCode] = useState('')
  const [sentCode, setSent] = useState<SentCode | null>(() => {
    const before = sheet.code
    return before && { ...codeTimes(before, Date.now(), false), triesLeft: before.triesLeft }
  })
  const [busy, setBusy] = useState<'sending' | 'sealing' | null>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [problem, setProblem] = useState<SigningProblem | null>(null)

  const read = useRef(sheet.documentSha256)
  useEffect(() => {
    if (read.current === sheet.documentSha256) return
    read.current = sheet.documentSha256
    setConsent(false)
    setSent(null)
    setCode('')
    setProblem({ text: m.documentReplaced(), recovery: 'retry' })
  }, [sheet.documentSha256])

  const input = () => signingInput(sheet, { code, name, consent })
  /** Shows what is wrong; the first invalid field gets the focus. */
  const check = (withCode: boolean): boolean => {
    const all = signingErrors(input(), name, withCode)
    setErrors(all)
    const first = ['name', 'drawing', 'consent', 'code'].find((field) => all[field])
    if (first) focus(first)
    return Object.keys(all).length === 0
  }
  const refused = (error: unknown) => {
    const refusal = signingProblem(error)
    if (refusal.recovery !== 'retype-code' && refusal.recovery !== 'new-code') {
      setProblem(refusal)
      return focus('problem')
    }
    const triesLeft = error instanceof ApiError ? Number(error.facts.triesLeft ?? 0) : 0
    setSent((before) => before && { ...before, triesLeft, ...(triesLeft > 0 ? {} : { endsAt: 0 }) })
    setErrors({ code: refusal.text })
    setCode('')
    focus('code')
  }
  const during = async (what: 'sending' | 'sealing', work: () => Promise<void>) => {
    setBusy(what)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      refused(error)
    } finally {
      setBusy(null)
    }
  }
  return {
    name,
    consent,
    code,
    sentCode,
    busy,
    errors,
    problem,
    setCode: (digits: string) => {
      setCode(digits)
      setErrors(({ code: _, ...others }) => others)
    },
    setName: (changed: SignedName) => {
      setName(changed)
      setErrors(({ name: _, drawing: __, ...others }) => others)
    },
    setConsent: (given: boolean) => {
      setConsent(given)
      setErrors(({ consent: _, ...others }) => others)
    },
    sendCode: async () => {
      if (busy || !check(false)) return
      await during('sending', async () => {
        const answer = await sendSigningCode(id)
        setSent({ ...codeTimes(answer, Date.now(), true), triesLeft: answer.triesLeft })
        setCode('')
        focus('code')
      })
    },
    sign: async () => {
      if (busy || !check(true)) return
      onBusy(true)
      await during('sealing', async () => {
        await signContract(id, input())
        toastSuccess(m.contractSigned(), m.contractSignedText({ title, mailed: mailNote() === null ? 'yes' : 'no' }))
        onSigned()
      })
      onBusy(false)
    },
  }
}
