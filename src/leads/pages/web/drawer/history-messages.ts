import { nameOf } from '#accounts/people/domain.ts'
import type { FieldValue } from '#leads/fields/domain/fields.ts'
import { valueText } from '#leads/fields/web/value-field.ts'
import { type LeadWords, stageName } from '#leads/lead-settings/web/data.ts'
import type { TimelineEntry } from '#leads/leads/api/lead-thread.ts'
import type { ClientAnswer } from '#leads/leads/domain/leads.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { m } from '../../messages/messages.ts'
/** One line per changed field: 'Téléphone : — → 06 12 34 56 78'. */
export function changeLines({ what, changes, ownChanges = [] }: TimelineEntry, { fields }: LeadWords): string[] {
  if (what !== 'lead.changed' && what !== 'lead.moved') return []
  // The sentence of a move names its stages, which are no field.
  const told = [...changes.map(({ field: key, ...change }) => ({ key, ...change })), ...ownChanges]
  return told.flatMap(({ key, before, after }) => {
    const field = fields.find((each) => each.key === key)
    const text = (value: FieldValue | null) => (field && value !== null && value !== '' ? valueText(field, value) : '—')
    return field ? [m.fieldChange({ field: field.name, from: text(before), to: text(after) })] : []
  })
}

const answerSentences: Readonly<Record<string, string>> = {
  yes: m.clientConfirmed(),
  other: m.clientAnsweredOther(),
  no: m.clientAnsweredNo(),
  never: m.clientAnsweredNever(),
} satisfies Record<ClientAnswer, string>

const withNote = (sentence: string, note: string) => (note ? m.withNote({ sentence, note }) : sentence)

function basisText(basis: string): string {
  if (basis === 'cash') return m.basisClientPayment()
  return basis === 'signature' ? m.basisValidation() : m.basisProgramme()
}

/** The sentence for a move between stages. */
function moveSentence(entry: TimelineEntry, who: string, words: LeadWords): string {
  const [from, to] = entry.changes
    .filter(({ field }) => field === 'status')
    .flatMap(({ before, after }) => [before, after].map((key) => stageName(words.stages, String(key))))
  const move = { who, from: from ?? '', to: to ?? '' }
  return entry.note ? m.leadMovedBecause({ ...move, note: entry.note }) : m.leadMovedTo(move)
}

/** The sentence for one entry of a lead's history. */
export function sentenceOf(entry: TimelineEntry, words: LeadWords): string {
  const who = entry.who ? nameOf(entry.who) : m.thePortal()
  const amount = entry.amountCents === null ? '' : formatEurosExact(entry.amountCents)
  switch (entry.what) {
    case 'lead.created':
      return m.leadRecorded({ who })
    case 'lead.changed':
      return m.leadChanged({ who })
    case 'lead.moved':
      return moveSentence(entry, who, words)
    case 'lead.loss_explained':
      return m.lossExplained({ who, note: entry.note })
    case 'lead.file_added':
      return m.fileAdded({ who, note: entry.note })
    case 'lead.file_removed':
      return m.fileRemoved({ who, note: entry.note })
    case 'lead.introduced':
      return m.clientLeftDetails()
    case 'lead.client_asked':
      return m.clientAsked({ who })
    case 'lead.client_answered':
      return answerSentences[entry.note] ?? m.clientAnswered()
    case 'lead.signed':
      return m.leadIsSigned()
    case 'lead.duplicate_cleared':
      return m.duplicateCleared({ who })
    case 'commission.created':
      return m.commissionCreated({ amount })
    case 'commission.corrected':
      return m.commissionCorrected({ who, amount })
    case 'commission.validated':
      return m.commissionValidated({ who, amount })
    case 'commission.paid':
      return m.commissionPaid({ who, amount })
    case 'commission.removed':
      return m.commissionRemoved({ amount })
    case 'commission.reversed':
      return m.commissionClawedBack({ who, amount })
    case 'commission.held':
      return m.commissionHeld({ who, amount })
    case 'commission.released':
      return m.commissionReleased({ who, amount })
    case 'commission.remainder_changed':
      return m.remainderExpected({ amount })
    case 'client_payment.recorded':
      return m.clientPaymentRecorded({ who, amount, note: entry.note })
    case 'client_payment.refunded':
      return m.clientRefundRecorded({ who, amount, note: entry.note })
    case 'lead.remainder_closed':
      return m.remainderClosed({ who, amount, note: entry.note })
    case 'lead.basis_changed':
      return m.basisChanged({ who, note: basisText(entry.note) })
    case 'lead.client_left':
      return withNote(m.clientLeft({ who }), entry.note)
    case 'lead.earnings_ended':
      return m.earningsEnded({ who })
    case 'lead.handed_over':
      return withNote(m.handedOver(), entry.note)
    case 'lead.shared':
      return m.leadShared({ who, note: entry.note })
    case 'lead.share_ended':
      return m.leadShareEnded({ who, note: entry.note })
    case 'lead.passed':
      return entry.note ? m.leadPassedTo({ who, name: entry.note }) : m.leadPassed({ who })
    case 'registration.accepted':
      return withNote(m.registrationAccepted({ who }), entry.note)
    case 'registration.refused':
      return withNote(m.registrationRefused({ who }), entry.note)
    case 'registration.merged':
      return withNote(m.registrationMerged({ who }), entry.note)
    case 'registration.confirmed':
      return withNote(m.registrationConfirmed({ who }), entry.note)
    case 'registration.resubmitted':
      return m.registrationResubmitted()
    case 'registration.appealed':
      return withNote(m.anotherLookAskedFor({ who }), entry.note)
    case 'registration.extension_asked':
      return withNote(m.extensionAskedFor({ who }), entry.note)
    case 'registration.extension_granted':
      return withNote(m.extensionGranted({ who }), entry.note)
    case 'registration.extension_refused':
      return withNote(m.extensionRefused({ who }), entry.note)
    case 'registration.expired':
      return m.protectionEnded()
    case 'dispute.opened':
      return amount ? m.commissionDisputed({ who, amount }) : m.missingCommissionReported({ who })
    case 'dispute.answered':
      return m.disputeAnswered({ who })
    case 'dispute.replied':
      return m.disputeReplied({ who })
    case 'dispute.corrected':
      return m.disputeCorrected({ who })
    case 'dispute.upheld':
      return m.disputeRejected({ who })
    case 'dispute.withdrawn':
      return m.disputeWithdrawn({ who })
  }
}
