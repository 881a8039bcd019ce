import { queryOptions } from '@tanstack/react-query'
import { partnerTeamQuery } from '#partners/team/web/partner-team-data.ts'
import type { Proof } from '#platform/web/app/forms/identity-proof.tsx'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { objectionRoutes } from '../api.ts'

export const objectionQuery = (token: string) =>
  queryOptions({
    queryKey: ['objection', token],
    queryFn: () => call(objectionRoutes.openObjection, { body: { token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

export async function object(token: string): Promise<void> {
  const appointment = await call(objectionRoutes.object, { body: { token } })
  queryClient.setQueryData(objectionQuery(token).queryKey, appointment)
}

interface Answer {
  readonly partnerId: string
  readonly appointmentId: string
  readonly stays: boolean
}

export async function answerObjection(
  { partnerId: id, appointmentId, stays }: Answer,
  proof: Proof | Record<never, never>,
): Promise<void> {
  const team = await call(objectionRoutes.answerObjection, { params: { id, appointmentId }, body: { stays, ...proof } })
  queryClient.setQueryData(partnerTeamQuery(id).queryKey, team)
  await queryClient.invalidateQueries({ queryKey: ['partners'] })
}
