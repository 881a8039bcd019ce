import { createHash } from 'node:crypto'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import { clientNotice } from '#leads/notices/server/queries.ts'
import { writtenIn } from '#platform/domain/languages.ts'
import type { Config } from '#platform/server/config.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { linkFreeMail } from '#platform/server/mail/link-free-mail.ts'
import { renderText, unsubscribeChoice } from '#platform/server/mail/mail-content.ts'
import { receiverReading } from '#platform/server/reading/person-reading.ts'
import { readAs } from '#platform/server/reading/reading.ts'
import { currentSettings } from '#provider/programme/server/identity-queries.ts'
import type { ClientConfirmation } from '../api.ts'
import { clientMail } from './client-mail.ts'

/** Stands in for the client's token, since anybody who has the token can answer. */
const noToken = '…'

/** The lead whose client is asked, as the caller sees it. */
export interface AskedLead {
  readonly partner_id: string
  readonly name: string
  readonly company: string
  readonly email: string
}

/** The mail that the client of a lead would get now, in the client's language, to be read before it is sent. */
export async function shownMail(
  tx: Tx,
  config: Pick<Config, 'publicUrl'>,
  lead: AskedLead,
  isLeft: boolean,
): Promise<NonNullable<ClientConfirmation['mail']>> {
  const [settings, partner] = await Promise.all([
    currentSettings(tx),
    tx
      .selectFrom(partnerContacts.as('p'))
      .select('full_name')
      .where('partner_id', '=', lead.partner_id)
      .executeTakeFirstOrThrow(),
  ])
  const reading = await receiverReading(tx, null)
  const notice = await clientNotice(tx, writtenIn(reading))
  const { mail, text } = readAs(reading, () => {
    const written = clientMail(config, settings, { ...lead, isLeft, partner: partner.full_name, notice }, noToken)
    const mail = linkFreeMail(written, settings)
    return { mail, text: renderText(mail, settings, unsubscribeChoice(mail)) }
  })
  const digest = createHash('sha256').update([mail.to.address, mail.subject, text].join('\n')).digest('base64url')
  return { to: mail.to.address, subject: mail.subject, text, digest }
}
