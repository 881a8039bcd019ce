import { SegmentedControl } from '@mantine/core'
import { lazy, type RefObject, Suspense } from 'react'
import { PageLoading } from '#platform/web/ui/page/states.tsx'
import { type DocumentForm, useDocumentForm } from './document-form.ts'
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
  readonly hasText: boolean
  /** Whether the PDF is the sealed one. */
  readonly sealed?: boolean
  readonly pdf: { readonly url: string; readonly sha256: string | null; readonly downloadUrl: string }
  readonly scroller: RefObject<HTMLElement | null>
  /** Offers the way to the signature on a phone; absent where nothing is signed. */
  readonly onToSignature?: () => void
  readonly onShown?: (shown: Shown) => Promise<boolean>
}

/** A contract in the form that its reader chose: as text, if it was printed from one, or as PDF. */
export function ContractReader({
  contractId,
  hasText,
  sealed = false,
  pdf,
  scroller,
  onToSignature,
  onShown,
}: ContractReaderProps) {
  const [form, choose] = useDocumentForm(hasText)
  const otherForm = hasText && (
    <SegmentedControl
      size="xs"
      aria-label="Forme du document"
      data={[
        { value: 'text', label: 'Texte' },
        { value: 'pdf', label: sealed ? 'PDF scellé' : 'PDF' },
      ]}
      value={form}
      onChange={(value) => choose(value as DocumentForm)}
    />
  )
  if (form === 'text') {
    return (
      <TextReader
        contractId={contractId}
        downloadUrl={pdf.downloadUrl}
        scroller={scroller}
        otherForm={otherForm}
        onToSignature={onToSignature}
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
        {...(onShown ? { onShown: (pages, count) => onShown({ pages, count, textSha256: null }) } : {})}
      />
    </Suspense>
  )
}
