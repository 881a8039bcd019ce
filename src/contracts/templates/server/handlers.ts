import { Refusal } from '#platform/domain/refusal.ts'
import { type Handlers, type OwnCall, slice } from '#platform/server/http/bind.ts'
import { answerOnce } from '#platform/server/http/repeats/idempotency.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import { type PreviewReport, previewReportHeader, templateRoutes } from '../api.ts'
import { assignGenerated, generate } from './assign-commands.ts'
import * as commands from './commands.ts'
import { draftDocument, printDraft } from './document.ts'
import { templateBackgroundHandlers } from './event-handlers.ts'
import { templateData } from './personal-data.ts'
import { automaticAmendment, findTemplate, listTemplates, templateDetail, versionToAssign } from './queries.ts'

const templateHandlers: Handlers<typeof templateRoutes> = {
  listTemplates: async ({ tx, query }) => ({ templates: await listTemplates(tx, query.archived === 'true') }),
  getTemplate: ({ tx, params }) => templateDetail(tx, params.id),
  createTemplate: async (call) => templateDetail(call.tx, await commands.createTemplate(call, call.body)),
  saveTemplate: async (call) => {
    await commands.saveTemplate(call, call.params.id, call.body)
    return templateDetail(call.tx, call.params.id)
  },
  archiveTemplate: (call) => commands.archiveTemplate(call, call.params.id),
  confirmReview: async (call) => {
    await commands.confirmReview(call, call.params.id)
    return findTemplate(call.tx, call.params.id)
  },
  getAutomaticAmendment: ({ tx }) => automaticAmendment(tx),
  saveAutomaticAmendment: async (call) => {
    await commands.saveAutomaticAmendment(call, call.body)
    return automaticAmendment(call.tx)
  },
  assignTemplate: async (call) => {
    const { params, body, portal, actor } = call
    const version = await portal.database.asActor(actor, (tx) => versionToAssign(tx, params.id, body.version))
    const results = []
    for (const partnerId of new Set(body.partnerIds)) {
      results.push(await assignOne(call, { partnerId, title: body.title, version: async () => version }))
    }
    return { results }
  },
  /** Missing values are listed in a header, since the answer is the PDF. */
  previewTemplate: async ({ portal, actor, body, reply }) => {
    const { partnerId, language = 'fr', ...written } = body
    const draft = await portal.database.asActor(actor, (tx) =>
      draftDocument(tx, portal.clock.now(), { ...written, language, partner: partnerId ? { id: partnerId } : null }),
    )
    const { pdf, replaced } = await printDraft(portal, draft, { complete: false })
    const report: PreviewReport = { missing: [...draft.missing], replaced: [...replaced] }
    reply
      .header(previewReportHeader, encodeURIComponent(JSON.stringify(report)))
      .header('content-disposition', 'inline; filename="apercu.pdf"')
    return { content: Buffer.from(pdf), mediaType: 'application/pdf' }
  },
}

interface Order extends Omit<Parameters<typeof generate>[2], 'partner'> {
  readonly partnerId: string
}

/** Assigns to one partner in a transaction of its own: a request that is repeated after a crash assigns to nobody twice. */
async function assignOne({ portal, actor, request, reply, key }: OwnCall, { partnerId, ...order }: Order) {
  try {
    const generated = await generate(portal, actor, { ...order, partner: { id: partnerId } })
    const part = key?.part(partnerId) ?? null
    const { id } = await answerOnce(portal, part, reply, (keepAnswer) =>
      withTransaction(
        portal,
        actor,
        async (context) => keepAnswer(context, await assignGenerated(context, generated, partnerId)),
        {
          requestId: request.id,
        },
      ),
    )
    return { partnerId, contractId: id, problem: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { partnerId, contractId: null, problem: error.message }
  }
}

export const templateSlice = slice({
  routes: templateRoutes,
  handlers: templateHandlers,
  background: templateBackgroundHandlers,
  personalData: templateData,
})
