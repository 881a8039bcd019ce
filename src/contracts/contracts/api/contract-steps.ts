import * as z from 'zod/mini'
import { mailKinds } from '#communication/notifications/domain/notifications.ts'
import { id, time } from '#platform/api/shapes.ts'
import { sessionMethods } from '#platform/domain/session-methods.ts'
import { stepNames } from '../domain/signing.ts'

export const contractStep = z.object({
  id,
  name: z.enum(stepNames),
  at: time,
  /** Null for the portal itself. */
  by: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** For a document that was opened in the page: the pages of its PDF that were on the screen so far. */
  pages: z.nullable(z.object({ shown: z.array(z.int()), of: z.int() })),
  /** For a document that was opened as text: the hash of the text, and the parts of it that were on the screen so far. */
  text: z.nullable(z.object({ sha256: z.string(), shown: z.array(z.int()), of: z.int() })),
  /**
   * The client that took the step, and how its session was opened. Null for steps of the portal itself and, to a partner, for
   * steps of other people.
   */
  origin: z.nullable(z.object({ address: z.string(), agent: z.string(), method: z.nullable(z.enum(sessionMethods)) })),
})

/** A mail about a contract, and what the mail server said when it took it. */
export const contractMail = z.object({
  kind: z.enum(mailKinds),
  recipient: z.string(),
  messageId: z.nullable(z.string()),
  /** Null while it waits. */
  handedOverAt: z.nullable(time),
  /** Null where mail is written to files. */
  response: z.nullable(z.string()),
  /** When it was given up. */
  failedAt: z.nullable(time),
})
