import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { bind, type Handlers } from '#platform/server/http/bind.ts'
import { orderOf, sortedPage } from '#platform/server/http/lists/listing.ts'
import type { Portal } from '#platform/server/portal.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import { bankAnswerRoutes } from '../api.ts'
import { applyAnswer } from './apply-commands.ts'
import { presentPlan } from './plan.ts'
import { answerSortKeys, listAnswers, presentAnswer } from './queries.ts'
import { receiveAnswer } from './receive.ts'

export const bankAnswerHandlers: Handlers<typeof bankAnswerRoutes> = {
  checkBankAnswer: async ({ portal, actor, request }) => {
    const received = await receiveAnswer(request.raw)
    return withTransaction(portal, actor, (context) => presentPlan(context, portal.config, received), { isRead: true })
  },
  /** Read before the transaction begins: a slow line holds no lock. */
  applyBankAnswer: async ({ portal, actor, request, query }) => {
    const received = await receiveAnswer(request.raw)
    return withTransaction(portal, actor, (context) => applyAnswer(context, portal.config, received, query), {
      requestId: request.id,
    })
  },
  listBankAnswers: async ({ tx, query }) => {
    const rows = await listAnswers(tx, orderOf(answerSortKeys, query, '-date', sql`a.id`))
    return sortedPage(rows, query.limit, presentAnswer)
  },
}

export function registerBankAnswers(app: FastifyInstance, portal: Portal): void {
  bind(app, portal, bankAnswerRoutes, bankAnswerHandlers)
}
