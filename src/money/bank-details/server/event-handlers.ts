import { readReceiver } from '#communication/notifications/server/queries.ts'
import { pagePaths } from '#platform/domain/page-paths.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { EventHandlerContext, EventHandlers, EventRecord } from '#platform/server/events/event-record.ts'
import type { Email } from '#platform/server/mail/email.ts'
import { frenchMoment } from '#platform/server/mail/french-dates.ts'
import { type BankDetail, ibanHeldUntil, recentIbanHours } from '../domain/bank-details.ts'
import { readMask } from './iban-encryption.ts'
import { presentAccountAnswer } from './present.ts'

/** Notifies the owner of every change, so that fraud does not go unnoticed, and of how the bank spells the holder. */
export const paymentEventHandlers: EventHandlers = {
  'payment_info.saved': bankDetailsEmail,
  'payment_info.name_differs': bankNameEmail,
}

const names: Readonly<Record<BankDetail, string>> = {
  company: 'société',
  iban: 'IBAN',
  address: 'adresse',
  country: 'pays',
  accountHolder: 'titulaire du compte',
  postalAddress: 'adresse du titulaire',
}
const list = new Intl.ListFormat('fr-FR')

/** Confirmation for the first save, warning for later changes, nothing if unchanged. */
async function bankDetailsEmail(
  event: EventRecord<'payment_info.saved'>,
  { tx, config, settings }: EventHandlerContext,
): Promise<Email[]> {
  const { changed, ibanChecksOut } = event.after
  if (!event.partnerId || changed.length === 0) return []
  const to = await readReceiver(tx, event.partnerId)
  const when = frenchMoment(event.occurredAt, settings.timeZone)
  const contact = settings.contactEmail || settings.providerName
  const isFirst = !(await savedBefore(tx, event))
  const from = frenchMoment(ibanHeldUntil(event.occurredAt), settings.timeZone)
  return [
    {
      kind: 'bank_details_changed',
      to,
      subject: isFirst ? 'Vos coordonnées bancaires sont enregistrées' : 'Vos coordonnées bancaires ont été modifiées',
      paragraphs: [
        `Bonjour ${to.name},`,
        isFirst
          ? `Vos coordonnées bancaires ont été enregistrées le ${when}.` +
            (ibanChecksOut ? ' Vos commissions y seront versées.' : '')
          : `Vos coordonnées bancaires ont été modifiées le ${when}. Ce qui a changé : ` +
            `${list.format(changed.map((name) => names[name]))}.`,
        ...(changed.includes('iban') ? replaced(event, config) : []),
        // Warning and promise never stand together: nothing is paid to an IBAN that is wrong, on no day.
        ...(ibanChecksOut ? (changed.includes('iban') ? [held(from, isFirst)] : []) : [wrongIban]),
      ],
      button: { label: 'Vérifier mes coordonnées', url: `${config.publicUrl}${pagePaths.paymentInfo}` },
      closing:
        `Si ce n’était pas vous, changez votre mot de passe et contactez ${contact} sans attendre. Ce ` +
        'message de sécurité est toujours envoyé.',
    },
  ]
}

/** Names the replaced and the new account by the last four characters of the IBAN: a mail never has more of it. */
function replaced({ after, subjectId }: EventRecord<'payment_info.saved'>, config: EventHandlerContext['config']): string[] {
  if (!after.replacedIban || !subjectId) return []
  const { maskBefore, maskAfter } = after.replacedIban
  const endOf = (mask: string | null) => readMask(config, subjectId, mask)?.slice(-4)
  const [before, now] = [endOf(maskBefore), endOf(maskAfter)]
  if (!now) return []
  return [
    before
      ? `L’ancien IBAN se terminait par ${before}, le nouveau se termine par ${now}.`
      : `Le nouvel IBAN se termine par ${now}.`,
  ]
}

const wrongIban =
  'Attention : la clé de contrôle de cet IBAN ne correspond pas, ou il n’a pas la longueur de son pays. ' +
  'Rien n’y sera versé tant qu’il n’est pas corrigé : comparez-le avec votre RIB.'

function held(from: string, isFirst: boolean): string {
  const account = isFirst ? 'ce compte' : 'ce nouveau compte'
  return `Par sécurité, rien n’est versé sur ${account} pendant ${recentIbanHours} heures : les versements commencent le ${from}.`
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
async function bankNameEmail(
  event: EventRecord<'payment_info.name_differs'>,
  { tx, config }: EventHandlerContext,
): Promise<Email[]> {
  if (!event.partnerId) return []
  const row = await tx
    .selectFrom('payment_infos as b')
    .innerJoin('bank_account_answers as a', 'a.partner_id', 'b.partner_id')
    .select(['b.account_holder', 'a.refused_on', 'a.refused_reason', 'a.payee_match', 'a.payee_name'])
    .where('b.partner_id', '=', event.partnerId)
    .executeTakeFirst()
  const payee = row && presentAccountAnswer(row).payee
  if (payee?.match !== 'close_match') return []
  const to = await readReceiver(tx, event.partnerId)
  return [
    {
      kind: 'account_name_differs',
      to,
      subject: 'Le nom de votre compte bancaire diffère légèrement',
      paragraphs: [
        `Bonjour ${to.name},`,
        'Avant de vous verser vos commissions, la banque a comparé le titulaire que vous avez indiqué avec celui de votre ' +
          'compte : les deux noms se ressemblent sans être identiques.',
        ...(payee.bankName ? [`Orthographe de votre banque : ${payee.bankName}.`] : []),
        'Vous pouvez la reprendre d’un clic dans vos coordonnées bancaires. Sans cela, un virement peut être retardé ou refusé.',
      ],
      button: { label: 'Mes coordonnées bancaires', url: `${config.publicUrl}${pagePaths.paymentInfo}` },
    },
  ]
}
