import { queryOptions } from '@tanstack/react-query'
import type { ReturnOf } from '#platform/api/route.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import type { Contract } from '../../api/contracts.ts'
import { signingRoutes } from '../../api/signing.ts'
import { countersignConsents } from '../../domain/signing.ts'

export type ContractEvidence = ReturnOf<typeof signingRoutes.contractEvidence>

/** A contract with its history and evidence. */
export const evidenceQuery = (id: string) =>
  queryOptions({
    queryKey: ['contracts', 'evidence', id],
    queryFn: () => call(signingRoutes.contractEvidence, { params: { id } }),
  })

/** Health of the seal; refetched rarely, since certificates expire in days. */
export const sealHealthQuery = queryOptions({
  queryKey: ['settings', 'seal'],
  queryFn: () => call(signingRoutes.signingHealth, {}),
  staleTime: 600_000,
})

export const sendCountersignCode = (contractIds: string[]) => call(signingRoutes.sendCountersignCode, { body: { contractIds } })

export async function countersignContract({ id, language }: Pick<Contract, 'id' | 'language'>, code: string): Promise<void> {
  const body = { code, consent: true as const, consentVersion: countersignConsents[language].version }
  await call(signingRoutes.countersignContract, { params: { id }, body })
}

export const refetchContracts = () => queryClient.invalidateQueries({ queryKey: ['contracts'] })
