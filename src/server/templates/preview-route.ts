import type { FastifyInstance } from 'fastify'
import type { PreviewReport } from '#api/templates.ts'
import { previewReportHeader, templatePreviewForm } from '#api/templates.ts'
import { checkWho, parseRequest } from '../http/route-rules.ts'
import type { Route } from '#api/route.ts'
import type * as z from 'zod/mini'
import { actorOf, findSession } from '../http/session.ts'
import type { Portal } from '../portal.ts'
import { draftDocument, printDraft } from './document.ts'

const asked: Route = { method: 'POST', path: '/templates/preview', summary: '', who: 'admin', body: templatePreviewForm }

/** `POST /api/templates/preview`: renders a draft as PDF; a header reports missing values and characters. */
export function registerTemplatePreview(app: FastifyInstance, portal: Portal): void {
  app.post('/api/templates/preview', async (request, reply) => {
    const actor = actorOf(await findSession(portal, request, reply))
    checkWho(asked.who, actor)
    const { body } = parseRequest(asked, request) as { body: z.output<typeof templatePreviewForm> }
    const draft = await portal.database.asActor(actor, (tx) => draftDocument(tx, portal.clock.now(), body))
    const { pdf, replaced } = await printDraft(portal, draft, { complete: false })
    const report: PreviewReport = { missing: [...draft.missing], replaced: [...replaced] }
    return reply
      .header(previewReportHeader, encodeURIComponent(JSON.stringify(report)))
      .header('content-disposition', 'inline; filename="apercu.pdf"')
      .type('application/pdf')
      .send(Buffer.from(pdf))
  })
}
