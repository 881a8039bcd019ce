import * as z from 'zod/mini'
import { parseFieldText, valueError } from '#leads/fields/domain/field-value.ts'
import { type FieldValue, isFromBeginning, isRequiredIn, namesOf } from '#leads/fields/domain/fields.ts'
import {
  type CustomField,
  customFields,
  missingErrors,
  missingFields,
  type Side,
  unreachableErrors,
} from '#leads/fields/server/field-guards.ts'
import type { FieldRow } from '#leads/fields/server/queries.ts'
import { emptyMessage, type LeadInput, leadFormOf, type OpenLeadInput } from '#leads/leads/api/leads.ts'
import { isBuiltIn, type LeadField, mapLeadFields, requiredLeadFields } from '#leads/leads/domain/lead-fields.ts'
import { type FileField, fileFieldOf, mapFileFields } from '#leads/leads/domain/lead-file.ts'
import { parseLeadField } from '#leads/leads/domain/lead-input.ts'
import { wholePhone } from '#leads/leads/domain/whole-phone.ts'
import type { NewValues } from '#leads/leads/server/custom-value-commands.ts'
import type { NamedOffer } from '#leads/offers/domain/offers.ts'
import { damagedCells } from '#platform/domain/damaged-cells.ts'
import { normalizeTitle, readCell } from '#platform/domain/file-columns.ts'
import { ownValue } from '#platform/domain/keys.ts'
import type { FieldError } from '#platform/domain/refusal.ts'
import { amountError, amountMessages, quoted } from '#platform/domain/typed-amounts.ts'
import { leadRow } from '../api.ts'
import { type NamedStage, readOffer, readStatus } from '../domain/lead-values.ts'
import { m } from '../messages/messages.ts'

/** A valid row; `partner` is the e-mail of the lead's partner, empty if the row names none. */
export interface ParsedLead {
  readonly fields: LeadInput
  readonly status: string
  readonly partner: string
  /** Values of custom fields. */
  readonly custom: NewValues
  /** What was read otherwise than it stands in the file. */
  readonly remarks: readonly FieldError[]
}

const ofAmount = amountMessages(m.theAmount)

/** What a file may call offers and stages. */
interface KnownNames {
  readonly offers: readonly NamedOffer[]
  /** Those of the board, in its order. */
  readonly stages: readonly NamedStage[]
  readonly fields: readonly FieldRow[]
  readonly side: Side
}

type Cells = Readonly<Record<FileField, string>>

/** Parses and validates one row by the rules of the lead form. Reports every error, at most one per field. */
export function parseRow(rowInput: unknown, names: KnownNames): { lead: ParsedLead } | { errors: FieldError[] } {
  const { offers, stages } = names
  const row = z.safeParse(leadRow, rowInput)
  if (!row.success) return { errors: [{ path: '', message: m.rowUnreadable() }] }
  const typed: Cells = mapFileFields((field) => readCell(row.data[field]))
  const cells: Cells = { ...typed, phone: wholePhone(typed.phone) }
  const offer = readOffer(cells.offer, offers)
  const toValue = (field: LeadField) =>
    field === 'offerType' ? (cells.offer === '' ? '' : openKey(offer)) : parseLeadField(field, cells[fileFieldOf(field)])
  const input = mapLeadFields(toValue)
  const status = readStatus(cells.status, stages)
  const form = z.safeParse(formFor(status, names), input)
  const lead = form.success ? storedLead(form.data, names) : null
  const custom = readCustom(row.data.fields, names)
  const lacking = status ? lackingFields({ ...input, ...custom.shown, ...custom.hidden }, status, names) : []
  const customErrors = [...custom.errors, ...lacking.filter(({ path }) => !custom.errors.some((error) => error.path === path))]
  const remarks = [...phoneRemarks('phone', typed.phone), ...custom.remarks]
  const errors = [...damagedCells(cells), ...currencyErrors(row.data.currency)]
  if (lead?.fields && status && customErrors.length === 0 && errors.length === 0)
    return { lead: { fields: lead.fields, status, partner: cells.partner, custom, remarks } }
  for (const { path, message } of form.error?.issues ?? []) {
    const field = path[0] as LeadField
    errors.push({ path: fileFieldOf(field), message: importMessage(field, input[field], cells, offer) ?? message })
  }
  errors.push(...(lead?.errors ?? []), ...customErrors)
  if (!status) errors.push({ path: 'status', message: m.statusUnknown({ text: quoted(cells.status) }) })
  return { errors: errors.filter((error, index) => errors.findIndex((each) => each.path === error.path) === index) }
}

