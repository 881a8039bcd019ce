import { type FileField, fileFields, fileTitle, ownFileFields } from '#leads/leads/domain/lead-file.ts'
import { textOf, type Words } from '#platform/domain/languages.ts'
import { m } from '../messages/messages.ts'
import type { ImportKind } from './kinds.ts'

/** The fields beside those of a lead that files can hold, as the page and the file of refused rows call them. */
const titles: Readonly<Record<Exclude<ImportKind, 'leads'>, Readonly<Record<string, Words>>>> = {
  partners: {
    email: m.email,
    fullName: m.fullName,
    company: m.company,
    role: m.roleInTeam,
    template: m.contractTemplate,
    state: m.state,
    externalId: m.externalId,
  },
  client_payments: {
    leadId: m.leadId,
    company: m.company,
    email: m.email,
    reference: m.invoice,
    receivedOn: m.date,
    amount: m.netAmount,
    currency: m.currency,
  },
}
const ofLeads: Readonly<Record<string, Words>> = { externalId: m.externalId, currency: m.currency }

const isFileField = (target: string): target is FileField => fileFields.some((field) => field === target)

/** What a field of a kind is called; custom fields have the names that staff give them. */
export function targetTitle(kind: ImportKind, target: string): string {
  if (kind === 'leads') return isFileField(target) ? fileTitle(target) : textOf(ofLeads[target] ?? target)
  return textOf(titles[kind][target] ?? target)
}

/** The fields that files of a kind can hold, in the order in which they are asked for; custom fields stand behind them. */
export function targetsOf(kind: ImportKind, isStaff: boolean): readonly string[] {
  if (kind !== 'leads') return Object.keys(titles[kind])
  return [...(isStaff ? fileFields : ownFileFields), ...Object.keys(ofLeads)]
}
