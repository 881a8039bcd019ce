import { closingScopes } from '#domain/accounting.ts'
import { audienceKinds } from '#domain/audience.ts'
import { announcementAudiences } from '#domain/announcements.ts'
import { storedRoles } from '#domain/actor.ts'
import { payeeMatches } from '#domain/bank/live-batch.ts'
import { payoutFormats } from '#domain/bank/payout-batch.ts'
import { billingModes, billingRegimes } from '#domain/billing.ts'
import { clientPaymentKinds } from '#domain/client-payments.ts'
import { commissionBases, commissionKinds, commissionStatuses } from '#domain/commissions.ts'
import { contractStatuses, contractTypes, signingMethods } from '#domain/contracts.ts'
import { disputeKinds, disputeStates } from '#domain/disputes.ts'
import { filePurposes } from '#domain/files.ts'
import { platformStatuses } from '#domain/invoices/platform-status.ts'
import { documentKinds } from '#domain/invoices/payout-documents.ts'
import { vatCases } from '#domain/invoices/vat.ts'
import { pieceKinds } from '#domain/journal/entries.ts'
import { leadStatuses, offerTypes } from '#domain/leads.ts'
import { lostReasons } from '#domain/lost-leads.ts'
import { newsKinds } from '#domain/news.ts'
import { notificationKinds } from '#domain/notifications.ts'
import { payoutLineStates } from '#domain/payout-files.ts'
import { payoutStatuses } from '#domain/payouts.ts'
import { extensionStates, refusalReasons, registrationStates } from '#domain/registrations.ts'
import { clientAnswers, clientDenials } from '#domain/client-confirmations.ts'
import { resourceCategories } from '#domain/resources.ts'
import { rights, staffRoles } from '#domain/staff-rights.ts'
import { sessionMethods } from '#domain/session-methods.ts'
import { uploadedInvoiceStatuses } from '#domain/uploaded-invoices.ts'
import { unreadParts } from '#domain/unread.ts'
import { vigilanceKinds, vigilanceStatuses } from '#domain/vigilance.ts'
import { deliveryStates, disabledReasons } from '#domain/webhooks.ts'
import { documentViewMethods, signatureLevels, signatureRoles, signRoutes } from '#domain/signing.ts'

export interface ColumnDomain {
  readonly type: string
  /** The module that exports the type. */
  readonly from: string
  /** The values of the type; absent where the database does not restrict them. */
  readonly values?: readonly string[]
}

const contractTypeColumn = { type: 'ContractType', from: '#domain/contracts.ts', values: contractTypes }
const leadStatusColumn = { type: 'LeadStatus', from: '#domain/leads.ts', values: leadStatuses }
const commissionStatusColumn = { type: 'CommissionStatus', from: '#domain/commissions.ts', values: commissionStatuses }
const disputeStateColumn = { type: 'DisputeState', from: '#domain/disputes.ts', values: disputeStates }
const signRouteColumn = { type: 'SignRoute', from: '#domain/signing.ts', values: signRoutes }
const notificationKindColumn = { type: 'NotificationKind', from: '#domain/notifications.ts', values: notificationKinds }
const newsKindColumn = { type: 'NewsKind', from: '#domain/news.ts', values: newsKinds }

/**
 * Text columns with one value, or an array of values, of a domain type; their row types use it. A column with `values` has a
 * CHECK constraint with exactly these, and every column with such a constraint has an entry (db-types.test.ts).
 */
