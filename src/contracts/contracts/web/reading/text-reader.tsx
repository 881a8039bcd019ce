import { ActionIcon, Button } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react'
import type { WrittenLanguage } from '#platform/domain/languages.ts'
import { typeset } from '#platform/domain/typesetting.ts'
import { call } from '#platform/web/app/requests/api.ts'
import barClasses from '#platform/web/reader/reader-bar.module.css'
import { useSeenParts } from '#platform/web/reader/seen-parts.ts'
import { useShownPages } from '#platform/web/reader/viewed-pages.ts'
import { IconDownload } from '#platform/web/ui/icons.ts'
import { PageLoading, QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { type ReadableText, readingRoutes } from '../../api/reading.ts'
import { numberedText } from '../../domain/contract-text.ts'
import { m } from '../../messages/messages.ts'
import classes from './reading.module.css'
import { TextBlocks } from './text-blocks.tsx'

export interface TextReaderProps {
  readonly contractId: string
  /** The language of the document. */
  readonly language: WrittenLanguage
  readonly downloadUrl: string
  readonly scroller: RefObject<HTMLElement | null>
  readonly otherForm: ReactNode
  readonly onToSignature?: (() => void) | undefined
  readonly onEnd?: (() => void) | undefined
  /** Reports parts that were on the screen; resolves to whether the server accepted them. */
  readonly onShown?: ((parts: readonly number[], count: number, text: ReadableText) => Promise<boolean>) | undefined
}

/** A contract as text, with real headings. */
export function TextReader(props: TextReaderProps) {
  const query = useQuery(contractTextQuery(props.contractId))
  if (query.isPending) return <PageLoading />
  return <QueryBoundary query={query}>{(text) => <OpenText {...props} text={text} />}</QueryBoundary>
}

function OpenText({
  text,
  language,
  scroller,
  otherForm,
  downloadUrl,
  onToSignature,
  onEnd,
  onShown,
}: TextReaderProps & { text: ReadableText }) {
  const numbered = useMemo(() => numberedText(text), [text])
  const article = useRef<HTMLElement>(null)
  const count = numbered.parts.length
  const [seen, setSeen] = useState(0)
  const reportPart = useShownPages({ tell: async (parts) => onShown?.(parts, count, text) ?? true })
  useSeenParts({
    container: article,
    scroller,
    count,
    onEnd,
    onSeen: (part) => {
      setSeen((before) => before + 1)
      reportPart(part)
    },
  })
  return (
    <section className={barClasses.reader} aria-label={m.document()}>
      <div className={barClasses.bar} role="toolbar" aria-label={m.reading()} data-reader-bar>
        {otherForm}
        <span className={`${classes.progress} figure`}>{m.shareRead({ percent: Math.floor((seen / count) * 100) })}</span>
        <span className={barClasses.gap} />
        <ActionIcon component="a" href={downloadUrl} download variant="subtle" color="gray" aria-label={m.download()}>
          <IconDownload size={18} aria-hidden="true" />
        </ActionIcon>
        {onToSignature && (
          <Button className={barClasses.toSignature ?? ''} size="compact-sm" onClick={onToSignature}>
            {m.sign()}
          </Button>
        )}
      </div>
      <div className={classes.paper}>
        <article ref={article} lang={language} className={classes.text} aria-label={text.title}>
          <h3 data-part={1}>{typeset(numbered.title)}</h3>
          <TextBlocks blocks={numbered.blocks} />
        </article>
      </div>
    </section>
  )
}

/** The text of a contract; asking for it is recorded as an opening by its signer, so it is never fetched ahead. */
const contractTextQuery = (id: string) =>
  queryOptions({
    queryKey: ['contracts', 'text', id],
    queryFn: () => call(readingRoutes.contractText, { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
