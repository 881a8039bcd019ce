import * as z from 'zod/mini'
import { id, time } from '#platform/api/shapes.ts'

export const maxPasskeys = 20

const passkey = z.object({
  id,
  name: z.string(),
  /** Whether it is kept by an account of a vendor, on several devices. */
  synced: z.boolean(),
  createdAt: time,
  lastUsedAt: z.nullable(time),
})
export type Passkey = z.infer<typeof passkey>

/** The passkeys of a person, the newest first. */
export const passkeyList = z.object({ passkeys: z.array(passkey) })
