import { leadReceiptRoutes } from '#api/lead-receipts.ts'
import { requestAddress } from '#api/route.ts'

/** Where the receipt of a lead's registration is downloaded. */
export const receiptAddress = (id: string) => requestAddress(leadReceiptRoutes.leadReceipt, { params: { id } })
