import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { requestAddress } from '#platform/api/route.ts'
import { toastError } from '#platform/web/app/toasts/toasts.ts'
import { IconDownload } from '#platform/web/ui/icons.ts'
import { type InvoiceFilter, invoiceRoutes } from '../api.ts'
import { zipObstacle } from '../domain/payout-documents.ts'
import { m } from '../messages/messages.ts'
import { invoiceSummaryQuery } from './data.ts'

/** What was in a ZIP when its download began. */
export interface DownloadedZip {
  readonly list: InvoiceFilter
  readonly count: number
  readonly totalCents: number
  /** Those that were not handed over. */
  readonly waitingCount: number
}

interface ZipButtonProps {
  readonly list: InvoiceFilter
  readonly onDownload?: (zip: DownloadedZip) => void
}

/** Downloads the documents of the list; too many for one ZIP are refused before a browser reports a failed download. */
export function ZipButton({ list, onDownload }: ZipButtonProps) {
  const { data: sums } = useQuery(invoiceSummaryQuery(list))
  if (!sums?.count) return null
  const obstacle = zipObstacle(sums.count)
  return (
    <Button
      component="a"
      href={requestAddress(invoiceRoutes.invoicesZip, { query: list })}
      download
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      onClick={(event) => {
        if (!obstacle) {
          onDownload?.({ list, ...sums })
          return
        }
        event.preventDefault()
        toastError(m.tooManyDocuments(), obstacle)
      }}
    >
      {m.downloadZip()}
    </Button>
  )
}
