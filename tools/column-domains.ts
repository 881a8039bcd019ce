import { partnerRoles, storedRoles } from '#access/domain/actor.ts'
import { audienceKinds } from '#access/domain/audience.ts'
import { rights, staffRoles } from '#access/domain/staff-rights.ts'
import { filePurposes } from '#access/domain/uploads.ts'
import { announcementAudiences } from '#communication/announcements/domain.ts'
import { unreadParts } from '#communication/lead-news/domain/unread.ts'
import { newsKinds } from '#communication/notifications/domain/news-mail.ts'
import { notificationKinds } from '#communication/notifications/domain/notifications.ts'
import { resourceCategories } from '#communication/resources/domain.ts'
import { contractStatuses, contractTypes, signingMethods } from '#contracts/contracts/domain/contracts.ts'
import { documentViewMethods, signatureLevels, signatureRoles } from '#contracts/contracts/domain/signing.ts'
import { importOutcomes, importStates } from '#imports/domain/imports.ts'
import { importKinds } from '#imports/domain/kinds.ts'
import { clientDenials } from '#leads/client-confirmations/domain.ts'
import { fieldKinds, partnerAccesses } from '#leads/fields/domain/fields.ts'
import { clientAnswers, clientWords } from '#leads/leads/domain/leads.ts'
import { lostReasons } from '#leads/leads/domain/lost-leads.ts'
import { refusalReasons, registrationStates } from '#leads/leads/domain/registration-states.ts'
import { noticeStates, noticeWays } from '#leads/notices/domain.ts'
import { extensionStates } from '#leads/registrations/domain/registrations.ts'
import { stageAsks, stageColours } from '#leads/stages/domain/stages.ts'
import { closingScopes } from '#money/accounting/domain/accounting.ts'
import { pieceKinds } from '#money/accounting/domain/entries.ts'
import { payeeMatches } from '#money/bank-files/domain/live-batch.ts'
import { payoutFormats } from '#money/bank-files/domain/payout-batch.ts'
import { billingModes, billingRegimes } from '#money/billing/domain/billing.ts'
import { vatCases } from '#money/billing/domain/vat.ts'
import { clientPaymentKinds, commissionBases, commissionKinds, commissionStatuses } from '#money/commissions/domain.ts'
import { disputeKinds, disputeStates } from '#money/disputes/domain.ts'
import { documentKinds } from '#money/invoices/domain/payout-documents.ts'
import { platformStatuses } from '#money/invoices/domain/platform-status.ts'
import { payoutLineStates } from '#money/payouts/domain/payout-lines.ts'
import { payoutStatuses } from '#money/payouts/domain/payouts.ts'
import { uploadedInvoiceStatuses } from '#money/payouts/domain/uploaded-invoices.ts'
import { factKinds } from '#money/rules/domain/facts.ts'
import { vigilanceKinds, vigilanceStatuses } from '#money/vigilance/domain.ts'
import { deliveryStates, disabledReasons } from '#operations/webhooks/domain.ts'
import { appointmentActs, bankRoles } from '#partners/team/domain.ts'
import { erasureOutcomes, mentionDecisions } from '#people-data/erasures/domain.ts'
import { noticeAudiences } from '#people-data/notices/domain/notices.ts'
import { requestChannels, requestOutcomes, wishes } from '#people-data/requests/domain.ts'
import { signRoutes } from '#platform/domain/seal-routes.ts'
import { sessionMethods } from '#platform/domain/session-methods.ts'

export interface ColumnDomain {
  readonly type: string
  /** The module that exports the type. */
  readonly from: string
  /** The values of the type; absent where the database does not restrict them. */
  readonly values?: readonly string[]
}

const importKindColumn = { type: 'ImportKind', from: '#imports/domain/kinds.ts', values: importKinds }
const contractTypeColumn = { type: 'ContractType', from: '#contracts/contracts/domain/contracts.ts', values: contractTypes }
const commissionStatusColumn = { type: 'CommissionStatus', from: '#money/commissions/domain.ts', values: commissionStatuses }
const disputeStateColumn = { type: 'DisputeState', from: '#money/disputes/domain.ts', values: disputeStates }
const signRouteColumn = { type: 'SignRoute', from: '#platform/domain/seal-routes.ts', values: signRoutes }
const notificationKindColumn = {
  type: 'NotificationKind',
  from: '#communication/notifications/domain/notifications.ts',
  values: notificationKinds,
}
const registrationStateColumn = {
  type: 'RegistrationState',
  from: '#leads/leads/domain/registration-states.ts',
  values: registrationStates,
}
const newsKindColumn = { type: 'NewsKind', from: '#communication/notifications/domain/news-mail.ts', values: newsKinds }

