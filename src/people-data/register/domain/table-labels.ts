import { words } from '#access/domain/personal-data.ts'
import { texts } from '#platform/domain/languages.ts'
import { m } from '../messages/messages.ts'

/** What people are told that rows are about, by their tables. */
const groups = [
  [m.leads, 'leads lead_registrations lead_staff_fields lead_receipts lead_notices unread_leads'],
  [m.groupAnswers, 'client_confirmations client_denials introduction_forms'],
  [m.groupRefusals, 'client_addresses'],
  [m.groupNotes, 'lead_comments partner_notes'],
  [m.files, 'files lead_files'],
  [m.groupMails, 'mails announcements announcement_recipients notification_choices webhook_deliveries webhook_endpoints'],
  [m.history, 'events idempotency_keys failed_jobs'],
  [
    m.groupAccounts,
    `profiles user_roles last_visits invitations password_resets sign_in_links email_changes provider_accounts saved_views
      api_keys auth.accounts auth.passkeys auth.rate_limits auth.sessions auth.two_factors auth.users auth.verifications`,
  ],
  [
    m.groupContracts,
    'partners partner_members appointments contracts contract_texts signatures document_views vigilance_documents',
  ],
  [m.commissions, 'commissions disputes'],
  [m.groupPayouts, 'payouts payout_exclusions payout_file_lines payout_files payment_infos bank_account_answers'],
  [m.groupClientPayments, 'client_payments client_invoices'],
  [
    m.groupAccounting,
    `invoices invoice_handovers invoice_platform_statuses uploaded_invoices billing_profiles accounting_entries booked_clients
      accounting_closings`,
  ],
  [m.groupDeclaration, 'das2_exports declaration_requests declared_payments'],
  [m.groupRequests, 'people_requests people_request_choices'],
  [m.groupImports, 'imports import_rows import_mappings'],
  [m.groupPortal, 'resources resource_versions resource_opens maintenance programme_settings settings setup_checklist'],
] as const

const labels: Readonly<Record<string, string>> = texts(
  Object.fromEntries(groups.flatMap(([label, tables]) => words(tables).map((table) => [table, label]))),
)

/** 'Leads' for `leads`; several tables may have the same label. */
export const tableLabel = (table: string): string => labels[table] ?? table

/** Counts of rows by the labels of their tables. */
export function countsByLabel(counts: Readonly<Record<string, number>>): readonly (readonly [label: string, count: number])[] {
  const sums = new Map<string, number>()
  for (const [table, count] of Object.entries(counts)) sums.set(tableLabel(table), (sums.get(tableLabel(table)) ?? 0) + count)
  return [...sums]
}
