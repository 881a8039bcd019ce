import type { Message } from '#platform/domain/languages.ts'
import { m } from '../messages/messages.ts'

/** What tables are called where people read what is about them; the others by their name in the database. */
const tables: Readonly<Record<string, Message>> = {
  leads: m.tableLeads,
  client_confirmations: m.tableConfirmations,
  client_addresses: m.tableAddresses,
  lead_comments: m.tableComments,
  lead_registrations: m.registration,
  lead_receipts: m.tableReceipts,
  files: m.files,
  mails: m.tableMails,
  events: m.history,
  profiles: m.tableProfiles,
  people_requests: m.requestsAboutData,
  'auth.sessions': m.tableSessions,
  'auth.users': m.tableProfiles,
}

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
  website: m.website,
  user_agent: m.columnBrowser,
  ip_address: m.columnAddress,
}

export const tableLabel = (table: string): string => tables[table]?.() ?? table
export const columnLabel = (column: string): string => columns[column]?.() ?? column
/** Where a text stands: 'Lead, notes'. */
export const placeLabel = (table: string, column: string): string => `${tableLabel(table)}, ${columnLabel(column)}`
