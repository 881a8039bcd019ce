import * as z from 'zod/mini'
import { leadImportRow } from '#api/lead-import.ts'
import { leadForm } from '#api/leads.ts'
import { readCell, readOffer, readStatus } from '#domain/lead-import.ts'
import type { LeadStatus } from '#domain/leads.ts'
import type { FieldFault } from '#domain/refusal.ts'
import { amountFault, typedEuros } from '#domain/typed-amounts.ts'
import { withScheme } from '#domain/web-address.ts'
import type { ImportWords } from './import-messages.ts'

export type LeadFields = z.output<typeof leadForm>

/** A row without errors of its own; whose lead it is stands as an e-mail, which may be empty. */
export interface ReadLead {
  readonly fields: LeadFields
  readonly status: LeadStatus
  readonly partner: string
}

/** Cells by the name that their field has in the form, whose rules and words they are judged by. */
const cellOf: Readonly<Record<string, string>> = { estimatedAmountCents: 'amount', offerType: 'offer' }

/** Reads one row by the rules of the lead form, and says everything that is wrong with it, one fault a cell. */
export function readRow(given: unknown, words: ImportWords): { lead: ReadLead } | { faults: FieldFault[] } {
  const shaped = z.safeParse(leadImportRow, given)
  if (!shaped.success) return { faults: [{ path: '', message: words.shape }] }
  const row = Object.fromEntries(Object.entries(shaped.data).map(([name, text]) => [name, readCell(text)])) as typeof shaped.data
  const form = z.safeParse(leadForm, {
    name: row.name,
    company: row.company,
    email: row.email,
    phone: row.phone,
    website: withScheme(row.website),
    estimatedAmountCents: typedEuros(row.amount),
    offerType: readOffer(row.offer),
    notes: row.notes,
  })
  const status = readStatus(row.status)
  if (form.success && status) return { lead: { fields: form.data, status, partner: row.partner } }
  const faults = (form.error?.issues ?? []).map(({ path, message }) => {
    const cell = cellOf[String(path[0])] ?? String(path[0])
    return { path: cell, message: unread(cell, row, words) ?? message }
  })
  if (!status) faults.push({ path: 'status', message: words.status(row.status) })
  return { faults: faults.filter((fault, index) => faults.findIndex((each) => each.path === fault.path) === index) }
}

/** The form's words are a partner's, and it has none for an offer that is not one. */
function unread(cell: string, row: { amount: string; offer: string }, words: ImportWords): string | null {
  if (cell === 'amount') return amountFault(typedEuros(row.amount), words.amount)
  if (cell === 'offer' && row.offer !== '') return words.offer(row.offer)
  return null
}