/** An amount in another currency is no amount in euros. */
export function currencyErrors(cell: string): FieldError[] {
  const text = readCell(cell)
  return /^(|€|eur(os?)?)$/i.test(text) ? [] : [{ path: 'currency', message: m.onlyEuros({ text: quoted(text) }) }]
}

/** The form of a new lead, by which fields the portal asks for. */
function formFor(status: string | null, { fields, stages }: KnownNames) {
  const board = stages.map(({ key }) => key)
  return leadFormOf((field) => {
    const row = fields.find(({ key }) => key === field)
    const need = row && row.archived_at === null ? { required: row.required, requiredFrom: row.required_from } : null
    if (!requiredLeadFields.some((each) => each === field) || !need) return false
    return isFromBeginning(need) || isRequiredIn(need, status ?? '', board)
  })
}

/** A lead as it is stored: no amount is 0, and the one open offer is taken where the row names none. */
function storedLead(given: OpenLeadInput, { fields, offers }: KnownNames): { fields?: LeadInput; errors: FieldError[] } {
  const open = offers.filter(({ isOpen }) => isOpen)
  const offerType = given.offerType || (open.length === 1 ? (open[0]?.key ?? '') : '')
  const errors = unreachableErrors(fields, given)
  if (offerType === '') errors.push({ path: 'offer', message: emptyMessage('offerType') ?? '' })
  if (errors.length > 0) return { errors }
  return { fields: { ...given, offerType, estimatedAmountCents: given.estimatedAmountCents ?? 0 }, errors }
}

/** New leads take no offer that is archived. */
const openKey = (offer: NamedOffer | null) => (offer?.isOpen ? offer.key : null)

/** Replaces the form's message, which does not say what is wrong with an offer. */
function importMessage(field: LeadField, value: unknown, cells: Cells, offer: NamedOffer | null): string | null {
  if (field === 'estimatedAmountCents') return cells.amount.trim() === '' ? m.amountMissing() : amountError(value, ofAmount)
  if (field !== 'offerType' || cells.offer === '') return null
  const text = quoted(cells.offer)
  return offer ? m.offerArchived({ text }) : m.offerUnknown({ text })
}

interface CustomCells extends NewValues {
  readonly errors: readonly FieldError[]
  readonly remarks: readonly FieldError[]
}

function phoneRemarks(path: string, text: string): FieldError[] {
  const phone = wholePhone(text)
  return phone === text ? [] : [{ path, message: m.phoneRepaired({ text, phone }) }]
}

/** Values of custom fields, from the texts of a row by the names of the fields. */
function readCustom(cells: Readonly<Record<string, string>>, { fields, side }: KnownNames): CustomCells {
  const custom = customFields(fields, side)
  const errors: FieldError[] = []
  const remarks: FieldError[] = []
  const values = { shown: {} as Record<string, FieldValue>, hidden: {} as Record<string, FieldValue> }
  for (const [title, cell] of Object.entries(cells)) {
    const text = readCell(cell)
    if (text.trim() === '') continue
    const field = fieldNamed(title, custom)
    const path = `fields.${field?.key ?? title}`
    const isPhone = field?.kind === 'phone'
    const value = field && parseFieldText(field, isPhone ? wholePhone(text) : text)
    const isFilled = field?.isOpen && field.mayEdit
    const message = isFilled ? value && valueError(field, value) : m.fieldUnknown({ title: quoted(title) })
    const damaged = damagedCells({ [path]: text })
    if (damaged.length > 0) errors.push(...damaged)
    else if (message) errors.push({ path, message })
    else if (field && value !== null && value !== undefined) values[field.isHidden ? 'hidden' : 'shown'][field.key] = value
    if (isPhone) remarks.push(...phoneRemarks(path, text))
  }
  return { ...values, errors, remarks }
}

/** The field that a title of a file names, by its key or its label in any language. */
function fieldNamed(title: string, fields: readonly CustomField[]): CustomField | undefined {
  const wanted = normalizeTitle(title)
  return (
    fields.find(({ key }) => key === title) ??
    fields.find((field) => namesOf(field).some((name) => normalizeTitle(name) === wanted))
  )
}

/** What the row lacks in the stage that it begins in. */
function lackingFields(values: Readonly<Record<string, unknown>>, stage: string, { fields, stages, side }: KnownNames) {
  const where = { side, stage, stages: stages.map(({ key }) => key) }
  return missingErrors(missingFields(fields, where, (key) => ownValue(values, key)))
    .filter(({ path }) => path.startsWith('fields.') || !requiredLeadFields.some((field) => field === path))
    .map(({ path, message }) => ({ path: isBuiltIn(path) ? fileFieldOf(path) : path, message }))
}
