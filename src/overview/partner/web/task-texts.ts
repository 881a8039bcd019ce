import { daysLeft } from '#leads/registrations/domain/registrations.ts'
import { withReason } from '#money/coming/domain/obstacle-text.ts'
import { formatEuros } from '#platform/domain/money.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import type { PartnerTask } from '../api.ts'
import type { TaskKind } from '../domain/tasks.ts'
import { m } from '../messages/messages.ts'

interface Texts {
  readonly title: string
  readonly button: string
  /** What explains it; empty if the title says it all. */
  readonly hint: string
}

const on = (text: (values: { readonly day: string }) => string, at: string | null) => (at ? text({ day: shortDate(at) }) : '')

/** 'La protection de Fonderie Boyer finit dans 12 jours' */
function ends(subject: string, due: string | null, now: Date): string {
  const days = due ? daysLeft(new Date(due), now) : 0
  return days <= 1 ? m.endsSoon({ subject }) : m.endsInDays({ subject, days })
}

const texts: Readonly<Record<TaskKind, (task: PartnerTask, now: Date) => Texts>> = {
  contract: () => ({ title: m.signContract(), button: m.sign(), hint: '' }),
  amendment: ({ subject, since }) => ({
    title: withReason(m.signAmendment(), subject),
    button: m.sign(),
    hint: on(m.receivedOn, since),
  }),
  mandate: () => ({
    title: m.signMandate(),
    button: m.sign(),
    hint: m.mandateHint(),
  }),
  bank_missing: () => ({ title: m.addBankDetails(), button: m.add(), hint: m.bankDetailsHint() }),
  bank_checksum: () => ({ title: m.correctIban(), button: m.correct(), hint: m.checksumHint() }),
  bank_refused: () => ({ title: m.correctIban(), button: m.correct(), hint: m.accountRefusedHint() }),
  bank_unreadable: () => ({ title: m.enterIbanAgain(), button: m.enter(), hint: m.unreadableHint() }),
  bank_returned: ({ subject, reason }) => ({
    title: m.checkIban(),
    button: m.check(),
    hint: withReason(m.bankReturned({ subject }), reason),
  }),
  bank_name: () => ({
    title: m.checkHolder(),
    button: m.check(),
    hint: m.checkHolderHint(),
  }),
  billing: ({ reason }) => ({ title: m.completeBilling(), button: m.complete(), hint: reason }),
  billing_missing: () => ({
    title: m.chooseBilling(),
    button: m.choose(),
    hint: m.chooseBillingHint(),
  }),
  document_requested: ({ subject, since }) => ({
    title: m.sendDocument({ subject }),
    button: m.send(),
    hint: on(m.requestedOn, since),
  }),
  document_refused: ({ subject, since, reason }) => ({
    title: m.replaceDocument({ subject }),
    button: m.replace(),
    hint: withReason(on(m.refusedOn, since), reason),
  }),
  document_expired: ({ subject, due }) => ({
    title: m.renewDocument({ subject }),
    button: m.renew(),
    hint: on(m.endedOn, due),
  }),
  document_ending: ({ subject, due }) => ({
    title: m.renewDocument({ subject }),
    button: m.renew(),
    hint: on(m.validUntil, due),
  }),
  invoice_missing: ({ subject, since }) => ({
    title: m.sendInvoice({ subject }),
    button: m.send(),
    hint: on(m.statementOf, since),
  }),
  invoice_refused: ({ subject }) => ({
    title: m.sendNewInvoice({ subject }),
    button: m.send(),
    hint: m.invoiceRefusedHint(),
  }),
  statement: ({ subject, due }) => ({
    title: m.acceptStatement({ subject }),
    button: m.view(),
    hint: on(m.acceptedUnanswered, due),
  }),
  dispute: ({ subject, since }) => ({
    title: withReason(m.replyInDispute(), subject),
    button: m.reply(),
    hint: on(m.repliedOn, since),
  }),
  message: ({ subject, since }) => ({
    title: withReason(m.replyToMessage(), subject),
    button: m.open(),
    hint: on(m.receivedOn, since),
  }),
  protection: ({ subject, due }, now) => ({
    title: ends(subject, due, now),
    button: m.extend(),
    hint: on(m.until, due),
  }),
  registration: ({ subject, since }) => ({
    title: m.completeRegistration({ subject }),
    button: m.complete(),
    hint: on(m.incompleteSince, since),
  }),
  announcement: ({ subject }) => ({ title: m.readAnnouncement({ subject }), button: m.open(), hint: '' }),
}

export const taskTexts = (task: PartnerTask, now: Date): Texts => texts[task.kind](task, now)

/** '3 948 € en dépendent'; what hangs on a task before it too is said to be the same. Empty without money. */
export function dependsText({ dependsCents, sharedCents }: Pick<PartnerTask, 'dependsCents' | 'sharedCents'>): string {
  if (dependsCents === 0 && sharedCents === 0) return ''
  if (sharedCents === 0) return m.dependOnIt({ amount: formatEuros(dependsCents) })
  if (dependsCents === 0) return m.sameDependOnIt({ amount: formatEuros(sharedCents) })
  return m.partlyDependOnIt({ amount: formatEuros(dependsCents + sharedCents), counted: formatEuros(sharedCents) })
}
