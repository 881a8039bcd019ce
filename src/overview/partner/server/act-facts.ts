import { partnerMay } from '#access/domain/abilities.ts'
import { partnerOf, personOf } from '#access/server/acting.ts'
import { announcementsToRead } from '#communication/announcements/server/queries.ts'
import { unreadMessages } from '#communication/lead-news/server/queries.ts'
import type { ContractType } from '#contracts/contracts/domain/contracts.ts'
import { contractsToSign } from '#contracts/contracts/server/own-queries.ts'
import { registrationsToMind } from '#leads/registrations/server/own-queries.ts'
import { poolOf } from '#money/coming/domain/coming.ts'
import { readOwnComing } from '#money/coming/server/queries.ts'
import { type DisputeToReply, disputesToReply } from '#money/disputes/server/own-queries.ts'
import { type DocumentToSend, documentsToSend } from '#money/vigilance/server/own-queries.ts'
import type { Call } from '#platform/server/http/bind.ts'
import { noonOf } from '#platform/server/provider-calendar.ts'
import { type PartnerTask, partnerTasks, type TaskKind, type WaitingAct } from '../domain/tasks.ts'
import {
  bankActs,
  billingActs,
  type DocumentFacts,
  documentActs,
  type MoneyFacts,
  payoutActs,
  poolId,
} from '../domain/waiting-acts.ts'

const kindOfContract: Readonly<Record<ContractType, TaskKind>> = { main: 'contract', amendment: 'amendment', mandate: 'mandate' }

/** All that the calling partner is waited for. Before the contract is signed, there is nothing else that they may do. */
export async function readTasks(call: Call): Promise<PartnerTask[]> {
  const { tx, now, actor } = call
  const { userId } = personOf(call)
  const isLocked = actor.kind === 'partner' && !actor.contractSigned
  const [contracts, announcements, unlocked] = await Promise.all([
    partnerMay(actor, 'sign') ? contractsToSign(tx, { partnerId: partnerOf(call).id }) : [],
    announcementsToRead(tx, userId, now),
    isLocked ? null : unlockedActs(call),
  ])
  const isMandateMissing = unlocked?.money.terms.undocumented?.code === 'mandate_missing'
  const acts: WaitingAct[] = [
    ...contracts.map(({ id, type, title, since }) => {
      const money = type === 'mandate' && isMandateMissing ? [poolId] : []
      return { kind: kindOfContract[type], id, subject: title, reason: '', since, due: null, money }
    }),
    ...(unlocked?.acts ?? []),
    ...announcements.map(({ id, title, since }) => recordAct('announcement', id, title, since)),
  ]
  return partnerTasks(acts, unlocked?.amounts ?? new Map(), now)
}

const recordAct = (kind: TaskKind, id: string, subject: string, since: Date | null, due: Date | null = null): WaitingAct => ({
  kind,
  id,
  subject,
  reason: '',
  since,
  due,
  money: [],
})

async function unlockedActs(call: Call) {
  const { tx, now, actor } = call
  const { userId } = personOf(call)
  const of = { partnerId: partnerOf(call).id }
  const [read, disputes, documents, registrations, messages] = await Promise.all([
    readOwnComing(call),
    disputesToReply(tx, of),
    documentsToSend(tx, { ...of, now }),
    registrationsToMind(tx, { ...of, now }),
    unreadMessages(tx, { userId }),
  ])
  const { terms, payouts, totals, facts } = read
  const money: MoneyFacts = { terms, payouts, poolCents: Math.max(0, poolOf(totals)) }
  const expectsMoney = totals.length > 0 || payouts.some(({ state }) => state !== 'paid')
  const own = { ...facts, hasBilling: facts.billing !== null, expectsMoney }
  const acts: WaitingAct[] = [
    ...(partnerMay(actor, 'bank') ? [...bankActs(money, own), ...billingActs(money, own)] : []),
    ...(partnerMay(actor, 'money') ? payoutActs(money) : []),
    ...documentActs(
      money,
      documents.map((row) => documentFacts(row, facts.timeZone)),
    ),
    ...disputes.map(disputeAct),
    ...messages.map((row) => recordAct('message', row.lead_id, row.company, row.since)),
    ...(facts.registrations ? registrations : []).map((row) =>
      row.kind === 'ending'
        ? recordAct('protection', row.lead_id, row.company, null, row.protected_until)
        : recordAct('registration', row.lead_id, row.company, row.since),
    ),
  ]
  const amounts = new Map([
    [poolId, money.poolCents],
    ...payouts.filter(({ state }) => state !== 'paid').map(({ id, netCents }) => [id, netCents] as const),
    ...disputes.flatMap(({ commission_id, amount_cents, payout_id, paid }) =>
      commission_id && !payout_id && !paid ? [[commission_id, amount_cents ?? 0] as const] : [],
    ),
  ])
  return { acts, amounts, money }
}

function documentFacts(row: DocumentToSend, zone: string): DocumentFacts {
  const { kind, label, state, counts, requested_at, refused_at, reason, ends_on } = row
  const since = state === 'requested' ? requested_at : state === 'refused' ? refused_at : null
  return {
    kind,
    label,
    state,
    counts,
    since,
    endsAt: ends_on ? noonOf(ends_on, zone) : null,
    reason: (state === 'refused' && reason) || '',
  }
}

/** A contested commission waits for the end of its dispute, or the payout that it is in does. */
function disputeAct({ id, about, since, commission_id, payout_id }: DisputeToReply): WaitingAct {
  const amount = payout_id ?? commission_id
  return { kind: 'dispute', id, subject: about ?? '', reason: '', since, due: null, money: amount ? [amount] : [] }
}
