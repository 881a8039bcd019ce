import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { PageLoading } from '#platform/web/ui/page/states.tsx'
import type { SigningSheet } from '../../api/signing.ts'
import { m } from '../../messages/messages.ts'
import { ContractReader } from '../reading/contract-reader.tsx'
import { FullScreen } from '../reading/full-screen.tsx'
import classes from './signing.module.css'
import { noteShownPages, refetchSigned, signingSheetQuery } from './signing-data.ts'
import { LinkedDocument, RemarkNote } from './signing-document.tsx'
import { signingProblem } from './signing-messages.ts'
import { SigningPanel } from './signing-panel.tsx'

interface SigningViewProps {
  readonly id: string
  readonly onClose: () => void
}

/** Full-screen view for reading and signing a contract. */
export default function SigningView({ id, onClose }: SigningViewProps) {
  const [busy, setBusy] = useState(false)
  const [isClosing, setClosing] = useState(false)
  // Live messages during sealing are caused by this page; do not reopen the document.
  const sheet = useQuery({ ...signingSheetQuery(id), enabled: !busy && !isClosing })
  const [declining, setDeclining] = useState(false)
  const leave = () => {
    setClosing(true)
    refetchSigned()
    onClose()
  }
  return (
    <FullScreen
      onClose={leave}
      title={sheet.data?.contract.title ?? m.signature()}
      closeOnEscape={!busy && !declining}
      withCloseButton={!busy}
    >
      {sheet.data ? (
        <Signing
          sheet={sheet.data}
          error={busy ? null : sheet.error}
          onBusy={setBusy}
          declining={declining}
          onDeclining={setDeclining}
          onReopen={() => sheet.refetch()}
          onClose={leave}
        />
      ) : sheet.error ? (
        <Unopened error={sheet.error} onRetry={() => void sheet.refetch()} onClose={leave} />
      ) : (
        <PageLoading />
      )}
    </FullScreen>
  )
}

interface SigningProps {
  readonly sheet: SigningSheet
  readonly error: Error | null
  readonly onBusy: (busy: boolean) => void
  readonly declining: boolean
  readonly onDeclining: (declining: boolean) => void
  readonly onReopen: () => Promise<unknown>
  readonly onClose: () => void
}

/** The document, with the panel beside or below it. */
function Signing(props: SigningProps) {
  const { sheet } = props
  const scroller = useRef<HTMLElement>(null)
  const panel = useRef<HTMLElement>(null)
  const page = useRef<HTMLDivElement>(null)
  const [endShownOf, setEndShownOf] = useState<string | null>()
  const toPanel = () => {
    panel.current?.scrollIntoView({ block: 'start' })
    panel.current?.focus({ preventScroll: true })
  }
  const { documentSha256 } = sheet
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <section className={classes.view} ref={scroller} tabIndex={0} aria-label={m.documentAndSignature()}>
      <div className={classes.document} ref={page}>
        <RemarkNote sheet={sheet} />
        {sheet.pdfUrl ? (
          <ContractReader
            contractId={sheet.contract.id}
            language={sheet.contract.language}
            hasText={sheet.contract.hasText}
            pdf={{ url: sheet.pdfUrl, sha256: documentSha256, downloadUrl: sheet.contract.document?.url ?? '' }}
            scroller={scroller}
            onToSignature={toPanel}
            onEnd={() => setEndShownOf(documentSha256)}
            onShown={async ({ pages, count: pageCount, textSha256 }) =>
              documentSha256 === null ||
              noteShownPages(sheet.contract.id, {
                documentSha256,
                pages: [...pages],
                pageCount,
                ...(textSha256 ? { textSha256 } : {}),
              })
            }
          />
        ) : (
          <LinkedDocument sheet={sheet} />
        )}
      </div>
      <aside
        className={classes.panel}
        ref={panel}
        tabIndex={-1}
        aria-label={m.signTheContract({ contractType: sheet.contract.contractType })}
      >
        <SigningPanel
          {...props}
          // The portal shows no document behind a link.
          isEndShown={!sheet.pdfUrl || endShownOf === documentSha256}
          onToEnd={() => page.current?.scrollIntoView({ block: 'end', behavior: 'instant' })}
        />
      </aside>
    </section>
  )
}

function Unopened({ error, onRetry, onClose }: { error: Error; onRetry: () => void; onClose: () => void }) {
  const { text, recovery } = error instanceof ApiError ? signingProblem(error) : { text: error.message, recovery: 'retry' }
  return (
    <div className={classes.unopened} role="alert">
      <p>{text}</p>
      {recovery === 'retry' && <Button onClick={onRetry}>{m.tryAgain()}</Button>}
      <Button variant="default" onClick={onClose}>
        {m.close()}
      </Button>
    </div>
  )
}
