import type { portalRoutes } from '#api/portal.ts'
import type { Route } from '#api/route.ts'
import type { RefusalCode } from '#domain/refusal.ts'

type Slices = typeof portalRoutes
type Refusals = { readonly [S in keyof Slices]?: { readonly [R in keyof Slices[S]]?: readonly RefusalCode[] } }

const link = ['link_invalid'] as const
const linkDisabled = ['introduction_link_disabled'] as const
const newPassword = ['password_too_common'] as const
const partner = ['partner_not_active'] as const
const bankFile = ['bank_file_unreadable', 'inspection_unavailable'] as const
const approval = ['payout_needs_second', 'payout_needs_invoice', 'payout_contested', 'payout_blocked'] as const
const signing = ['registration_refused', 'company_held'] as const
const step = ['registration_step_impossible'] as const
const pending = ['commission_not_pending'] as const
const receipt = [
  'registration_undecided',
  'lead_not_signed',
  'lead_paid_by_hand',
  'lead_has_settled_commission',
  'own_commission',
] as const
const file = ['upload_not_found'] as const
const upload = [
  'file_missing',
  'file_too_large',
  'file_type_not_allowed',
  'file_infected',
  'file_not_scannable',
  'scanner_unavailable',
  'inspection_unavailable',
] as const
const proof = ['confirmation_required', 'wrong_password', 'second_factor_invalid'] as const

