import * as z from 'zod/mini'
import { route } from './route.ts'

const partHealth = z.object({ ok: z.boolean(), detail: z.optional(z.string()) })

/** Facts about the server for its operator and for authors of clients. No route here looks the caller up in the database. */
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
      /** Present if a virus scanner is configured. */
      scanner: z.optional(partHealth),
      /** Present while the operator has closed the portal for everybody. */
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
