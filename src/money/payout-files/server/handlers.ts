import { sql } from 'kysely'
import { system } from '#access/domain/actor.ts'
import { staff } from '#access/domain/audience.ts'
import { personOf, staffOf } from '#access/server/acting.ts'
import { requireIdentity } from '#accounts/auth/server/guards.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { type Call, type Handlers, slice } from '#platform/server/http/bind.ts'
import { orderOf, sortedPage } from '#platform/server/http/lists/listing.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import { type PayoutFileDetail, payoutFileRoutes } from '../api.ts'
import { m } from '../messages/messages.ts'
import { payFile, withdrawFile } from './file-commands.ts'
import { checkPreview, sendPayouts } from './make-file.ts'
import { payoutFileData } from './personal-data.ts'
import { planFile } from './plan-file.ts'
import { presentFile, presentFileDetail } from './present.ts'
import { findFile, listFiles, payoutFileSortKeys, readLines, relatedFiles } from './queries.ts'
import { contentOf, readPayoutFile, storePayoutFile } from './stored-file.ts'

async function fileNow({ tx, actor }: Pick<Call, 'tx' | 'actor'>, id: string): Promise<PayoutFileDetail> {
  const row = await findFile(tx, personOf({ actor }).userId, id)
  if (!row) throw new Refusal('not_found', m.noSuchFile())
  const [lines, related] = await Promise.all([readLines(tx, id), relatedFiles(tx, row)])
  return presentFileDetail(row, lines, related, staffOf({ actor }))
}

export const payoutFileHandlers: Handlers<typeof payoutFileRoutes> = {
  previewPayoutFile: async ({ portal, actor, body }) => {
    const request = { options: body, makerPartnerId: personOf({ actor }).partner?.id ?? null, now: portal.clock.now() }
    const plan = await portal.database.asActor(system, (tx) => planFile(tx, portal.config, request))
    return plan.preview
  },
  /**
   * The batch is read and the person proven before a number is taken, and what has changed by then gives the number back with its
   * transaction: what is refused leaves no gap in the series. Then two transactions around the stored file: the system reads the
   * batch and takes its number, and the caller sends the payouts if they are still what was written. A crash in between leaves a
   * stored file that nothing claims, and an unused number.
   */
  makePayoutFile: async (call) => {
    const { portal, actor, request, body, keepAnswer } = call
    const { confirmed: _, seen: __, reason: ___, password, code, passkey, ...options } = body
    const fileRequest = { options, makerPartnerId: personOf({ actor }).partner?.id ?? null, now: portal.clock.now() }
    const currentPlan = (takesNumber: boolean) =>
      portal.database.asActor(system, async (tx) => {
        const plan = await planFile(tx, portal.config, { ...fileRequest, takesNumber, holdsPayouts: true })
        checkPreview(plan, body)
        return plan
      })
    await currentPlan(false)
    await requireIdentity(call, { password, code, passkey }, m.toMakeFile())
    const plan = await currentPlan(true)
    const storedFile = await storePayoutFile(portal, actor, plan.batch)
    return withTransaction(
      portal,
      actor,
      async (context) => {
        const id = await sendPayouts(context, plan, storedFile, body)
        const answer = { file: await fileNow(context, id), content: contentOf(plan.batch.messageId, 'xml', storedFile.xml) }
        return keepAnswer(context, answer)
      },
      { requestId: request.id },
    )
  },
  listPayoutFiles: async ({ tx, actor, query }) => {
    const order = orderOf(payoutFileSortKeys, query, '-date', sql`f.id`)
    return sortedPage(await listFiles(tx, personOf({ actor }).userId, query, order), query.limit, (row) =>
      presentFile(row, staffOf({ actor })),
    )
  },
  getPayoutFile: (call) => fileNow(call, call.params.id),
  downloadPayoutFile: async (call) => {
    const { portal, actor, request, params, body } = call
    await requireIdentity(call, body, m.toDownloadFile())
    const find = staffOf({ actor })
    const row = await portal.database.asActor(find, (tx) => findFile(tx, find.userId, params.id))
    if (!row) throw new Refusal('not_found', m.noSuchFile())
    const content = await readPayoutFile(portal, row, body.as)
    await withTransaction(
      portal,
      actor,
      ({ recordEvent }) =>
        recordEvent({
          name: 'payout_file.downloaded',
          subjectId: row.id,
          audience: staff,
          after: { reference: row.message_id, as: body.as },
        }),
      { requestId: request.id },
    )
    return content
  },
  payPayoutFile: async (call) => {
    await payFile(call, call.params.id, call.body)
    return fileNow(call, call.params.id)
  },
  withdrawPayoutFile: async (call) => {
    await withdrawFile(call, call.params.id, call.body)
    return fileNow(call, call.params.id)
  },
}

export const payoutFileSlice = slice({
  routes: payoutFileRoutes,
  handlers: payoutFileHandlers,
  constraints: {
    // A file with the same payouts was made and withdrawn between preview and click.
    payout_file_lines_end_to_end_once: ['payouts_changed', m.payoutInOtherFile],
    payout_file_lines_instruction_once: ['payouts_changed', m.payoutInOtherFile],
  },
  personalData: payoutFileData,
})
