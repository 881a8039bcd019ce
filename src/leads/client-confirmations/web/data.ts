import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { type clientAnswerForm, clientConfirmationRoutes } from '../api.ts'

export const questionQuery = (token: string) =>
  queryOptions({
    queryKey: ['client-question', token],
    queryFn: () => call(clientConfirmationRoutes.openClientConfirmation, { body: { token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Null: the question is no longer open, and the mails to the address have ended. */
export async function answer(body: z.input<typeof clientAnswerForm>) {
  const { question } = await call(clientConfirmationRoutes.answerClientConfirmation, { body })
  if (question) queryClient.setQueryData(questionQuery(body.token).queryKey, question)
  return question
}

export const confirmationQuery = (leadId: string) =>
  queryOptions({
    queryKey: ['leads', 'one', leadId, 'client'],
    queryFn: ({ signal }) => call(clientConfirmationRoutes.getClientConfirmation, { params: { id: leadId }, signal }),
  })

/** Sends the mail that was shown. The lead shows on its card what its client said. */
export async function askClient(leadId: string, digest: string): Promise<void> {
  const confirmation = await call(clientConfirmationRoutes.askClient, { params: { id: leadId }, body: { digest } })
  queryClient.setQueryData(confirmationQuery(leadId).queryKey, confirmation)
  await queryClient.invalidateQueries({ queryKey: ['leads'] })
}