/**
 * Text columns with one value, or an array of values, of a domain type; their row types use it. A column with `values` has a
 * CHECK constraint with exactly these, and every column with such a constraint has an entry (db-types.test.ts).
 */
export const columnDomains: Readonly<Record<string, ColumnDomain>> = {
  'invoice_platform_statuses.status': {
    type: 'PlatformStatus',
    from: '#money/invoices/domain/platform-status.ts',
    values: platformStatuses,
  },
  'accounting_closings.scope': { type: 'ClosingScope', from: '#money/accounting/domain/accounting.ts', values: closingScopes },
  'accounting_entries.kind': { type: 'PieceKind', from: '#money/accounting/domain/entries.ts', values: pieceKinds },
  'announcements.audience': {
    type: 'AnnouncementAudience',
    from: '#communication/announcements/domain.ts',
    values: announcementAudiences,
  },
  'api_keys.scopes': { type: 'ApiScope', from: '#access/domain/api-scopes.ts' },
  'auth.sessions.method': { type: 'SessionMethod', from: '#platform/domain/session-methods.ts', values: sessionMethods },
  'bank_account_answers.payee_match': {
    type: 'PayeeMatch',
    from: '#money/bank-files/domain/live-batch.ts',
    values: payeeMatches,
  },
  'billing_profiles.mode': { type: 'BillingMode', from: '#money/billing/domain/billing.ts', values: billingModes },
  'billing_profiles.regime': { type: 'BillingRegime', from: '#money/billing/domain/billing.ts', values: billingRegimes },
  'client_confirmations.answer': { type: 'ClientAnswer', from: '#leads/leads/domain/leads.ts', values: clientAnswers },
  'client_denials.answer': { type: 'ClientDenial', from: '#leads/client-confirmations/domain.ts', values: clientDenials },
  'people_requests.channel': { type: 'RequestChannel', from: '#people-data/requests/domain.ts', values: requestChannels },
  'people_requests.outcome': { type: 'RequestOutcome', from: '#people-data/requests/domain.ts', values: requestOutcomes },
  'people_requests.wish': { type: 'Wish', from: '#people-data/requests/domain.ts', values: wishes },
  'erasure_leads.outcome': { type: 'ErasureOutcome', from: '#people-data/erasures/domain.ts', values: erasureOutcomes },
  'erasures.period': { type: 'CountedPeriod', from: '#people-data/register/domain/periods.ts' },
  'erasure_mentions.decision': { type: 'MentionDecision', from: '#people-data/erasures/domain.ts', values: mentionDecisions },
  'client_payments.kind': {
    type: 'ClientPaymentKind',
    from: '#money/commissions/domain.ts',
    values: clientPaymentKinds,
  },
  'commission_stats.status': { type: 'CommissionStatus', from: '#money/commissions/domain.ts' },
  'commission_totals.status': { type: 'CommissionStatus', from: '#money/commissions/domain.ts' },
  'commissions.dispute_state': disputeStateColumn,
  'commission_facts.kind': { type: 'FactKind', from: '#money/rules/domain/facts.ts', values: factKinds },
  'commissions.kind': { type: 'CommissionKind', from: '#money/commissions/domain.ts', values: commissionKinds },
  'commissions.status': commissionStatusColumn,
  'contract_templates.kind': contractTypeColumn,
  'contracts.contract_type': contractTypeColumn,
  'contracts.remarks': { type: 'SignRemark', from: '#platform/domain/seal-routes.ts' },
  'contracts.sign_route': signRouteColumn,
  'contracts.signing_method': { type: 'SigningMethod', from: '#contracts/contracts/domain/contracts.ts', values: signingMethods },
  'contracts.status': { type: 'ContractStatus', from: '#contracts/contracts/domain/contracts.ts', values: contractStatuses },
  'disputes.kind': { type: 'DisputeKind', from: '#money/disputes/domain.ts', values: disputeKinds },
  'disputes.state': disputeStateColumn,
  'document_views.way': {
    type: 'DocumentViewMethod',
    from: '#contracts/contracts/domain/signing.ts',
    values: documentViewMethods,
  },
  'events.audience': { type: 'AudienceKind', from: '#access/domain/audience.ts', values: audienceKinds },
  'events.name': { type: 'EventName', from: '#portal/api/events.ts' },
  'files.kind': { type: 'FileKind', from: '#platform/domain/files.ts' },
  'files.purpose': { type: 'FilePurpose', from: '#access/domain/uploads.ts', values: filePurposes },
  'imports.kind': importKindColumn,
  'imports.state': { type: 'ImportState', from: '#imports/domain/imports.ts', values: importStates },
  'import_mappings.kind': importKindColumn,
  'import_rows.outcome': { type: 'ImportOutcome', from: '#imports/domain/imports.ts', values: importOutcomes },
  'imported_rows.kind': { type: 'ImportKind', from: '#imports/domain/kinds.ts' },
  'invoices.kind': { type: 'DocumentKind', from: '#money/invoices/domain/payout-documents.ts', values: documentKinds },
  'invoices.vat_case': { type: 'VatCase', from: '#money/billing/domain/vat.ts', values: vatCases },
  'lead_stats.status': { type: 'LeadStatus', from: '#leads/leads/domain/leads.ts' },
  'lead_totals.status': { type: 'LeadStatus', from: '#leads/leads/domain/leads.ts' },
  'lead_terms.commission_basis': { type: 'CommissionBasis', from: '#money/commissions/domain.ts', values: commissionBases },
  'lead_registrations.extension_state': {
    type: 'ExtensionState',
    from: '#leads/registrations/domain/registrations.ts',
    values: extensionStates,
  },
  'lead_registrations.reason': {
    type: 'RefusalReason',
    from: '#leads/leads/domain/registration-states.ts',
    values: refusalReasons,
  },
  'lead_notices.how': { type: 'NoticeWay', from: '#leads/notices/domain.ts', values: noticeWays },
  'lead_notices.state': { type: 'NoticeState', from: '#leads/notices/domain.ts', values: noticeStates },
  'lead_fields.kind': { type: 'FieldKind', from: '#leads/fields/domain/fields.ts', values: fieldKinds },
  'lead_fields.partner_access': { type: 'PartnerAccess', from: '#leads/fields/domain/fields.ts', values: partnerAccesses },
  'lead_registrations.state': registrationStateColumn,
  'lead_stages.asks': { type: 'StageAsks', from: '#leads/stages/domain/stages.ts', values: stageAsks },
  'lead_stages.colour': { type: 'StageColour', from: '#leads/stages/domain/stages.ts', values: stageColours },
  'leads.client_word': { type: 'ClientWord', from: '#leads/leads/domain/leads.ts', values: clientWords },
  'leads.lost_reason': { type: 'LostReason', from: '#leads/leads/domain/lost-leads.ts', values: lostReasons },
  'leads.registration_state': registrationStateColumn,
  'mails.kind': { type: 'MailKind', from: '#communication/notifications/domain/notifications.ts' },
  'notice_texts.audience': { type: 'NoticeAudience', from: '#people-data/notices/domain/notices.ts', values: noticeAudiences },
  'notification_choices.news_at_once': newsKindColumn,
  'notification_choices.news_digest': newsKindColumn,
  'notification_choices.news_off': newsKindColumn,
  'notification_choices.switched_off': notificationKindColumn,
  'saved_views.page': { type: 'PagePath', from: '#access/domain/page-paths.ts' },
  'unread_leads.part': { type: 'UnreadPart', from: '#communication/lead-news/domain/unread.ts', values: unreadParts },
  'unread_leads.event_name': { type: 'UnreadEvent', from: '#communication/lead-news/domain/news-events.ts' },
  'payout_file_lines.payee_match': { type: 'PayeeMatch', from: '#money/bank-files/domain/live-batch.ts', values: payeeMatches },
  'payout_file_lines.state': { type: 'PayoutLineState', from: '#money/payouts/domain/payout-lines.ts', values: payoutLineStates },
  'payout_files.format': { type: 'PayoutFormat', from: '#money/bank-files/domain/payout-batch.ts', values: payoutFormats },
  'payouts.billing_mode': { type: 'BillingMode', from: '#money/billing/domain/billing.ts', values: billingModes },
  'payouts.status': { type: 'PayoutStatus', from: '#money/payouts/domain/payouts.ts', values: payoutStatuses },
  'appointments.act': { type: 'AppointmentAct', from: '#partners/team/domain.ts', values: appointmentActs },
  'appointments.role_before': { type: 'PartnerRole', from: '#access/domain/actor.ts', values: partnerRoles },
  'partner_members.held_role': { type: 'BankRole', from: '#partners/team/domain.ts', values: bankRoles },
  'partner_members.role': { type: 'PartnerRole', from: '#access/domain/actor.ts', values: partnerRoles },
  'partners.main_contract': { type: 'ContractStatus', from: '#contracts/contracts/domain/contracts.ts' },
  'programme_settings.commission_basis': {
    type: 'CommissionBasis',
    from: '#money/commissions/domain.ts',
    values: commissionBases,
  },
  'programme_settings.file_format': {
    type: 'PayoutFormat',
    from: '#money/bank-files/domain/payout-batch.ts',
    values: payoutFormats,
  },
  'resources.category': { type: 'ResourceCategory', from: '#communication/resources/domain.ts', values: resourceCategories },
  'scope_rights.right_name': { type: 'Right', from: '#access/domain/staff-rights.ts', values: rights },
  'staff_rights.right_name': { type: 'Right', from: '#access/domain/staff-rights.ts', values: rights },
  'staff_rights.staff_role': { type: 'StaffRole', from: '#access/domain/staff-rights.ts', values: staffRoles },
  'identity_providers.staff_role': { type: 'StaffRole', from: '#access/domain/staff-rights.ts', values: staffRoles },
  'signatures.level': { type: 'SignatureLevel', from: '#contracts/contracts/domain/signing.ts', values: signatureLevels },
  'signatures.role': { type: 'SignatureRole', from: '#contracts/contracts/domain/signing.ts', values: signatureRoles },
  'signatures.route': signRouteColumn,
  'uploaded_invoices.status': {
    type: 'UploadedInvoiceStatus',
    from: '#money/payouts/domain/uploaded-invoices.ts',
    values: uploadedInvoiceStatuses,
  },
  'vigilance_documents.kind': { type: 'VigilanceKind', from: '#money/vigilance/domain.ts', values: vigilanceKinds },
  'vigilance_documents.status': { type: 'VigilanceStatus', from: '#money/vigilance/domain.ts', values: vigilanceStatuses },
  'webhook_deliveries.event_name': { type: 'DeliveredEvent', from: '#operations/webhooks/domain.ts' },
  'webhook_deliveries.state': { type: 'DeliveryState', from: '#operations/webhooks/domain.ts', values: deliveryStates },
  'webhook_endpoints.disabled_because': {
    type: 'DisabledReason',
    from: '#operations/webhooks/domain.ts',
    values: disabledReasons,
  },
  'webhook_endpoints.events': { type: 'WebhookEvent', from: '#operations/webhooks/domain.ts' },
  'user_roles.staff_role': { type: 'StaffRole', from: '#access/domain/staff-rights.ts', values: staffRoles },
  'user_roles.role': { type: 'StoredRole', from: '#access/domain/actor.ts', values: storedRoles },
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

const definitionColumn = { type: 'StoredDefinition', from: '#money/rules/domain/stored-lines.ts', frozen: true } as const
const bankReasonsColumn = { type: 'BankReasons', from: '#money/bank-files/domain/bank-answer.ts' }
const namesColumn = { type: 'Names', from: '#platform/domain/names.ts' }
const anyObject = { type: 'Record<string, unknown>' }

/** Types of JSON columns: read parsed, written as text. Each JSON column has an entry (db-types.test.ts). */
export const jsonColumns: Readonly<Record<string, JsonColumn>> = {
  'accounting_closings.accounts': { type: 'Accounts', from: '#money/accounting/domain/entries.ts', frozen: true },
  'accounting_closings.missing': { type: 'MissingThings', from: '#money/accounting/domain/accounting.ts', frozen: true },
  'announcements.tier_names': { ...namesColumn, frozen: true },
  'bank_account_answers.bank_reasons': bankReasonsColumn,
  'carried_jobs.data': { ...anyObject, frozen: true },
  'commission_facts.body': { type: 'FactBody', from: '#money/rules/domain/stored-lines.ts', frozen: true },
  'commission_rule_versions.definition': definitionColumn,
  'commissions.reason': { type: 'StoredReason', from: '#money/rules/domain/stored-lines.ts' },
  'commissions.tier_names': { ...namesColumn, frozen: true },
  'contract_templates.names': namesColumn,
  'contract_texts.body': { type: 'FilledBody', from: '#contracts/contracts/domain/contract-text.ts', frozen: true },
  'contract_template_versions.body': { type: 'WrittenBody', from: '#contracts/templates/api.ts', frozen: true },
  'das2_exports.file_obstacle': { type: 'FileObstacle', from: '#money/accounting/domain/declarant-check.ts', frozen: true },
  'das2_exports.paid': { type: 'ExportedSums', from: '#money/accounting/domain/declaration.ts', frozen: true },
  'erasures.plan': { type: 'ErasureReport', from: '#people-data/erasures/domain.ts', frozen: true },
  'erasures.report': { type: 'ErasureReport', from: '#people-data/erasures/domain.ts', frozen: true },
  'data_periods.chosen': { type: 'ChosenPeriods', from: '#people-data/register/domain/periods.ts' },
  'data_periods.confirmed': { type: 'PeriodDays', from: '#people-data/register/domain/periods.ts' },
  'data_periods.removed': { type: 'PeriodCounts', from: '#people-data/register/domain/periods.ts' },
  'events.after': anyObject,
  'events.before': anyObject,
  'events.origin': { type: 'EventOrigin', from: '#platform/domain/session-methods.ts', frozen: true, asExpression: true },
  'failed_jobs.cause': { type: 'JobCause', from: '#platform/domain/job-cause.ts' },
  'failed_jobs.data': { ...anyObject, frozen: true },
  'files.inspection': { type: 'Inspection', from: '#access/api/uploads.ts' },
  'identity_providers.claim_roles': { type: 'ClaimRoles', from: '#accounts/identity-provider/domain.ts' },
  'imports.counts': { type: 'RowCounts', from: '#imports/domain/imports.ts' },
  'imports.settings': { type: 'ImportSettings', from: '#imports/domain/imports.ts' },
  'import_mappings.mapping': { type: 'StoredMapping', from: '#imports/api.ts' },
  'import_mappings.titles': { type: 'FileTitles', from: '#imports/domain/imports.ts' },
  'import_rows.cells': { ...anyObject, frozen: true },
  'import_rows.messages': { type: 'RowMessages', from: '#imports/domain/imports.ts' },
  'import_rows.read': { type: 'RowRead', from: '#imports/domain/imports.ts', frozen: true },
  'invoices.content': { type: 'DocumentContent', from: '#money/invoices/domain/document-content.ts', frozen: true },
  'lead_fields.helps': namesColumn,
  'lead_fields.names': namesColumn,
  'lead_fields.options': { type: 'FieldOptions', from: '#leads/fields/domain/fields.ts' },
  'lead_receipts.content': { type: 'KeptReceipt', from: '#money/documents/domain/lead-receipt.ts', frozen: true },
  'lead_signings.tier_names': { ...namesColumn, frozen: true },
  'lead_staff_fields.fields': { type: 'FieldValues', from: '#leads/fields/domain/fields.ts' },
  'lead_stages.names': namesColumn,
  'leads.fields': { type: 'FieldValues', from: '#leads/fields/domain/fields.ts' },
  'notice_texts.sections': { type: 'NoticeSections', from: '#leads/notices/domain.ts', frozen: true },
  'offer_names.names': { ...namesColumn, frozen: true },
  'offer_names.staff_names': { ...namesColumn, frozen: true },
  'offers.descriptions': namesColumn,
  'offers.names': namesColumn,
  'offers.staff_names': namesColumn,
  'partner_tiers.names': namesColumn,
  'payout_file_lines.bank_reasons': bankReasonsColumn,
  'payout_file_lines.problems': { type: 'KeptProblems', from: '#money/bank-files/domain/payout-problems.ts' },
  'payouts.bank_reasons': bankReasonsColumn,
  'payouts.statement': { type: 'Statement', from: '#money/documents/domain/statements.ts', frozen: true },
  'settings.links': { type: 'Readonly<Record<string, string>>' },
  'settings.taglines': namesColumn,
  'signatures.evidence': { ...anyObject, frozen: true },
  'webhook_deliveries.problem': { type: 'DeliveryProblem', from: '#operations/webhooks/domain.ts' },
}
