import { personOf } from '#access/server/acting.ts'
import type { OwnCall } from '#platform/server/http/bind.ts'
import { countAttempt } from '#platform/server/http/limits/rate-limits.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import { currentSettings } from '#provider/programme/server/identity-queries.ts'
import { mailErrorText } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { noteTestMail, sendTestMail } from './mail-commands.ts'

const limit = { max: 10, windowSeconds: 900 }

/** Sends a mail to the caller past the queue, so that the answer says what the mail server said; keeps it. */
export async function testMail({ portal, actor, request }: OwnCall): Promise<{ sentTo: string; error: string | null }> {
  const { userId } = personOf({ actor })
  await countAttempt(portal, [{ key: `test mail ${userId}`, ...limit, words: m.pleaseWait() }])
  const { settings, person } = await portal.database.asActor(actor, async (tx) => ({
    settings: await currentSettings(tx),
    person: await tx
      .selectFrom('profiles')
      .select(['full_name', 'email'])
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow(),
  }))
  const error = await sendTestMail(portal, { name: person.full_name, address: person.email }, settings)
  await withTransaction(portal, actor, (context) => noteTestMail(context, error), { requestId: request.id })
  return { sentTo: person.email, error: error && mailErrorText(error) }
}
