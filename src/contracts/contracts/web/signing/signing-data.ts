import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { signingRoutes } from '../../api/signing.ts'

export type SignInput = z.input<typeof signingRoutes.signContract.body>

/** Opens the contract for signing (recorded). Refetched on every change of it, so that no outdated document is signed. */
export const signingSheetQuery = (id: string) =>
  queryOptions({
    queryKey: ['contracts', 'signing', id],
    queryFn: () => call(signingRoutes.openSigning, { params: { id } }),
    gcTime: 0,
  })

/**
 * Reports viewed pages; resolves to whether the server accepted them. Uses keepalive to survive leaving the page. Lost reports
 * only mean that the certificate does not mention these pages.
 */
export async function noteShownPages(id: string, body: z.input<typeof signingRoutes.noteShownPages.body>): Promise<boolean> {
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body), keepalive: true }
  return fetch(`/api/contracts/${id}/signing/pages`, request).then(
    (response) => response.ok,
    () => false,
  )
}

export const sendSigningCode = (id: string) => call(signingRoutes.sendSigningCode, { params: { id } })

/** Resolves once the document is sealed and stored; refetching the session then unlocks the portal. */
export async function signContract(id: string, body: SignInput): Promise<void> {
  await call(signingRoutes.signContract, { params: { id }, body })
}

export async function declineContract(id: string, reason: string): Promise<void> {
  await call(signingRoutes.declineContract, { params: { id }, body: { reason } })
}

/** Invalidates queries in this tab without waiting for the live message. */
export function refetchSigned(): void {
  for (const topic of ['me', 'contracts', 'overview'] as const) void queryClient.invalidateQueries({ queryKey: [topic] })
}
