import { sql } from 'kysely'
import { type Handlers, slice } from '#platform/server/http/bind.ts'
import { orderOf, sortedPage } from '#platform/server/http/lists/listing.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import { bankAnswerRoutes } from '../api.ts'
import { applyAnswer } from './apply-commands.ts'
import { bankAnswerData } from './personal-data.ts'
import { presentPlan } from './plan.ts'
import { answerSortKeys, listAnswers, presentAnswer } from './queries.ts'
import { receiveAnswer } from './receive.ts'

const bankAnswerHandlers: Handlers<typeof bankAnswerRoutes> = {
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

export const bankAnswerSlice = slice({ routes: bankAnswerRoutes, handlers: bankAnswerHandlers, personalData: bankAnswerData })
