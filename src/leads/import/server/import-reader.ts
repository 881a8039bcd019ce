import * as z from 'zod/mini'
import { type LeadInput, leadForm } from '#leads/leads/api/leads.ts'
import { type LeadField, mapLeadFields } from '#leads/leads/domain/lead-fields.ts'
import { parseLeadField } from '#leads/leads/domain/lead-input.ts'
import type { NamedOffer } from '#leads/offers/domain/offers.ts'
import type { FieldError } from '#platform/domain/refusal.ts'
import { amountError, amountMessages, quoted } from '#platform/domain/typed-amounts.ts'
import { leadImportRow } from '../api.ts'
import { type FileField, fileFieldOf, mapFileFields } from '../domain/lead-file.ts'
import { type NamedStage, readCell, readOffer, readStatus } from '../domain/lead-import.ts'
import { m } from '../messages/messages.ts'

/** A valid row; `partner` is the e-mail of the lead's partner, empty if the row names none. */
export interface ParsedLead {
  readonly fields: LeadInput
  readonly status: string
  readonly partner: string
}

const ofAmount = amountMessages(m.amountSubject)

/** What a file may call offers and stages. */
interface KnownNames {
  readonly offers: readonly NamedOffer[]
  /** Those of the board, in its order. */
  readonly stages: readonly NamedStage[]
}

type Cells = Readonly<Record<FileField, string>>

/** Parses and validates one row by the rules of the lead form. Reports every error, at most one per field. */
export function parseRow(rowInput: unknown, { offers, stages }: KnownNames): { lead: ParsedLead } | { errors: FieldError[] } {
  const row = z.safeParse(leadImportRow, rowInput)
  if (!row.success) return { errors: [{ path: '', message: m.rowUnreadable() }] }
  const cells: Cells = mapFileFields((field) => readCell(row.data[field]))
  const offer = readOffer(cells.offer, offers)
  const toValue = (field: LeadField) =>
    field === 'offerType' ? openKey(offer) : parseLeadField(field, cells[fileFieldOf(field)])
  const input = mapLeadFields(toValue)
  const form = z.safeParse(leadForm, input)
  const status = readStatus(cells.status, stages)
  if (form.success && status) return { lead: { fields: form.data, status, partner: cells.partner } }
  const errors: FieldError[] = (form.error?.issues ?? []).map(({ path, message }) => {
    const field = path[0] as LeadField
    return { path: fileFieldOf(field), message: importMessage(field, input[field], cells, offer) ?? message }
  })
  if (!status) errors.push({ path: 'status', message: m.statusUnknown({ text: quoted(cells.status) }) })
  return { errors: errors.filter((error, index) => errors.findIndex((each) => each.path === error.path) === index) }
}

/** New leads take no offer that is put away. */
const openKey = (offer: NamedOffer | null) => (offer?.isOpen ? offer.key : null)

/** Replaces the form's message, which does not say what is wrong with an offer. */
function importMessage(field: LeadField, value: unknown, cells: Cells, offer: NamedOffer | null): string | null {
  if (field === 'estimatedAmountCents') return amountError(value, ofAmount)
  if (field !== 'offerType' || cells.offer === '') return null
  const text = quoted(cells.offer)
  return offer ? m.offerPutAway({ text }) : m.offerUnknown({ text })
}
