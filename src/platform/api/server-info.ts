import * as z from 'zod/mini'
import { route } from './route.ts'

const partHealth = z.object({ ok: z.boolean(), detail: z.optional(z.string()) })

/** What the server says of itself, to whoever runs it or writes a client. None of it asks the database who is calling. */
export const serverInfoRoutes = {
  health: route('GET', '/health', {
    summary: 'Whether the portal is well: 503 when its database or its files are not',
    who: 'anyone',
    transaction: 'none',
    ownership: 'public',
    outsideApi: true,
    returns: z.object({
      ok: z.boolean(),
      database: partHealth,
      files: partHealth,
      mail: partHealth,
      signing: partHealth,
      /** Where there is a virus scanner. */
      scanner: z.optional(partHealth),
      /** While the operator has closed the portal for everybody. */
      maintenance: z.optional(z.object({ since: z.string(), message: z.string() })),
    }),
  }),
  openApi: route('GET', '/openapi.json', {
    summary: 'This document',
    who: 'anyone',
    transaction: 'none',
    ownership: 'public',
    answer: 'file',
    mediaType: 'application/json',
  }),
  docs: route('GET', '/docs', {
    summary: 'This document as a page',
    who: 'anyone',
    transaction: 'none',
    ownership: 'public',
    answer: 'file',
    mediaType: 'text/html',
  }),
}
