import { audienceKinds } from '#domain/activity.ts'
import { roles } from '#domain/actor.ts'
import { payoutFormats } from '#domain/bank/payout-batch.ts'
import { billingModes, billingRegimes } from '#domain/billing.ts'
import { clientPaymentKinds } from '#domain/client-payments.ts'
import { commissionBases, commissionKinds, commissionStatuses } from '#domain/commissions.ts'
import { contractStatuses, contractTypes, signingMethods } from '#domain/contracts.ts'
import { disputeKinds, disputeStates } from '#domain/disputes.ts'
import { filePurposes } from '#domain/files.ts'
import { leadStatuses, offerTypes } from '#domain/leads.ts'
import { notificationKinds } from '#domain/notifications.ts'
import { payoutStatuses } from '#domain/payouts.ts'
import { resourceCategories } from '#domain/resources.ts'
import { sessionMethods } from '#domain/session-methods.ts'
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

/**
 * Text columns with one value, or an array of values, of a domain type; their row types use it. A column with `values` has a
 * CHECK constraint with exactly these, and every column with such a constraint has an entry (db-types.test.ts).
 */
export const columnDomains: Readonly<Record<string, ColumnDomain>> = {
  'auth.sessions.method': { type: 'SessionMethod', from: '#domain/session-methods.ts', values: sessionMethods },
  'billing_profiles.mode': { type: 'BillingMode', from: '#domain/billing.ts', values: billingModes },
  'billing_profiles.regime': { type: 'BillingRegime', from: '#domain/billing.ts', values: billingRegimes },
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
  'events.audience': { type: 'AudienceKind', from: '#domain/activity.ts', values: audienceKinds },
  'events.name': { type: 'EventName', from: '#domain/activity.ts' },
  'files.kind': { type: 'FileKind', from: '#domain/files.ts' },
  'files.purpose': { type: 'FilePurpose', from: '#domain/files.ts', values: filePurposes },
  'lead_stats.status': { type: 'LeadStatus', from: '#domain/leads.ts' },
  'lead_totals.status': { type: 'LeadStatus', from: '#domain/leads.ts' },
  'lead_terms.commission_basis': { type: 'CommissionBasis', from: '#domain/commissions.ts', values: commissionBases },
  'leads.offer_type': { type: 'OfferType', from: '#domain/leads.ts', values: offerTypes },
  'leads.status': leadStatusColumn,
  'mails.kind': { type: 'MailKind', from: '#domain/notifications.ts' },
  'notification_choices.switched_off': notificationKindColumn,
  'payouts.status': { type: 'PayoutStatus', from: '#domain/payouts.ts', values: payoutStatuses },
  'profiles.main_contract': { type: 'ContractStatus', from: '#domain/contracts.ts' },
  'programme_settings.commission_basis': { type: 'CommissionBasis', from: '#domain/commissions.ts', values: commissionBases },
  'programme_settings.file_format': { type: 'PayoutFormat', from: '#domain/bank/payout-batch.ts', values: payoutFormats },
  'resources.category': { type: 'ResourceCategory', from: '#domain/resources.ts', values: resourceCategories },
  'signatures.level': { type: 'SignatureLevel', from: '#domain/signing.ts', values: signatureLevels },
  'signatures.role': { type: 'SignatureRole', from: '#domain/signing.ts', values: signatureRoles },
  'signatures.route': signRouteColumn,
  'user_roles.role': { type: 'Role', from: '#domain/actor.ts', values: roles },
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
  'contract_template_versions.body': { type: 'WrittenBody', from: '#api/templates.ts', frozen: true },
  'events.after': anyObject,
  'events.before': anyObject,
  'events.origin': { type: 'EventOrigin', from: '#domain/activity.ts', frozen: true, asExpression: true },
  'failed_jobs.data': { ...anyObject, frozen: true },
  'files.inspection': { type: 'Inspection', from: '#api/uploads.ts' },
  'payouts.statement': { type: 'Statement', from: '#domain/statements.ts', frozen: true },
  'signatures.evidence': { ...anyObject, frozen: true },
}