/** Codes of single routes, beyond those of their declaration. Calls through a TestApp check that none is missing. */
const ownRefusals: Refusals = {
  auth: {
    setUp: ['setup_closed', ...link, ...newPassword],
    signIn: ['invalid_credentials'],
    signInSecondFactor: ['second_factor_invalid', 'second_factor_expired'],
    openInvitation: link,
    acceptInvitation: [...link, ...newPassword],
    openReset: link,
    resetPassword: [...link, ...newPassword],
  },
  account: {
    changePassword: ['wrong_password', ...newPassword],
    startTwoFactor: ['wrong_password', 'two_factor_already_on'],
    confirmTwoFactor: ['second_factor_invalid', 'two_factor_off', 'two_factor_already_on'],
    renewRecoveryCodes: ['wrong_password', 'two_factor_off'],
    stopTwoFactor: ['wrong_password', 'two_factor_off'],
  },
  apiKeys: { createApiKey: proof },
  views: { startView: partner },
  partners: {
    invite: ['email_taken', ...proof],
    resendInvitation: ['invitation_not_pending'],
    withdrawInvitation: ['invitation_not_pending'],
    changeRole: ['own_role', 'last_administrator', ...proof],
    endSessions: partner,
    resetSecondFactor: ['two_factor_off', ...partner],
    validatePartnerContract: ['contract_missing', 'contract_not_pending', ...partner],
    revokePartnerContract: ['contract_missing', 'contract_already_pending', ...partner],
    deletePartner: ['administrator_not_deletable'],
    upsertPartner: ['external_id_taken', 'email_taken', ...partner],
    setPartnerExternalId: ['external_id_taken', ...partner],
  },
  partnerCorrections: {
    correctPartner: ['email_taken', ...partner],
    ...{ openEmailChange: link, confirmEmailChange: ['email_taken', ...link] },
  },
  partnerProfile: { addPartnerNote: partner },
  leads: {
    addLead: ['partner_required', 'not_found', ...partner],
    moveLead: ['lead_moved_meanwhile', 'lead_has_settled_commission', 'commission_disputed', ...signing],
    explainLoss: ['lead_not_lost'],
    deleteLead: ['lead_has_settled_commission', 'commission_disputed'],
  },
  leadExternalIds: {
    upsertLead: [
      ...(['partner_required', 'not_found', 'lead_of_other_partner', 'external_id_taken', ...partner] as const),
      ...(['lead_has_settled_commission', 'commission_disputed', ...signing] as const),
    ],
    setLeadExternalId: ['external_id_taken'],
  },
  leadImport: { checkImport: ['not_found', ...partner], importLeads: ['not_found', ...partner, ...signing] },
  announcements: { publishAnnouncement: ['announcement_without_recipients', 'not_found'] },
  registrations: {
    mergeRegistration: ['registration_answered', 'lead_is_signed', 'own_registration'],
    appealRefusal: step,
    askForExtension: step,
    answerExtension: [...step, 'own_registration'],
    decideConflict: ['not_found', 'registration_answered', 'registration_conflict', 'lead_is_signed', 'own_registration'],
    handOverLead: [
      ...step,
      ...partner,
      ...(['own_registration', 'lead_has_client_payments', 'lead_has_settled_commission', 'commission_disputed'] as const),
    ],
  },
  introductions: {
    ...{ makeIntroductionLink: linkDisabled, pauseIntroductionLink: [...linkDisabled, 'not_found'], disablePartnerLink: partner },
    ...{ openIntroduction: link, leaveDetails: ['form_expired', 'form_used', ...link] },
  },
  clientConfirmations: {
    askClient: ['client_not_askable', 'client_mail_changed', 'client_not_reachable'],
    ...{ openClientConfirmation: link, answerClientConfirmation: link, unsubscribeClient: link },
  },
  commissions: {
    addCommission: partner,
    correctCommission: [...pending, 'commissions_changed', 'commission_rate_frozen', 'own_commission'],
    removeCommission: [...pending, 'commission_of_lead', 'commission_disputed'],
    validateCommissions: ['registration_undecided', 'commissions_changed', 'commission_awaits_client', 'own_commission'],
    payCommissions: ['commissions_changed', 'own_commission'],
    validateCommission: ['registration_undecided', ...pending, 'commission_awaits_client', 'own_commission'],
    payCommission: [
      'commission_not_validated',
      'commission_held',
      'commission_disputed',
      'commission_in_payout',
      'own_commission',
    ],
    reverseCommission: ['commission_not_settled', 'commissions_changed', 'own_commission'],
    holdCommission: ['commission_not_held', 'commission_in_payout', 'own_commission'],
    releaseCommission: ['commission_not_held', 'own_commission'],
  },
  clientPayments: {
    recordClientPayment: ['not_found', ...receipt, 'client_payment_differs', 'client_payment_above_expected'],
    refundClientPayment: ['client_payment_differs', 'refund_exceeds_payment', 'own_commission'],
    closeRemainder: ['remainder_not_open', 'commissions_changed', 'own_commission'],
    changeBasis: ['lead_has_client_payments', 'lead_has_settled_commission'],
  },
  clientPaymentImport: { importClientPayments: ['client_payments_invalid'] },
  disputes: {
    openDispute: ['not_found', 'dispute_exists'],
    replyToDispute: ['dispute_closed', 'own_commission'],
    withdrawDispute: ['dispute_closed', 'own_commission'],
    decideDispute: ['dispute_closed', 'dispute_not_corrected', 'own_commission'],
  },
  webhooks: { replayDelivery: ['webhook_off'] },
  bankAnswers: {
    checkBankAnswer: [...bankFile],
    applyBankAnswer: [...bankFile, 'bank_answer_changed', 'bank_answer_empty', 'own_commission'],
  },
  clientInvoices: {
    recordClientInvoice: ['lead_not_signed', 'client_invoice_exists'],
    removeClientInvoice: ['client_invoice_paid'],
  },
  payouts: {
    issueRun: ['payouts_changed', 'document_day_past'],
    acceptPayout: ['payout_not_issued'],
    approvePayouts: ['payouts_changed', ...approval, 'own_commission'],
    payPayouts: ['payouts_changed', 'own_commission'],
    rejectPayout: ['payout_step_impossible', 'own_commission'],
    retryPayout: ['payout_step_impossible', 'own_commission'],
    cancelPayout: ['payout_step_impossible', 'own_commission', 'mandate_missing', 'invoice_credited', 'document_day_past'],
  },
  invoices: {
    invoicesZip: ['too_many_documents'],
    handOver: ['documents_changed', 'handover_impossible'],
    recordPlatformStatus: [
      'platform_status_impossible',
      'invoice_credited',
      'own_commission',
      'mandate_missing',
      'document_day_past',
    ],
  },
  uploadedInvoices: {
    submitInvoice: [...file, 'invoice_not_expected', 'invoice_differs', 'invoice_exists', 'invoice_number_taken'],
    acceptInvoice: ['invoice_decided', 'own_commission'],
    refuseInvoice: ['invoice_decided', 'own_commission'],
    reopenInvoice: ['invoice_decided', 'own_commission'],
  },
  leadReceipts: { leadReceipt: ['not_found', 'characters_unprintable', 'document_not_made', 'seal_failed'] },
  accounting: {
    closePeriod: ['period_not_closable'],
    askReopening: ['period_not_reopenable'],
    reopenPeriod: ['period_not_reopenable', 'reopening_needs_second'],
    saveSupplierCodes: ['not_found', 'supplier_code_taken'],
  },
  year: { certificate: ['not_found', 'year_not_over', 'characters_unprintable', 'document_not_made'] },
  payoutFiles: {
    makePayoutFile: [
      'payouts_changed',
      'payout_file_blocked',
      'payout_file_unconfirmed',
      'payout_file_settled',
      'own_commission',
      ...proof,
    ],
    downloadPayoutFile: ['payout_file_unreadable', ...proof],
    payPayoutFile: ['payouts_changed', 'own_commission'],
    withdrawPayoutFile: ['payout_file_settled', 'own_commission'],
  },
  vigilance: {
    submitDocument: [...file, 'document_in_check'],
    requestDocuments: partner,
    verifyDocument: ['document_decided', 'own_document'],
    refuseDocument: ['document_decided', 'own_document'],
    withdrawRequest: ['document_decided', 'own_document'],
  },
  contracts: {
    assignContract: [...file, ...partner, 'document_unsignable', 'inspection_unavailable'],
    validateContract: ['contract_not_pending', ...partner],
    attachScan: [...file, 'contract_not_pending'],
    revokeContract: ['contract_already_pending', ...partner],
    deleteContract: ['contract_signed_kept'],
    contractFile: link,
  },
  signing: {
    openSigning: ['contract_not_pending', 'contract_replaced', ...partner],
    noteShownPages: ['contract_not_pending', 'contract_replaced', ...partner],
    sendSigningCode: [
      'contract_not_pending',
      'contract_replaced',
      'main_contract_first',
      'document_not_opened',
      'characters_unprintable',
      'mail_unavailable',
      ...partner,
    ],
    signContract: [
      'contract_not_pending',
      'contract_replaced',
      'main_contract_first',
      'document_not_opened',
      'document_changed',
      'document_unsignable',
      'characters_unprintable',
      'signing_code_wrong',
      'signing_code_expired',
      'seal_failed',
      ...partner,
    ],
    declineContract: ['contract_not_pending', 'contract_replaced', ...partner],
    sendCountersignCode: ['contract_not_pending', 'characters_unprintable', 'mail_unavailable'],
    countersignContract: [
      'contract_not_pending',
      'document_changed',
      'document_unsignable',
      'characters_unprintable',
      'signing_code_wrong',
      'signing_code_expired',
      'seal_failed',
    ],
  },
  templates: {
    saveTemplate: ['template_archived', 'template_changed_meanwhile'],
    archiveTemplate: ['template_archived', 'template_in_use'],
    assignTemplate: ['template_archived', 'document_not_made', 'characters_unprintable', 'template_values_missing', ...partner],
    saveAutomaticAmendment: ['template_archived'],
    previewTemplate: ['document_not_made', ...partner],
  },
  resources: { addResource: file, editResource: [...file, 'resource_changed'] },
  payments: {
    savePaymentInfo: ['bank_details_wait', ...proof],
    revealIban: [...proof, 'iban_unreadable'],
  },
  billing: { correctBilling: ['billing_changed'] },
  notifications: { unsubscribe: link },
  settings: { saveSettings: file },
  tierChanges: { saveTiers: ['tiers_not_contiguous', 'tiers_changed_meanwhile'] },
  files: {
    upload: [...upload, 'document_unsignable'],
    uploadOwn: [...upload, 'document_unreadable'],
  },
}

/**
 * The error codes of a route, for the API's documentation: those that follow from its declaration, then its own. Without
 * `commonRefusals`.
 */
export function refusalsOf(slice: string, name: string, route: Route): RefusalCode[] {
  const { who, right, params } = route
  const own = (ownRefusals as Record<string, Record<string, readonly RefusalCode[]>>)[slice]?.[name] ?? []
  return [
    ...(who === 'unlocked' || who === 'unlockedPartner' ? (['contract_not_signed'] as const) : []),
    ...(right ? (['right_missing'] as const) : []),
    ...(params ? (['not_found'] as const) : []),
    ...own,
  ]
}
