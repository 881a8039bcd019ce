import { words } from '#access/domain/personal-data.ts'
import { tableLabel } from '#people-data/register/domain/table-labels.ts'
import type { Message } from '#platform/domain/languages.ts'
import { m } from '../messages/messages.ts'

/** What columns and keys of JSON are called, by their names apart by blanks. */
const groups: readonly (readonly [Message, string])[] = [
  [m.name, 'name full_name answer_name name_left'],
  [m.email, 'email recipient contact_email declaration_email mail old_email new_email'],
  [m.phone, 'phone phone_left declaration_phone'],
  [m.contact, 'contact declaration_contact'],
  [m.company, 'company'],
  [m.partner, 'partner partner_name'],
  [m.client, 'client buyer'],
  [m.columnSeller, 'seller'],
  [m.signedBy, 'by'],
  [m.legalName, 'legal_name'],
  [m.legalForm, 'legal_form'],
  [m.kindSiren, 'siren'],
  [m.kindSiret, 'siret'],
  [m.vatNumber, 'vat_number'],
  [m.columnElectronicAddress, 'electronic_address'],
  [m.website, 'website'],
  [m.address, 'address line1 line2'],
  [m.street, 'street'],
  [m.columnBuildingNumber, 'building_number'],
  [m.postcode, 'postcode'],
  [m.town, 'town city'],
  [m.holderCountry, 'country postal_country'],
  [m.columnIban, 'iban mask_before mask_after'],
  [m.columnBank, 'bank_name'],
  [m.columnHolder, 'account_holder holder payee payee_name'],
  [m.text, 'body text'],
  [m.notes, 'notes note lost_note'],
  [m.message, 'message'],
  [m.description, 'description label value'],
  [m.title, 'title'],
  [m.columnSubject, 'subject'],
  [m.columnFields, 'fields'],
  [m.columnContent, 'content record items rows head lines'],
  [m.details, 'info detail missing'],
  [m.columnAnswer, 'report answer extension_answer'],
  [m.leadClient, 'client_word'],
  [m.ownAppealed, 'appeal'],
  [
    m.reason,
    `reason reasons cause loss held_reason reject_reason cancel_reason bank_reasons refuse_reason refused_reason decline_reason
      revoke_reason extension_reason`,
  ],
  [m.held, 'held'],
  [m.reference, 'reference payment_reference'],
  [m.number, 'number'],
  [m.recordHash, 'record_sha256'],
  [m.code, 'security_code'],
  [m.invoices, 'invoices'],
  [m.statementShort, 'statement'],
  [m.file, 'file_name image'],
  [m.link, 'link'],
  [m.columnConsent, 'consent consent_text'],
  [m.columnEvidence, 'evidence'],
  [m.columnPagesRead, 'pages_shown'],
  [m.language, 'language'],
  [m.columnBrowser, 'user_agent agent'],
  [m.columnAddress, 'ip_address'],
  [m.columnDevice, 'origin'],
  [m.columnBefore, 'before'],
  [m.columnAfter, 'after'],
  [m.columnView, 'page query'],
  [m.role, 'role staff_role held_role role_before'],
  [m.columnAmounts, 'sees_amounts saw_amounts'],
  [m.kind, 'act'],
  [m.issuer, 'issuer'],
  [m.externalId, 'external_id'],
  [m.off, 'switched_off news_off'],
  [m.atOnce, 'news_at_once'],
  [m.dailyDigest, 'news_digest'],
  [m.columnColleaguesLeads, 'colleagues_leads'],
  [
    m.columnSince,
    `created_at occurred_at sent_at received_at received_on issued_on never_since refused_since denied_at first_at last_at
      opened_at read_at seen_at since`,
  ],
  [m.columnUntil, 'until'],
]
const labels = new Map(groups.flatMap(([label, names]) => words(names).map((name) => [name, label] as const)))

const inWords = (column: string) => column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Whether a column or a key of JSON has a label; those that the archive shows have one. */
export const hasLabel = (column: string): boolean => labels.has(inWords(column))

/** What a column or a key of JSON is called; a field of the provider's own by its key. */
export const columnLabel = (column: string): string => labels.get(inWords(column))?.() ?? column.replaceAll('_', ' ')
/** Where a text stands: 'Leads, notes'. */
export const placeLabel = (table: string, column: string): string => `${tableLabel(table)}, ${columnLabel(column)}`
