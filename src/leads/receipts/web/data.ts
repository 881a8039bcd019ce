import { toError } from '#platform/web/app/requests/problems.ts'
import { receiptAddress } from './receipt-address.ts'

/** The sealed receipt of a lead as a file, named by its number. Throws an ApiError. */
export async function readReceipt(leadId: string, number: string): Promise<File> {
  const response = await fetch(receiptAddress(leadId))
  if (!response.ok) throw toError(response.headers.get('content-type'), await response.text())
  return new File([await response.blob()], `${number}.pdf`, { type: 'application/pdf' })
}
