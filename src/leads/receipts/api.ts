import { event } from '#platform/api/events.ts'
import { route } from '#platform/api/route.ts'
import { idParams } from '#platform/api/shapes.ts'

export const leadReceiptRoutes = {
  leadReceipt: route('GET', '/leads/:id/receipt', {
    summary: 'The sealed receipt of a lead’s registration as PDF; made when it is first asked for, and kept',
    who: 'unlocked',
    ability: 'leads',
    transaction: 'own',
    ownership: 'rowSecurity',
    params: idParams,
    answer: 'file',
    mediaType: 'application/pdf',
    refusals: ['not_found', 'characters_unprintable', 'document_not_made', 'seal_failed'],
  }),
}

export const leadReceiptEvents = {
  'lead.receipt_made': event<null, { readonly number: string }>('lead'),
}
