import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { makePasskey } from '#platform/web/app/requests/passkeys.ts'
import { passkeyRoutes } from '../api/passkeys.ts'

type Proof = Parameters<typeof call<typeof passkeyRoutes.newPasskeyQuestion>>[1]['body']

export const passkeysQuery = queryOptions({ queryKey: ['passkeys'], queryFn: () => call(passkeyRoutes.listPasskeys, {}) })

const readAgain = () =>
  Promise.all([queryClient.invalidateQueries({ queryKey: ['passkeys'] }), queryClient.invalidateQueries({ queryKey: ['me'] })])

/** Makes a passkey on this device, or on one beside it, and keeps it under this name. */
export async function addPasskey(name: string, proof: Proof): Promise<void> {
  const question = await call(passkeyRoutes.newPasskeyQuestion, { body: proof })
  await call(passkeyRoutes.addPasskey, { body: { name, passkey: await makePasskey(question) } })
  await readAgain()
}

export async function removePasskey(id: string, proof: Proof): Promise<void> {
  await call(passkeyRoutes.removePasskey, { params: { id }, body: proof })
  await readAgain()
}
