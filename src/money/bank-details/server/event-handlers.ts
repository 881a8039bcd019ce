import { pagePaths } from '#access/domain/page-paths.ts'
import { mailToTold } from '#communication/notifications/server/told-queries.ts'
import { currentLanguage, localeOf, texts } from '#platform/domain/languages.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { EventHandlerContext, EventHandlers, EventRecord } from '#platform/server/events/event-record.ts'
import type { MailContent } from '#platform/server/mail/mail-content.ts'
import { mailMoment } from '#platform/server/mail/mail-dates.ts'
import { type BankDetail, ibanHeldUntil, recentIbanHours } from '../domain/bank-details.ts'
import { m } from '../messages/messages.ts'
import { readMask } from './iban-encryption.ts'
import { presentAccountAnswer } from './present.ts'

/** Notifies the owner of every change, so that fraud does not go unnoticed, and of how the bank spells the holder. */
export const paymentEventHandlers: EventHandlers = {
  'payment_info.saved': bankDetailsMail,
  'payment_info.name_differs': bankNameMail,
}

const names: Readonly<Record<BankDetail, string>> = texts({
  company: m.companyName,
  iban: () => 'IBAN',
  address: m.addressName,
  country: m.countryName,
  accountHolder: m.holderName,
  postalAddress: m.holderAddressName,
})

/** Confirmation for the first save, warning for later changes, nothing if unchanged. */
async function bankDetailsMail(
  event: EventRecord<'payment_info.saved'>,
  { tx, config, settings }: EventHandlerContext,
): Promise<MailContent[]> {
  const { changed, ibanChecksOut } = event.after
  if (!event.partnerId || changed.length === 0) return []
  const when = mailMoment(event.occurredAt, settings.timeZone)
  const contact = settings.contactEmail || settings.providerName
  const isFirst = !(await savedBefore(tx, event))
  const from = mailMoment(ibanHeldUntil(event.occurredAt), settings.timeZone)
  return mailToTold(tx, { name: event.name, partnerId: event.partnerId }, (to) => ({
    kind: 'bank_details_changed',
    to,
    subject: isFirst ? m.savedSubject() : m.changedSubject(),
    paragraphs: [
      m.helloName({ name: to.name }),
      isFirst
        ? [m.savedText({ when }), ...(ibanChecksOut ? [m.commissionsGoThere()] : [])].join(' ')
        : m.changedText({
            when,
            what: new Intl.ListFormat(localeOf[currentLanguage()]).format(changed.map((name) => names[name])),
          }),
      ...(changed.includes('iban') ? replaced(event, config) : []),
      // Warning and promise never stand together: nothing is paid to an IBAN that is wrong, on no day.
      ...(ibanChecksOut ? (changed.includes('iban') ? [held(from, isFirst)] : []) : [m.wrongIban()]),
    ],
    button: { label: m.checkMyBankDetails(), url: `${config.publicUrl}${pagePaths.paymentInfo}` },
    closing: m.notYou({ contact }),
  }))
}

/** Names the replaced and the new account by the last four characters of the IBAN: a mail never has more of it. */
function replaced({ after, subjectId }: EventRecord<'payment_info.saved'>, config: EventHandlerContext['config']): string[] {
  if (!after.replacedIban || !subjectId) return []
  const { maskBefore, maskAfter } = after.replacedIban
  const endOf = (mask: string | null) => readMask(config, subjectId, mask)?.slice(-4)
  const [before, now] = [endOf(maskBefore), endOf(maskAfter)]
  if (!now) return []
  return [before ? m.oldAndNewIban({ before, now }) : m.newIbanEnd({ now })]
}

function held(from: string, isFirst: boolean): string {
  const facts = { hours: recentIbanHours, from }
  return isFirst ? m.heldFirst(facts) : m.heldNew(facts)
}

async function savedBefore(tx: Tx, event: EventRecord): Promise<boolean> {
  const earlier = await tx
    .selectFrom('events')
    .select('id')
    .where('name', '=', 'payment_info.saved')
    .where('subject_id', '=', event.subjectId)
    .where('seq', '<', (select) => select.selectFrom('events').select('seq').where('id', '=', event.id))
    .limit(1)
    .executeTakeFirst()
  return earlier !== undefined
}

/** Sends no mail if the partner has taken over the bank's spelling meanwhile. */
async function bankNameMail(
  event: EventRecord<'payment_info.name_differs'>,
  { tx, config }: EventHandlerContext,
): Promise<MailContent[]> {
  if (!event.partnerId) return []
  const row = await tx
    .selectFrom('payment_infos as b')
    .innerJoin('bank_account_answers as a', 'a.partner_id', 'b.partner_id')
    .select(['b.account_holder', 'a.refused_on', 'a.refused_reason', 'a.bank_reasons', 'a.payee_match', 'a.payee_name'])
    .where('b.partner_id', '=', event.partnerId)
    .executeTakeFirst()
  const payee = row && presentAccountAnswer(row).payee
  if (payee?.match !== 'close_match') return []
  return mailToTold(tx, { name: event.name, partnerId: event.partnerId }, (to) => ({
    kind: 'account_name_differs',
    to,
    subject: m.nameDiffersSubject(),
    paragraphs: [
      m.helloName({ name: to.name }),
      m.nameDiffersText(),
      ...(payee.bankName ? [m.bankSpelling({ bankName: payee.bankName })] : []),
      m.takeSpelling(),
    ],
    button: { label: m.myBankDetails(), url: `${config.publicUrl}${pagePaths.paymentInfo}` },
  }))
}