export const columnDomains: Readonly<Record<string, ColumnDomain>> = {
  'invoice_platform_statuses.status': {
    type: 'PlatformStatus',
    from: '#domain/invoices/platform-status.ts',
    values: platformStatuses,
  },
  'accounting_closings.scope': { type: 'ClosingScope', from: '#domain/accounting.ts', values: closingScopes },
  'accounting_entries.kind': { type: 'PieceKind', from: '#domain/journal/entries.ts', values: pieceKinds },
  'announcements.audience': { type: 'AnnouncementAudience', from: '#domain/announcements.ts', values: announcementAudiences },
  'api_keys.scopes': { type: 'ApiScope', from: '#domain/api-keys.ts' },
  'auth.sessions.method': { type: 'SessionMethod', from: '#domain/session-methods.ts', values: sessionMethods },
  'bank_account_answers.payee_match': { type: 'PayeeMatch', from: '#domain/bank/live-batch.ts', values: payeeMatches },
  'billing_profiles.mode': { type: 'BillingMode', from: '#domain/billing.ts', values: billingModes },
  'billing_profiles.regime': { type: 'BillingRegime', from: '#domain/billing.ts', values: billingRegimes },
  'client_confirmations.answer': { type: 'ClientAnswer', from: '#domain/client-confirmations.ts', values: clientAnswers },
  'client_denials.answer': { type: 'ClientDenial', from: '#domain/client-confirmations.ts', values: clientDenials },
  'client_payments.kind': { type: 'ClientPaymentKind', from: '#domain/client-payments.ts', values: clientPaymentKinds },
  'commission_stats.status': { type: 'CommissionStatus', from: '#domain/commissions.ts' },
  'commission_totals.status': { type: 'CommissionStatus', from: '#domain/commissions.ts' },
  'commissions.dispute_state': disputeStateColumn,
  'commissions.kind': { type: 'CommissionKind', from: '#domain/commissions.ts', values: commissionKinds },
  'commissions.status': commissionStatusColumn,
  'contract_templates.kind': contractTypeColumn,
  'contracts.contract_type': contractTypeColumn,
  'contracts.remarks': { type: 'SignRemark', from: '#domain/signing.ts' },
  'contracts.sign_route': signRouteColumn,
  'contracts.signing_method': { type: 'SigningMethod', from: '#domain/contracts.ts', values: signingMethods },
  'contracts.status': { type: 'ContractStatus', from: '#domain/contracts.ts', values: contractStatuses },
  'disputes.kind': { type: 'DisputeKind', from: '#domain/disputes.ts', values: disputeKinds },
  'disputes.state': disputeStateColumn,
  'document_views.way': { type: 'DocumentViewMethod', from: '#domain/signing.ts', values: documentViewMethods },
  'events.audience': { type: 'AudienceKind', from: '#domain/audience.ts', values: audienceKinds },
  'events.name': { type: 'EventName', from: '#domain/activity.ts' },
  'files.kind': { type: 'FileKind', from: '#domain/files.ts' },
  'files.purpose': { type: 'FilePurpose', from: '#domain/files.ts', values: filePurposes },
  'invoices.kind': { type: 'DocumentKind', from: '#domain/invoices/payout-documents.ts', values: documentKinds },
  'invoices.vat_case': { type: 'VatCase', from: '#domain/invoices/vat.ts', values: vatCases },
  'lead_stats.status': { type: 'LeadStatus', from: '#domain/leads.ts' },
  'lead_totals.status': { type: 'LeadStatus', from: '#domain/leads.ts' },
  'lead_terms.commission_basis': { type: 'CommissionBasis', from: '#domain/commissions.ts', values: commissionBases },
  'lead_registrations.extension_state': {
    type: 'ExtensionState',
    from: '#domain/registrations.ts',
    values: extensionStates,
  },
  'lead_registrations.reason': { type: 'RefusalReason', from: '#domain/registrations.ts', values: refusalReasons },
  'lead_registrations.state': { type: 'RegistrationState', from: '#domain/registrations.ts', values: registrationStates },
  'leads.lost_reason': { type: 'LostReason', from: '#domain/lost-leads.ts', values: lostReasons },
  'leads.offer_type': { type: 'OfferType', from: '#domain/leads.ts', values: offerTypes },
  'leads.status': leadStatusColumn,
  'mails.kind': { type: 'MailKind', from: '#domain/notifications.ts' },
  'notification_choices.news_at_once': newsKindColumn,
  'notification_choices.news_digest': newsKindColumn,
  'notification_choices.news_off': newsKindColumn,
  'notification_choices.switched_off': notificationKindColumn,
  'unread_leads.part': { type: 'UnreadPart', from: '#domain/unread.ts', values: unreadParts },
  'unread_leads.event_name': { type: 'UnreadEvent', from: '#domain/news-events.ts' },
  'payout_file_lines.payee_match': { type: 'PayeeMatch', from: '#domain/bank/live-batch.ts', values: payeeMatches },
  'payout_file_lines.state': { type: 'PayoutLineState', from: '#domain/payout-files.ts', values: payoutLineStates },
  'payout_files.format': { type: 'PayoutFormat', from: '#domain/bank/payout-batch.ts', values: payoutFormats },
  'payouts.billing_mode': { type: 'BillingMode', from: '#domain/billing.ts', values: billingModes },
  'payouts.status': { type: 'PayoutStatus', from: '#domain/payouts.ts', values: payoutStatuses },
  'profiles.main_contract': { type: 'ContractStatus', from: '#domain/contracts.ts' },
  'programme_settings.commission_basis': { type: 'CommissionBasis', from: '#domain/commissions.ts', values: commissionBases },
  'programme_settings.file_format': { type: 'PayoutFormat', from: '#domain/bank/payout-batch.ts', values: payoutFormats },
  'resources.category': { type: 'ResourceCategory', from: '#domain/resources.ts', values: resourceCategories },
  'scope_rights.right_name': { type: 'Right', from: '#domain/staff-rights.ts', values: rights },
  'staff_rights.right_name': { type: 'Right', from: '#domain/staff-rights.ts', values: rights },
  'staff_rights.staff_role': { type: 'StaffRole', from: '#domain/staff-rights.ts', values: staffRoles },
  'signatures.level': { type: 'SignatureLevel', from: '#domain/signing.ts', values: signatureLevels },
  'signatures.role': { type: 'SignatureRole', from: '#domain/signing.ts', values: signatureRoles },
  'signatures.route': signRouteColumn,
  'uploaded_invoices.status': {
    type: 'UploadedInvoiceStatus',
    from: '#domain/uploaded-invoices.ts',
    values: uploadedInvoiceStatuses,
  },
  'vigilance_documents.kind': { type: 'VigilanceKind', from: '#domain/vigilance.ts', values: vigilanceKinds },
  'vigilance_documents.status': { type: 'VigilanceStatus', from: '#domain/vigilance.ts', values: vigilanceStatuses },
  'webhook_deliveries.event_name': { type: 'DeliveredEvent', from: '#domain/webhooks.ts' },
  'webhook_deliveries.state': { type: 'DeliveryState', from: '#domain/webhooks.ts', values: deliveryStates },
  'webhook_endpoints.disabled_because': { type: 'DisabledReason', from: '#domain/webhooks.ts', values: disabledReasons },
  'webhook_endpoints.events': { type: 'WebhookEvent', from: '#domain/webhooks.ts' },
  'user_roles.staff_role': { type: 'StaffRole', from: '#domain/staff-rights.ts', values: staffRoles },
  'user_roles.role': { type: 'StoredRole', from: '#domain/actor.ts', values: storedRoles },
}

