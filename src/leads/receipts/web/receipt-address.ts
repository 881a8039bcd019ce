import { requestAddress } from '#platform/api/route.ts'
import { leadReceiptRoutes } from '../api.ts'

/** Where the receipt of a lead's registration is downloaded. */
export const receiptAddress = (id: string) => requestAddress(leadReceiptRoutes.leadReceipt, { params: { id } })
