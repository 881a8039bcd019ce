import * as z from 'zod/mini'
import { partnerAbilities } from '#access/domain/abilities.ts'
import { startedPages } from '#access/domain/pages-in-use.ts'
import { route } from '#platform/api/route.ts'
import { id, time } from '#platform/api/shapes.ts'
import { languages } from '#platform/domain/languages.ts'
import { partnerRole, role, staffRole } from './person-shapes.ts'

export const language = z.enum(languages)

/** The signed-in person. */
export const me = z.object({
  id,
  /** Names the session and whom it stands for, and is no secret: tabs share what is of this session alone. */
  session: z.string(),
  email: z.string(),
  fullName: z.string(),
  company: z.string(),
  role,
  /** The language that the portal is read in: one’s own, or the portal’s. */
  language,
  /** The language that one has chosen; null: as the portal is. */
  ownLanguage: z.nullable(language),
  /** Null for partners. */
  staffRole: z.nullable(staffRole),
  /** Staff are always treated as signed. */
  contractSigned: z.boolean(),
  twoFactorEnabled: z.boolean(),
  /** Whether a passkey can serve as a proof. */
  hasPasskey: z.boolean(),
  /** An announcement is shown until it is read. */
  hasAnnouncement: z.boolean(),
  /** What has something to show; tabs and buttons of the others wait for their first record. */
  inUse: z.array(z.enum(startedPages)),
  /** What somebody of a partner is there, and may; null for staff. */
  partner: z.nullable(
    z.object({
      id,
      role: partnerRole,
      abilities: z.array(z.enum(partnerAbilities)),
      /** Whether there are other people, or may be. */
      hasTeam: z.boolean(),
    }),
  ),
  /** The member of staff who views the portal as this partner, and the end of the view; null outside a view. */
  view: z.nullable(z.object({ by: z.string(), until: time })),
})
export type Me = z.infer<typeof me>

/** That access has ended: when, and at which company where others brought that here. */
const endedAccess = z.object({ at: time, company: z.nullable(z.string()) })
export type EndedAccess = z.infer<typeof endedAccess>

export const sessionRoutes = {
  currentSession: route('GET', '/session', {
    summary: 'Who is signed in with this cookie; null for nobody',
    who: 'anyone',
    transaction: 'own',
    ownership: 'account',
    returns: z.object({
      me: z.nullable(me),
      /** To a browser that has signed in before. */
      ended: z.optional(endedAccess),
    }),
  }),
  signOut: route('DELETE', '/session', {
    summary: 'End this session on the server',
    who: 'anyone',
    transaction: 'own',
    ownership: 'account',
    duringView: 'allowed',
  }),
}