export interface JsonColumn {
  readonly type: string
  /** The module that exports the type. */
  readonly from?: string
  /** Immutable after insert. */
  readonly frozen?: true
  /** Written as an SQL expression instead of JSON text. */
  readonly asExpression?: true
}

const anyObject = { type: 'Record<string, unknown>' }

/** Types of JSON columns: read parsed, written as text. Each JSON column has an entry (db-types.test.ts). */
export const jsonColumns: Readonly<Record<string, JsonColumn>> = {
  'accounting_closings.accounts': { type: 'Accounts', from: '#domain/journal/entries.ts', frozen: true },
  'accounting_closings.missing': { type: 'MissingThings', from: '#domain/accounting.ts', frozen: true },
  'carried_jobs.data': { ...anyObject, frozen: true },
  'contract_template_versions.body': { type: 'WrittenBody', from: '#api/templates.ts', frozen: true },
  'das2_exports.paid': { type: 'ExportedSums', from: '#domain/das2/declaration.ts', frozen: true },
  'events.after': anyObject,
  'events.before': anyObject,
  'events.origin': { type: 'EventOrigin', from: '#domain/activity.ts', frozen: true, asExpression: true },
  'failed_jobs.data': { ...anyObject, frozen: true },
  'files.inspection': { type: 'Inspection', from: '#api/uploads.ts' },
  'invoices.content': { type: 'DocumentContent', from: '#domain/invoices/document-content.ts', frozen: true },
  'lead_receipts.content': { type: 'LeadReceipt', from: '#domain/lead-receipt.ts', frozen: true },
  'payouts.statement': { type: 'Statement', from: '#domain/statements.ts', frozen: true },
  'signatures.evidence': { ...anyObject, frozen: true },
}
