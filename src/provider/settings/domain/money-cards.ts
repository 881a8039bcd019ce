import { m } from '../messages/messages.ts'
import { readableCards } from './settings-card.ts'

export const payoutCards = readableCards({
  payouts: {
    section: 'money',
    title: m.payoutsCard,
    synonyms: 'versement versements paiement virement relevé relevés minimum seuil approbation contester facture payout settings',
    usedIn: m.payoutsUsedIn,
    applies: m.payoutsApplies,
    right: 'programme',
    form: {
      source: 'programme',
      fields: [
        { name: 'minimumPayoutCents', label: m.minimumPayout, kind: 'money', hint: m.minimumPayoutHint },
        {
          name: 'secondApprovalAboveCents',
          label: m.secondApproval,
          kind: 'money',
          hint: m.secondApprovalHint,
        },
        {
          name: 'acceptanceDays',
          label: m.acceptanceDays,
          kind: 'number',
          unit: m.days,
          hint: m.acceptanceDaysHint,
        },
        {
          name: 'invoiceRequired',
          label: m.invoiceRequired,
          kind: 'switch',
          hint: m.invoiceRequiredHint,
        },
      ],
    },
  },
  account: {
    section: 'money',
    title: m.accountCard,
    synonyms: 'rib iban bic banque bank account compte bancaire débiteur debtor swift',
    usedIn: m.accountUsedIn,
    applies: m.accountApplies,
    right: 'programme',
    form: {
      source: 'programme',
      fields: [
        { name: 'iban', label: 'IBAN', kind: 'iban', wanted: true },
        { name: 'bic', label: 'BIC', kind: 'text', hint: m.ifBankAsks },
        { name: 'bankContract', label: m.contractNumber, kind: 'text', hint: m.ifBankAsks },
      ],
    },
  },
  otherAccounts: {
    section: 'money',
    title: m.otherAccountsCard,
    synonyms: 'rib iban banque comptes autres accounts statements relevés encaissement',
    usedIn: m.otherAccountsUsedIn,
    applies: m.otherAccountsApplies,
    right: 'programme',
    form: { source: 'programme', fields: [{ name: 'otherIbans', label: m.ibans, kind: 'ibans', without: m.onlyPayingAccount }] },
  },
  bankFiles: {
    section: 'money',
    title: m.bankFilesCard,
    synonyms: 'sepa pain fichier fichiers virement format instantané instant batch débit transfers pain.001',
    usedIn: m.bankFilesUsedIn,
    applies: m.bankFilesApplies,
    right: 'programme',
    form: {
      source: 'programme',
      fields: [
        { name: 'fileFormat', label: m.fileFormat, kind: 'choice' },
        { name: 'instantTransfers', label: m.instantTransfers, kind: 'switch', hint: m.instantTransfersHint },
        {
          name: 'batchBooking',
          label: m.batchBooking,
          kind: 'switch',
          hint: m.batchBookingHint,
        },
        {
          name: 'settledIsPaid',
          label: m.settledIsPaid,
          kind: 'switch',
          hint: m.settledIsPaidHint,
        },
      ],
    },
  },
  documents: {
    section: 'money',
    title: m.documentsCard,
    synonyms: 'vigilance urssaf kbis attestation obligation 5000 pièces justificatifs expired',
    usedIn: m.documentsUsedIn,
    applies: m.documentsApplies,
    right: 'programme',
    form: {
      source: 'programme',
      fields: [
        {
          name: 'vigilanceThresholdCents',
          label: m.vigilanceThreshold,
          kind: 'money',
          hint: m.vigilanceThresholdHint,
        },
        {
          name: 'vigilancePercent',
          label: m.vigilancePercent,
          kind: 'number',
          unit: '%',
          hint: m.vigilancePercentHint,
        },
        {
          name: 'vigilanceHold',
          label: m.vigilanceHold,
          kind: 'switch',
          hint: m.vigilanceHoldHint,
        },
      ],
    },
  },
})

export const accountingCards = readableCards({
  closing: {
    section: 'money',
    title: m.closingCard,
    synonyms: 'clôture clôturer fermer mois année exercice comptable close month year period reopen',
    usedIn: m.closingUsedIn,
    applies: m.closingApplies,
    right: 'money',
  },
  journalAccounts: {
    section: 'money',
    title: m.journalAccountsCard,
    synonyms: 'comptabilité comptable comptes fec plan comptable écritures accounting fournisseurs tva year settings',
    usedIn: m.journalAccountsUsedIn,
    applies: m.journalAccountsApplies,
    right: 'money',
    form: {
      source: 'year',
      fields: [
        { name: 'accountCommissions', label: m.commissions, kind: 'digits' },
        { name: 'accountVat', label: m.accountVat, kind: 'digits' },
        { name: 'accountSuppliers', label: m.accountSuppliers, kind: 'digits' },
        { name: 'accountBank', label: m.accountBank, kind: 'digits' },
        {
          name: 'accountAccrued',
          label: m.accountAccrued,
          kind: 'digits',
          hint: m.accountAccruedHint,
        },
      ],
    },
  },
  declaration: {
    section: 'money',
    title: m.declarationCard,
    synonyms: 'das2 das-2 déclaration honoraires impôts tax office year settings année contact',
    usedIn: m.declarationUsedIn,
    applies: m.declarationApplies,
    right: 'money',
    form: {
      source: 'year',
      fields: [
        { name: 'paysWages', label: m.paysWages, kind: 'switch', hint: m.paysWagesHint },
        { name: 'declarationContact', label: m.contact, kind: 'text', hint: m.declarationContactHint },
        { name: 'declarationPhone', label: m.phone, kind: 'phone' },
        { name: 'declarationEmail', label: 'E-mail', kind: 'email' },
      ],
    },
  },
  individuals: {
    section: 'money',
    title: m.individuals,
    synonyms: 'particulier particuliers occasionnel alerte plafond occasional alert year settings',
    usedIn: m.individualsUsedIn,
    applies: m.individualsApplies,
    right: 'money',
    form: {
      source: 'year',
      fields: [
        { name: 'occasionalPayments', label: m.occasionalPayments, kind: 'number', unit: m.payments },
        { name: 'occasionalCents', label: m.occasionalAmount, kind: 'money' },
      ],
    },
  },
})
