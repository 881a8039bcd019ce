import { type Handlers, slice } from '#platform/server/http/bind.ts'
import { registerRoutes } from '../api.ts'
import { recordMarkdown, recordSections } from '../domain/record.ts'
import { processingRecord } from './queries.ts'

const handlers: Handlers<typeof registerRoutes> = {
  processingRecord: ({ tx, portal }) => processingRecord(tx, portal),
  processingRecordFile: async ({ tx, portal }) => ({
    content: recordMarkdown(recordSections(await processingRecord(tx, portal))),
    mediaType: 'text/markdown; charset=utf-8',
  }),
}

export const registerSlice = slice({ routes: registerRoutes, handlers })
