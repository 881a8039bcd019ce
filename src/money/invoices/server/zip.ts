import { Readable } from 'node:stream'
import { readAsFormerOf } from '#accounts/people/server/former-queries.ts'
import { withPartnerEmails } from '#accounts/people/server/queries.ts'
import { csvFormat, csvMark, readersCsvFormat } from '#platform/domain/csv.ts'
import { textOf } from '#platform/domain/languages.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { fileKey } from '#platform/server/files/store.ts'
import { streamZip, type ZipEntry, zipSize } from '#platform/server/files/zip-file.ts'
import type { Handlers } from '#platform/server/http/bind.ts'
import { csvDay, csvRecords, exportPageSize } from '#platform/server/http/lists/csv-export.ts'
import { sortedPage } from '#platform/server/http/lists/listing.ts'
import { providerZone } from '#platform/server/provider-calendar.ts'
import type { IssuedDocument, invoiceRoutes } from '../api.ts'
import { zipObstacle } from '../domain/payout-documents.ts'
import { m } from '../messages/messages.ts'
import { documentColumns } from './export.ts'
import { presentDocument } from './present.ts'
import { documentSums, listDocuments, storedDocuments } from './queries.ts'

const indexName = 'index.csv'
const fileNameOf = ({ number }: IssuedDocument) => `${number}.pdf`

/**
 * Sealed PDFs in the order of their numbers, after an index of all documents. What is in it is decided before the answer begins,
 * and documents never change, so that its length is known. Refuses `too_many_documents`.
 */
export const invoicesZip: Handlers<typeof invoiceRoutes>['invoicesZip'] = async ({ portal, actor, session, query }) => {
  const now = portal.clock.now()
  const asFormer = <T>(tx: Tx, read: () => Promise<T>) => readAsFormerOf({ tx, actor }, query, read)
  const [{ count }, zone] = await portal.database.asActor(actor, (tx) =>
    Promise.all([asFormer(tx, () => documentSums(tx, query)), providerZone(tx)]),
  )
  const obstacle = zipObstacle(count)
  if (obstacle) throw new Refusal('too_many_documents', obstacle)
  const files: ZipEntry[] = []
  const format = session ? readersCsvFormat() : csvFormat
  let index = csvMark + csvRecords([[...documentColumns.map(([heading]) => textOf(heading)), m.file()]], format)
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const ofPage = { ...query, sort: 'number', cursor, limit: exportPageSize } as const
    const [page, storedFiles] = await portal.database.asActor(actor, async (tx) => {
      const rows = await asFormer(tx, () => listDocuments(tx, ofPage))
      const page = await withPartnerEmails(
        tx,
        sortedPage(rows, exportPageSize, (row) => presentDocument(row, { now, actor })),
      )
      return [page, await asFormer(tx, () => storedDocuments(tx, page.items))] as const
    })
    for (const document of page.items) {
      const file = storedFiles.get(document.id)
      const modifiedAt = new Date(document.issuedAt)
      if (file)
        files.push({ name: fileNameOf(document), modifiedAt, size: file.size, open: () => portal.files.read(fileKey(file)) })
    }
    const cells = (document: (typeof page.items)[number]) => documentColumns.map(([, content]) => content(document, zone))
    index += csvRecords(
      page.items.map((each) => [...cells(each), storedFiles.has(each.id) ? fileNameOf(each) : '']),
      format,
    )
    cursor = page.nextCursor
  }
  const indexBytes = Buffer.from(index)
  const indexFile = { name: indexName, modifiedAt: now, size: indexBytes.length, open: async () => Readable.from([indexBytes]) }
  const entries = [indexFile, ...files]
  return { fileName: `${zipName(query, csvDay(now.toISOString(), zone))}.zip`, zip: streamZip(entries), size: zipSize(entries) }
}

/** Says the period where both of its days were chosen, and the day of today otherwise. */
const zipName = ({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }, today: string) =>
  from && to ? `invoices-${from}-to-${to}` : `invoices-${today}`
