import { nobody, shapeOf, type TableEntries } from '#access/domain/personal-data.ts'
import type { EventName, EventPayloads } from '#portal/api/events.ts'

/** Texts that somebody typed count as being about people, since they may. */
const payloadShape = shapeOf<EventPayloads[EventName]>()(
  `address bankName buildingNumber cause company contactEmail declarationContact declarationEmail declarationPhone description
    electronicAddress email fields fileName fullName legalForm legalName loss message name note notes partner phone postcode
    reason siren siret street text town vatNumber website maskAfter maskBefore`,
  `about aboutPerson accentColour acceptanceDays acceptedCount accountAccrued accountBank accountCommissions accountSuppliers
    accountVat act after afterDays alone always amountCents answer ape appointmentId as asks at_once audience bankContract
    bankReasons base basis batchBooking because before bic bonuses by byRule cap category cents changeId changed changes
    claimRoles clawbackId clientId clientPaymentCount clientPaymentId closingId code codeId colleagues colleaguesLeads colour
    commentId commissionBasis commissionId commissionRate confirmationId confirmed contractType count country counts
    countsAsCall creditNote day days daysLeft declared definition descriptions digest digestHour disabled documentId documents
    en enabled entries error estimatedAmountCents euros events example excluded expectedCents expiresOn exportId
    extensionMonths externalId failureId decision deleted dueAt emptied erasureId fileFormat fileHash fileId first firstDay
    fixedCents fr freed from handedOn help helps how importId ibanChanged ibanChecksOut inList info instantTransfers into
    invitationId invoice invoiceId invoiceRequired isAutomatic isExpectedAgain isMailed isWithdrawn issuedOn issuer job key
    keys kind label language leadCents leadId leads leastCents lines linkId links logoFileId made mailId mailed measure merged
    messageId method minRevenueCents minimumPayoutCents missing mode months mostCents names netCents news noteId number
    occasionalCents occasionalPayments off offer offerType offers on onCard onIntroductions options otherAccounts outcome
    paidAt paidCents paidCount paidOn partnerDomains partnerEnters partnerId partnerLeaves partnerRole passkeys paused
    payableUntil payouts pays paysWages per percent personId personIds period platform possibleDuplicateOf protectedUntil
    protectionMonths provider providerName rate receivedOn recipients reduction reference refund refundsReference regime
    registrationHours registrations rejectedCents rejectedCount reminderDays reminderId refused removed renewed replacedIban
    replacement replaces required requiredFrom requestId resetId revenueCents role roleClaim ruleId rules scope scopes
    searchable secondApprovalAboveCents secret section seesAmounts sessionId settings settledIsPaid signInLinks signedAt
    signingMethod silentAcceptance since staffDomains staffEdits staffEnters staffLeaves staffName staffNames staffRole
    staleAfterDays state status stays suggestedCents switchedOff tagline taglines templateId tierId tiers timeZone title to
    together tool totalCents triesLeft until url validFrom vatCents vatRate verifiedCount version viewId vigilanceHold
    vigilancePercent vigilanceThresholdCents way what when withInvitation year yearCents`,
)

const read = 'cause description fields fileName loss message note notes reason text'

export const eventData: TableEntries = {
  events: {
    of: ['client', 'partner', 'member', 'staff'],
    via: { '*': 'subject_id', leads: 'after.leadId before.leadId', profiles: 'actor_id', partners: 'partner_id' },
    why: 'security',
    period: 'lead',
    erase: 'empty',
    show: 'yes',
    columns: 'before after',
    but: { origin: { of: ['member', 'staff'], period: 'log' } },
    since: 't.occurred_at',
    json: {
      before: { ...payloadShape, read },
      after: { ...payloadShape, read },
      origin: { person: 'address agent', facts: 'method' },
    },
    facts: 'id seq name occurred_at actor_id subject_id partner_id audience request_id',
  },
  // Hashes of events, each with a salt that goes with what the event says: without it nobody finds it out by trying.
  journal: nobody('seq event_id occurred_at chained_at name record_hash prev_hash hash'),
  journal_salts: nobody('seq salt'),
  journal_head: nobody('id seq hash searched_to pending_to pending_on'),
  journal_roots: nobody('day time_zone seq hash prev_root made_at token stamped_at'),
}
