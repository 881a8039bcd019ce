import { Alert, Button, Group, Select } from '@mantine/core'
import { useDebouncedValue, useElementSize } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useMemo, useRef, useState } from 'react'
import { partnerNamesQuery } from '#accounts/people/web/partner-names.ts'
import type { ContractType } from '#contracts/contracts/domain/contracts.ts'
import type { WrittenLanguage } from '#platform/domain/languages.ts'
import { ReaderPage } from '#platform/web/reader/pdf-page.tsx'
import { openPdf, shapeOf } from '#platform/web/reader/reader-pdf.ts'
import { IconDownload } from '#platform/web/ui/icons.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { WrittenBody } from '../api.ts'
import { templateError, templateFieldLabels } from '../domain/templates.ts'
import { m } from '../messages/messages.ts'
import { type Preview, previewTemplate } from './data.ts'
import classes from './templates.module.css'

interface PreviewPaneProps {
  readonly kind: ContractType
  readonly language: WrittenLanguage
  readonly title: string
  readonly body: WrittenBody
}

const pause = 700

/** Debounced PDF preview of the draft, with sample values or a partner's. */
export function PreviewPane({ kind, language, title, body }: PreviewPaneProps) {
  const names = useQuery(partnerNamesQuery)
  const [partnerId, setPartnerId] = useState<string | null>(null)
  const [draft] = useDebouncedValue(
    useMemo(() => ({ kind, language, title, body }), [kind, language, title, body]),
    pause,
  )
  const ready = draft.title.trim() !== '' && templateError(draft.body) === null
  const preview = useQuery({
    queryKey: ['template-preview', draft, partnerId],
    queryFn: ({ signal }) => previewTemplate({ ...draft, partnerId }, signal),
    enabled: ready,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <section className={classes.preview} aria-label={m.preview()}>
      <Group align="flex-end" gap="sm" wrap="nowrap">
        <Select
          className={classes.grows ?? ''}
          label={m.previewFor()}
          placeholder={m.sampleValues()}
          searchable
          clearable
          limit={50}
          clearButtonProps={{ 'aria-label': m.sampleValues() }}
          nothingFoundMessage={m.noPartnerFound()}
          data={(names.data?.partners ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={partnerId}
          onChange={setPartnerId}
        />
        {preview.data && <DownloadButton preview={preview.data} />}
      </Group>
      {preview.data && <Report preview={preview.data} />}
      {preview.error && (
        <Alert color="red" role="alert">
          {preview.error.message}
        </Alert>
      )}
      {!ready && !preview.data && <SoftText>{m.previewLater()}</SoftText>}
      {preview.data && <Pages pdf={preview.data.pdf} />}
    </section>
  )
}

function Report({ preview: { report } }: { preview: Preview }) {
  const { missing, replaced } = report
  if (missing.length === 0 && replaced.length === 0) return null
  return (
    <Alert color="yellow" role="status">
      {missing.length > 0 && <p>{m.noValues({ fields: missing.map((each) => templateFieldLabels[each]).join(', ') })}</p>}
      {replaced.length > 0 && <p>{m.unprintable({ characters: replaced.join(' ') })}</p>}
    </Alert>
  )
}

function DownloadButton({ preview: { pdf } }: { preview: Preview }) {
  const [url, setUrl] = useState('')
  useEffect(() => {
    const objectUrl = URL.createObjectURL(new Blob([pdf], { type: 'application/pdf' }))
    setUrl(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [pdf])
  return (
    <Button
      component="a"
      href={url}
      download="preview.pdf"
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden="true" />}
    >
      PDF
    </Button>
  )
}

/** Pages of the preview; the old ones stay until the new ones are rendered, to avoid flicker. */
function Pages({ pdf: data }: { pdf: Uint8Array<ArrayBuffer> }) {
  const scroller = useRef<HTMLDivElement>(null)
  const { ref, width } = useElementSize<HTMLDivElement>()
  const [open, setOpen] = useState<{ pdf: PDFDocumentProxy; shape: number } | null>(null)
  useEffect(() => {
    let gone = false
    let close = () => {}
    const read = async () => {
      const opened = await openPdf(data.slice())
      close = opened.close
      if (gone) return close()
      const shape = shapeOf(await opened.pdf.getPage(1))
      if (!gone) setOpen({ pdf: opened.pdf, shape })
    }
    read().catch((error: unknown) => {
      if (!gone) throw error
    })
    return () => {
      gone = true
      setTimeout(() => close(), 5000)
    }
  }, [data])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to scroll by keyboard
    <section ref={scroller} className={classes.pages} tabIndex={0} aria-label={m.previewPages()}>
      <div ref={ref}>
        {open &&
          Array.from({ length: open.pdf.numPages }, (_, index) => index + 1).map((number) => (
            <ReaderPage
              key={`${open.pdf.fingerprints[0]} ${number}`}
              pdf={open.pdf}
              number={number}
              count={open.pdf.numPages}
              width={width}
              expected={open.shape}
              scroller={scroller}
              allText
            />
          ))}
      </div>
    </section>
  )
}
