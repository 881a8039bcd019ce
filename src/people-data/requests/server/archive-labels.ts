import { tableLabel } from '#people-data/register/domain/table-labels.ts'
import type { Message } from '#platform/domain/languages.ts'
import { m } from '../messages/messages.ts'

const columns: Readonly<Record<string, Message>> = {
  name: m.name,
  full_name: m.name,
  email: m.email,
  recipient: m.email,
  phone: m.phone,
  company: m.company,
  body: m.text,
  notes: m.notes,
  message: m.message,
  subject: m.columnSubject,
  fields: m.columnFields,
  created_at: m.columnSince,
  occurred_at: m.columnSince,
  sent_at: m.columnSince,
  received_at: m.columnSince,
  report: m.answer,
  language: m.language,
  answer_name: m.name,
  name_left: m.name,
  phone_left: m.phone,
  answer: m.answer,
  reference: m.reference,
  description: m.description,
  received_on: m.columnSince,
  issued_on: m.columnSince,
  recognised: m.howRecognised,
  website: m.website,
  user_agent: m.columnBrowser,
  ip_address: m.columnAddress,
}

/** What a column or a key of JSON is called; what has no label says nothing to a reader who does not know the database. */
export const columnLabel = (column: string): string =>
  columns[column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]?.() ?? ''
/** Where a text stands: 'Business opportunity, notes'. */
export const placeLabel = (table: string, column: string): string =>
  [tableLabel(table), columnLabel(column)].filter((label) => label !== '').join(', ')
