import { SoftText } from '#platform/web/ui/soft-text.ts'
import { rowButtonClass } from '#platform/web/ui/tables/row-button.tsx'
import type { IssuedDocument } from '../api.ts'
import { m } from '../messages/messages.ts'

/** Links to a document's sealed PDF and its XML; until they are made, that they are coming. */
export function DocumentLinks({ document }: { readonly document: IssuedDocument }) {
  const { id, number, hasFile, hasXml } = document
  if (!hasFile) {
    return <SoftText span>{m.beingPrinted()}</SoftText>
  }
  return (
    <>
      <a
        className={rowButtonClass}
        data-look="default"
        href={`/api/invoices/${id}/file`}
        target="_blank"
        rel="noreferrer"
        aria-label={m.pdfOf({ number })}
      >
        PDF
      </a>
      {hasXml && (
        <a
          className={rowButtonClass}
          data-look="default"
          href={`/api/invoices/${id}/xml`}
          download
          aria-label={m.xmlOf({ number })}
        >
          XML
        </a>
      )}
    </>
  )
}
