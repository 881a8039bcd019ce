import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { templateRoutes } from '#api/templates.ts'
import type { Actor } from '#domain/actor.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Handlers, OpenHandlers } from '../http/bind.ts'
import { bind, bindOpen } from '../http/bind.ts'
import { answerOnce } from '../http/idempotency.ts'
import type { Portal } from '../portal.ts'
import { withTransaction } from '../transaction.ts'
import { assignGenerated, generate } from './assign.ts'
import * as commands from './commands.ts'
import { registerTemplatePreview } from './preview-route.ts'
import { automaticAmendment, listTemplates, templateDetail, versionToAssign } from './queries.ts'

const { assignTemplate, ...plainRoutes } = templateRoutes
const openRoutes = { assignTemplate }

const templateHandlers: Handlers<typeof plainRoutes> = {
  listTemplates: async ({ tx, query }) => ({ templates: await listTemplates(tx, query.archived === 'true') }),
  getTemplate: ({ tx, params }) => templateDetail(tx, params.id),
  createTemplate: async (call) => templateDetail(call.tx, await commands.createTemplate(call, call.body)),
  saveTemplate: async (call) => {
    await commands.saveTemplate(call, call.params.id, call.body)
    return templateDetail(call.tx, call.params.id)
  },
  archiveTemplate: (call) => commands.archiveTemplate(call, call.params.id),
  getAutomaticAmendment: ({ tx }) => automaticAmendment(tx),
  saveAutomaticAmendment: async (call) => {
    await commands.saveAutomaticAmendment(call, call.body)
    return automaticAmendment(call.tx)
  },
}

interface Caller {
  readonly portal: Portal
  readonly actor: Actor
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}
type Order = Parameters<typeof generate>[2]

/** Assigns to one partner in its own transaction; a repeated request does not assign twice. */
async function assignOne({ portal, actor, request, reply }: Caller, order: Order) {
  const { partnerId } = order
  try {
    const generated = await generate(portal, actor, order)
    const { method, url, body, headers } = request
    const key = headers['idempotency-key']
    const part = { method, url, body, headers: key ? { 'idempotency-key': `${String(key)} ${partnerId}` } : {} }
    const once = await withTransaction(
      portal,
      actor,
      (context) => answerOnce(portal.config, part, reply, context, () => assignGenerated(context, generated)),
      request.id,
    )
    return { partnerId, contractId: (once as { id: string }).id, problem: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { partnerId, contractId: null, problem: error.message }
  }
}

const assignHandlers: OpenHandlers<typeof openRoutes> = {
  assignTemplate: async (call) => {
    const { params, body, portal, actor } = call
    const version = await portal.database.asActor(actor, (tx) => versionToAssign(tx, params.id, body.version))
    const results = []
    for (const partnerId of new Set(body.partnerIds)) {
      results.push(await assignOne(call, { partnerId, title: body.title, version: async () => version }))
    }
    return { results }
  },
}

export function registerTemplates(app: FastifyInstance, portal: Portal): void {
  bind(app, portal, plainRoutes, templateHandlers)
  bindOpen(app, portal, openRoutes, assignHandlers)
  registerTemplatePreview(app, portal)
}
