import * as z from 'zod/mini'
import { type Pace, route } from '#platform/api/route.ts'
import { anyText, count, id } from '#platform/api/shapes.ts'
import {
  type InvitationField,
  invitationBatch,
  invitationColumns,
  invitationOutcomes,
  maxInvitationRows,
} from '../domain/invitation-file.ts'

/** A file of a thousand rows takes twenty requests: three such files an hour. */
const invitationPace: Pace = { max: 60, windowSeconds: 3600 }

const cell = z._default(anyText().check(z.maxLength(1000)), '')
const row = z.strictObject(
  Object.fromEntries(invitationColumns.fields.map((field) => [field, cell])) as Record<InvitationField, typeof cell>,
)
const rows = (max: number) => z.strictObject({ rows: z.array(row).check(z.minLength(1), z.maxLength(max)) })

const checkedRow = z.object({
  index: count,
  outcome: z.enum(invitationOutcomes),
  /** Reasons. `path` is the field, or empty for the whole row. */
  messages: z.array(z.object({ path: z.string(), message: z.string() })),
  /** Who was invited; null for the other rows. */
  partnerId: z.nullable(id),
  /** The template that the row names; null for none. It is assigned by the template's own route. */
  templateId: z.nullable(id),
})
export type CheckedInvitation = z.infer<typeof checkedRow>

const report = z.object({ rows: z.array(checkedRow) })

export const partnerImportRoutes = {
  checkInvitations: route('POST', '/invitations/import/check', {
    summary: 'What inviting the partners of these rows would do: nothing is written and no mail sent',
    who: 'admin',
    right: 'partners',
    unkeyed: 'readsOnly',
    heavy: true,
    body: rows(maxInvitationRows),
    returns: report,
  }),
  importInvitations: route('POST', '/invitations/import', {
    summary: 'Invite the partners of these rows: those that are valid, and nobody who has an account or an invitation already',
    who: 'admin',
    right: 'partners',
    heavy: true,
    adds: true,
    pace: invitationPace,
    body: rows(invitationBatch),
    returns: report,
  }),
}
