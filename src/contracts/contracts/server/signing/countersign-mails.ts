import { partnerContacts } from '#accounts/people/server/queries.ts'
import { readReceiver } from '#communication/notifications/server/queries.ts'
import type { EventHandlerContext, EventRecord } from '#platform/server/events/event-record.ts'
import type { MailContent } from '#platform/server/mail/mail-content.ts'
import { m } from '../../messages/messages.ts'
import { countersignDigits } from './countersign-code.ts'

const maxNames = 20

/** The counter-signer's code, with the contracts it is for. */
export async function countersignCodeMail(
  event: EventRecord,
  { tx, config, settings }: EventHandlerContext,
): Promise<MailContent[]> {
  const code = await tx.selectFrom('countersign_codes').selectAll().where('id', '=', event.subjectId).executeTakeFirst()
  if (!code || code.checked_at) return []
  const contracts = await tx
    .selectFrom('signatures as s')
    .innerJoin('contracts as c', 'c.id', 's.contract_id')
    .innerJoin(partnerContacts.as('p'), 'p.partner_id', 'c.user_id')
    .select(['c.title', 'p.full_name'])
    .where('s.id', 'in', code.signature_ids)
    .orderBy('p.full_name')
    .orderBy('c.title')
    .execute()
  const digits = countersignDigits(config, code)
  const to = await readReceiver(tx, code.user_id)
  const titles = contracts.slice(0, maxNames).map(({ title, full_name }) => m.namedContract({ title, name: full_name }))
  const more = contracts.length > maxNames ? [m.andOthers({ count: contracts.length - maxNames })] : []
  return [
    {
      kind: 'signing_code',
      to,
      subject: m.counterCodeSubject({ providerName: settings.providerName }),
      paragraphs: [
        m.helloName({ name: to.name }),
        m.counterCodeText({ providerName: settings.providerName, contracts: [...titles, ...more].join(', ') }),
      ],
      code: digits,
      kept: contracts.map(({ title }) => title),
      closing: m.counterCodeClosing(),
    },
  ]
}
