import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { type identityProviderForm, identityProviderRoutes } from '../api.ts'

export const identityProviderQuery = queryOptions({
  queryKey: ['identity-provider'],
  queryFn: ({ signal }) => call(identityProviderRoutes.getIdentityProvider, { signal }),
})

/** Saves a part of the provider; the sign-in page shows it at once. */
export async function saveIdentityProvider(body: z.input<typeof identityProviderForm>): Promise<void> {
  const saved = await call(identityProviderRoutes.saveIdentityProvider, { body })
  queryClient.setQueryData(identityProviderQuery.queryKey, saved)
}

export const checkIdentityProvider = (issuer: string) => call(identityProviderRoutes.checkIdentityProvider, { body: { issuer } })
