import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { signingRoutes } from '#api/signing.ts'
import { call } from '#web/app/api.ts'
import { changedBy } from '#web/app/keys.ts'
import { queryClient } from '#web/app/query-client.ts'

export type SignInput = z.input<typeof signingRoutes.signContract.body>

/** Opening is recorded, and read again when anything happens to the contract: what is signed is never an old document. */
export const signingSheetQuery = (id: string) =>
  queryOptions({
    queryKey: ['contracts', 'signing', id],
    queryFn: () => call(signingRoutes.openSigning, { params: { id } }),
    gcTime: 0,
  })

/**
 * Tells which pages of the document were shown; resolves to whether it was taken. It is no change of the person's, so it
 * carries no key; it outlives the page; and what could not be told is not claimed by the certificate.
 */
export async function noteShownPages(id: string, body: z.input<typeof signingRoutes.noteShownPages.body>): Promise<boolean> {
  const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body), keepalive: true }
  return fetch(`/api/contracts/${id}/signing/pages`, asked).then(
    (response) => response.ok,
    () => false,
  )
}

export const sendSigningCode = (id: string) => call(signingRoutes.sendSigningCode, { params: { id } })

/** Resolves when the document is sealed and everything is written; the lock opens with what is read again. */
export async function signContract(id: string, body: SignInput): Promise<void> {
  await call(signingRoutes.signContract, { params: { id }, body })
}

export async function declineContract(id: string, reason: string): Promise<void> {
  await call(signingRoutes.declineContract, { params: { id }, body: { reason } })
}

/** For this tab, which does not wait for the live stream to tell what it did itself. */
export function readSignedAgain(): void {
  for (const topic of changedBy['contract.signed']) void queryClient.invalidateQueries({ queryKey: [topic] })
}
