import { sql } from 'kysely'
import { staff } from '#access/domain/audience.ts'
import { ownsAddress } from '#accounts/people/server/queries.ts'
import { addPerson } from '#partners/partners/server/commands.ts'
import { fieldRefusal } from '#platform/domain/refusal.ts'
import type { CallerContext } from '#platform/server/http/as-system.ts'
import { m } from '../messages/messages.ts'
import type { LockedPartner } from './team-guards.ts'

interface Invited {
  readonly userId: string
  /** Whether the address is somebody else's: nobody gets a link then, and the owner who invites does not learn of it. */
  readonly isHeld: boolean
}

/** Adds somebody whom an owner invites. Refuses `email_taken` for an address of the company, whose people the owner sees. */
export async function addColleague(
  context: CallerContext,
  { id, company }: LockedPartner,
  { email: typed, fullName }: { readonly email: string; readonly fullName: string },
): Promise<Invited> {
  const email = typed.toLowerCase()
  const colleague = await context.tx
    .selectFrom('partner_members as m')
    .innerJoin('profiles as p', 'p.user_id', 'm.person_id')
    .select('p.user_id')
    .where('m.partner_id', '=', id)
    .where('m.until', 'is', null)
    .where('p.email', '=', email)
    .executeTakeFirst()
  if (colleague) throw fieldRefusal('email', m.addressOfColleague({ email }), 'email_taken')
  const form = { email, fullName, company }
  const isTaken = sql<boolean>`exists (
    select from profiles p where p.email = ${email} and p.deleted_at is null and ${ownsAddress})`
  // Somebody may get the address between the look and the change.
  const added = (await addPerson(context, form, isTaken)) ?? (await addPerson(context, form, sql.lit(true)))
  if (!added) throw new Error('a person whose address is taken was not added')
  return { userId: added.userId, isHeld: added.isTaken }
}

/** Gives somebody invited their address if whoever had it has left it. Returns whether their invitation is held still. */
export async function staysHeld({ tx }: CallerContext, personId: string): Promise<boolean> {
  const { owns } = await tx
    .selectNoFrom((select) => select.fn<boolean>('app.take_address', [select.val(personId)]).as('owns'))
    .executeTakeFirstOrThrow()
  return !owns
}

/** What the histories of staff and their programs are told of a held invitation, and no partner. */
export const heldEvent = (partnerId: string, personId: string) =>
  ({ name: 'invitation.held', subjectId: personId, audience: staff, partnerId }) as const
