import { SegmentedControl } from '@mantine/core'
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import type { WrittenLanguage } from '#platform/domain/languages.ts'
import { PageLoading } from '#platform/web/ui/page/states.tsx'
import { m } from '../../messages/messages.ts'
import classes from './reading.module.css'
import { TextReader } from './text-reader.tsx'

const Reader = lazy(() => import('#platform/web/reader/reader.tsx'))

/** What was on the screen, of the PDF or of the text with this hash. */
export interface Shown {
  readonly pages: readonly number[]
  readonly count: number
  readonly textSha256: string | null
}

interface ContractReaderProps {
  readonly contractId: string
  /** The language of the document. */
  readonly language: WrittenLanguage
  readonly hasText: boolean
  /** Whether the PDF is the sealed one. */
  readonly sealed?: boolean
  readonly pdf: { readonly url: string; readonly sha256: string | null; readonly downloadUrl: string }
  readonly scroller: RefObject<HTMLElement | null>
  /** Offers the way to the signature on a phone; absent where nothing is signed. */
  readonly onToSignature?: () => void
  readonly onShown?: (shown: Shown) => Promise<boolean>
  /** Called while the end is on the screen, and for a PDF that cannot be shown here. */
  readonly onEnd?: () => void
}

interface FormSwitchProps {
  readonly form: DocumentForm
  readonly sealed: boolean
  /** Whether somebody has just switched: each form has a bar of its own, so the focus has to follow. */
  readonly takesFocus: boolean
  readonly onChoose: (form: DocumentForm) => void
}

/** Switch between text and PDF. */
function FormSwitch({ form, sealed, takesFocus, onChoose }: FormSwitchProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) place.current?.querySelector<HTMLInputElement>('input:checked')?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <SegmentedControl
      ref={place}
      size="xs"
      className={classes.form ?? ''}
      aria-label={m.documentForm()}
      data={[
        { value: 'text', label: m.text() },
        { value: 'pdf', label: sealed ? m.sealedPdf() : 'PDF' },
      ]}
      value={form}
      onChange={(value) => onChoose(value as DocumentForm)}
    />
  )
}

/** A contract in the form that its reader chose: as text, if it was printed from one, or as PDF. */
export function ContractReader({
  contractId,
  language,
  hasText,
  sealed = false,
  pdf,
  scroller,
  onToSignature,
  onShown,
  onEnd,
}: ContractReaderProps) {
  const [form, choose] = useDocumentForm(hasText)
  const switched = useRef(false)
  const onChoose = (next: DocumentForm) => {
    switched.current = true
    choose(next)
    scroller.current?.scrollTo({ top: 0, behavior: 'instant' })
  }
  const otherForm = hasText && <FormSwitch form={form} sealed={sealed} takesFocus={switched.current} onChoose={onChoose} />
  if (form === 'text') {
    return (
      <TextReader
        contractId={contractId}
        language={language}
        downloadUrl={pdf.downloadUrl}
        scroller={scroller}
        otherForm={otherForm}
        onToSignature={onToSignature}
        onEnd={onEnd}
        onShown={onShown && ((pages, count, { sha256 }) => onShown({ pages, count, textSha256: sha256 }))}
      />
    )
  }
  return (
    <Suspense fallback={<PageLoading />}>
      <Reader
        {...pdf}
        scroller={scroller}
        otherForm={otherForm}
        {...(onToSignature ? { onToSignature } : {})}
        onEnd={onEnd}
        {...(onShown ? { onShown: (pages, count) => onShown({ pages, count, textSha256: null }) } : {})}
      />
    </Suspense>
  )
}

const documentForms = ['text', 'pdf'] as const
type DocumentForm = (typeof documentForms)[number]

const key = 'contract-form'

function chosenForm(): DocumentForm {
  return sessionStorage.getItem(key) === 'pdf' ? 'pdf' : 'text'
}

/** The form in which contracts are read, text at first; a choice holds for the session. */
function useDocumentForm(hasText: boolean) {
  const [form, setForm] = useState<DocumentForm>(chosenForm)
  const choose = (next: DocumentForm) => {
    sessionStorage.setItem(key, next)
    setForm(next)
  }
  return [hasText ? form : 'pdf', choose] as const
}
