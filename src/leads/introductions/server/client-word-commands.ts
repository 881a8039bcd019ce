import { createHash } from 'node:crypto'
import { ofPartner } from '#access/domain/audience.ts'
import { closedObstacle, maxClientMails } from '#leads/client-confirmations/domain.ts'
import { claimClientMail, denialOf } from '#leads/client-confirmations/server/client-address-commands.ts'
import { mailedNow } from '#leads/client-confirmations/server/commands.ts'
import { currentConfirmation, isDeniedFor } from '#leads/client-confirmations/server/queries.ts'
import type { Config } from '#platform/server/config.ts'
import { newId } from '#platform/server/ids.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { OpenLink } from './queries.ts'

/** What a client left that is not in the fields of the lead, which existed before. */
export interface LeftDetails {
  readonly message: string
  /** '' where the lead has the same. */
  readonly nameLeft: string
  readonly phoneLeft: string
  /** False where the lead has an offer that nobody chose. */
  readonly isOfferChosen: boolean
}

interface LeftWord extends LeftDetails {
  readonly leadId: string
  readonly email: string
  readonly company: string
  readonly consent: string
}

/** A second form about the same lead within this time has no mail of its own. */
const quietMs = 3_600_000

/**
 * Records on the lead that its client has left their details, and asks the client by mail to confirm. Earlier answers stay, and
 * a client who denied gets no mail: the partner could fill in the form to hide the denial.
 */
export async function recordWord(
  context: TransactionContext,
  secret: Pick<Config, 'secret'>,
  { partnerId }: OpenLink,
  { leadId, email, company, message, nameLeft, phoneLeft, isOfferChosen, consent }: LeftWord,
): Promise<void> {
  const { tx, now } = context
  // An existing lead is locked before its client's answers are read.
  const { status, state } = await tx
    .selectFrom('leads as l')
    .innerJoin('lead_registrations as r', 'r.lead_id', 'l.id')
    .select(['l.status', 'r.state'])
    .where('l.id', '=', leadId)
    .forUpdate('l')
    .executeTakeFirstOrThrow()
  const current = await currentConfirmation(tx, leadId)
  const left = {
    left_at: now,
    consent_text: consent,
    consent_sha256: createHash('sha256').update(consent).digest('hex'),
    message,
    name_left: nameLeft,
    phone_left: phoneLeft,
    offer_chosen: isOfferChosen,
  }
  const isDenied = await isDeniedFor(tx, secret, { id: leadId, partner_id: partnerId, email })
  const wasMailed = current?.mailed_at && now.getTime() - current.mailed_at.getTime() < quietMs
  const isOpen = closedObstacle(status, state) === null && !isDenied && !current?.answer
  const mayMail = email !== '' && isOpen && !wasMailed && (current?.mails ?? 0) < maxClientMails
  const isMailed = mayMail && (await claimClientMail(tx, secret, { partnerId, email }, now))
  const mailed = isMailed ? { mails: (current?.mails ?? 0) + 1, ...mailedNow(now) } : {}
  const id = current?.id ?? newId()
  if (current) {
    await tx
      .updateTable('client_confirmations')
      .set({ ...left, ...mailed })
      .where('id', '=', id)
      .execute()
  } else {
    // A denial of this partner by the same mailbox holds for the new lead too, also from a lead lost or deleted since.
    const denial = await denialOf(tx, secret, { partnerId, email })
    const denied = denial ? { answer: denial.answer, answered_at: denial.denied_at } : {}
    await tx
      .insertInto('client_confirmations')
      .values({
        id,
        lead_id: leadId,
        partner_id: partnerId,
        email,
        company,
        created_at: now,
        ...left,
        ...mailed,
        ...denied,
      })
      .execute()
  }
  await context.recordEvent({
    name: 'lead.introduced',
    subjectId: leadId,
    audience: ofPartner(partnerId),
    after: { confirmationId: id, isMailed },
  })
}
