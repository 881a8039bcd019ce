import { ownsAddress, partnerName } from '#accounts/people/server/queries.ts'
import { visitorPaths } from '#platform/domain/visitor-paths.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { EventHandlers } from '#platform/server/events/event-record.ts'
import { m } from '../messages/messages.ts'

/** Mail to whoever has the address by which an owner has invited somebody: nobody else learns that they have an account. */
export const teamEventHandlers: EventHandlers = {
  'invitation.held': async ({ subjectId, partnerId, actorId }, { tx, config, settings }) => {
    if (!subjectId || !partnerId) return []
    const holder = await holderOfAddress(tx, subjectId)
    if (!holder) return []
    const { joined_at, ...to } = holder
    const [company, by] = await Promise.all([
      partnerName(tx, partnerId),
      tx.selectFrom('profiles').select('full_name').where('user_id', '=', actorId).executeTakeFirst(),
    ])
    const { providerName, contactEmail } = settings
    const names = { inviter: by?.full_name ?? providerName, company, providerName, contact: contactEmail || providerName }
    return [
      {
        kind: 'invitation_held',
        to,
        subject: m.heldSubject(names),
        paragraphs: [
          m.helloName({ name: to.name }),
          m.heldText(names),
          m.heldElsewhere({ joined: joined_at ? 'yes' : 'no' }),
          m.heldNext(names),
        ],
        ...(joined_at && { button: { label: m.signInByLink(), url: `${config.publicUrl}${visitorPaths.signIn}` } }),
      },
    ]
  },
}

/** Who has the address of somebody who was invited; nobody any more where the invitation was withdrawn or has become one. */
function holderOfAddress(tx: Tx, personId: string) {
  return tx
    .selectFrom('profiles as p')
    .innerJoin('profiles as i', 'i.email', 'p.email')
    .select(['p.user_id as userId', 'p.full_name as name', 'p.email as address', 'p.joined_at'])
    .where('i.user_id', '=', personId)
    .where('i.address_taken', '=', true)
    .where('i.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .where(ownsAddress)
    .executeTakeFirst()
}
