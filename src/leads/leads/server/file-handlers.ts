import { Refusal } from '#platform/domain/refusal.ts'
import { type Call, type Handlers, slice } from '#platform/server/http/bind.ts'
import { leadFileRoutes } from '../api/lead-files.ts'
import { m } from '../messages/messages.ts'
import { lockLead } from './commands.ts'
import { attachFile, removeFile } from './file-commands.ts'
import { presentLeadFile } from './file-present.ts'
import { findStoredFile, readLeadFiles } from './file-queries.ts'
import { isShown } from './restricted-guards.ts'

async function filesNow({ tx, actor }: Call, leadId: string) {
  return { files: (await readLeadFiles(tx, leadId)).map((row) => presentLeadFile(row, actor, row)) }
}

const leadFileHandlers: Handlers<typeof leadFileRoutes> = {
  addLeadFile: async (call) => {
    const lead = await lockLead(call, call.params.id)
    await attachFile(call, lead, call.body.uploadId)
    return filesNow(call, lead.id)
  },
  leadFile: async ({ portal, actor, session, params }) => {
    const file = await portal.database.asActor(actor, (tx) => findStoredFile(tx, params.id))
    if (!file || !isShown(file, { actor, sessionId: session?.id ?? null })) throw new Refusal('not_found', m.noSuchFile())
    return { file, inline: true, cache: 'private, no-store' }
  },
  removeLeadFile: async (call) => filesNow(call, await removeFile(call, call.params.id)),
}

export const leadFileSlice = slice({ routes: leadFileRoutes, handlers: leadFileHandlers })
