import { queryOptions } from '@tanstack/react-query'
import { type ReturnOf, type Route, requestAddress } from '#platform/api/route.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { sendRequest } from '#platform/web/app/requests/send-request.ts'
import { type AnswerPlan, type AppliedAnswer, bankAnswerRoutes } from '../api.ts'

/** The bytes of the file are the body, so `call` cannot send it. */
function sendFile<R extends Route>(route: R, file: File, query: Record<string, string> = {}): Promise<ReturnOf<R>> {
  const headers = { 'content-type': 'application/octet-stream' }
  const url = requestAddress(route, { query })
  return sendRequest({ url, init: { method: route.method, headers, body: file }, signal: undefined }) as Promise<ReturnOf<R>>
}

/** The dry run of a bank's answer: nothing is stored. */
export const checkAnswer = (file: File): Promise<AnswerPlan> => sendFile(bankAnswerRoutes.checkBankAnswer, file)

/** Applies the same file with the credits at these positions. */
export async function applyAnswer(
  file: File,
  { fingerprint }: AnswerPlan,
  credits: readonly number[],
): Promise<{ outcome: 'applied' | 'repeated'; answer: AppliedAnswer }> {
  try {
    return await sendFile(bankAnswerRoutes.applyBankAnswer, file, { seen: fingerprint, credits: credits.join(',') })
  } finally {
    const stale = [
      'bank-answers',
      'payouts',
      'payout-files',
      'commissions',
      'client-payments',
      'client-invoices',
      'leads',
    ] as const
    await Promise.all(stale.map((topic) => queryClient.invalidateQueries({ queryKey: [topic] })))
  }
}

/** The answers that were applied last. */
export const answersQuery = queryOptions({
  queryKey: ['bank-answers'],
  queryFn: ({ signal }) => call(bankAnswerRoutes.listBankAnswers, { query: { limit: 5 }, signal }),
})
