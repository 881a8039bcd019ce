import * as z from 'zod/mini'
import { Refusal } from '#platform/domain/refusal.ts'
import { readAs } from '#platform/server/reading/reading.ts'
import { doForOperator, type OperatedPortal } from './commands.ts'
import { type OperatorAnswer, operatorRequest } from './requests.ts'

/** The program's own sentences are English, and so are those of the portal that it prints. */
const operatorReading = { language: 'specified', side: 'en' } as const

export type OperatorOutcome = { readonly answer: OperatorAnswer } | { readonly refused: string }

/** Does a request that has travelled, and turns refusals into their sentences. */
export async function answerOperator(portal: OperatedPortal, request: unknown): Promise<OperatorOutcome> {
  const { data, error } = z.safeParse(operatorRequest, request)
  if (error) return { refused: error.issues.map(({ message }) => message).join('\n') }
  try {
    return { answer: await readAs(operatorReading, () => doForOperator(portal, data)) }
  } catch (thrown) {
    if (thrown instanceof Refusal) return { refused: thrown.message }
    throw thrown
  }
}
