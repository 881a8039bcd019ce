import { system } from '#access/domain/actor.ts'
import { eventsWithMails, mailsFor } from '#portal/server/mails.ts'
import type { TestApp } from './test-app.ts'

/** What others may be called, and write, to have the portal mail a link of theirs. */
const hostile = 'https://evil.example/login'

/** Names of people and clients, and what they write; other tests of the portal must have ended. */
const renamed = `
  update leads set name = '${hostile}', notes = '${hostile}';
  update leads set company = 'www.evil.example ' || left(id::text, 30) where id not in (select lead_id from client_confirmations);
  update profiles set full_name = '${hostile}';
  update lead_comments set body = 'Voir evil.example' from profiles p
    join user_roles r on r.user_id = p.user_id where p.user_id = author_id and r.role = 'partner';
  update contracts set decline_reason = '${hostile}' where decline_reason is not null`

/**
 * Gives everybody a name that is a link, and writes the mail of every event there is. Returns the texts that hold it, the kinds
 * of the mails, and how many of them name somebody.
 */
export async function hostileLetters({ portal }: TestApp) {
  await portal.database.asOwner((run) => run(renamed))
  return portal.database.asActor(system, async (tx) => {
    const events = await tx.selectFrom('events').select('id').where('name', 'in', eventsWithMails).execute()
    const linked: string[] = []
    const kinds = new Set<string>()
    let count = 0
    for (const { id } of events) {
      const { mails } = await mailsFor(tx, portal, id)
      for (const { kind, to, subject, paragraphs, closing, links, button } of mails) {
        const texts = [
          to.name,
          subject,
          ...paragraphs,
          closing ?? '',
          button?.label ?? '',
          ...(links ?? []).map(({ text }) => text),
        ]
        kinds.add(kind)
        if (texts.some((text) => text.includes('[lien retiré]'))) count += 1
        linked.push(...texts.filter((text) => text.includes('evil.example')).map((text) => `${kind}: ${text}`))
      }
    }
    return { linked, kinds: [...kinds], count }
  })
}
