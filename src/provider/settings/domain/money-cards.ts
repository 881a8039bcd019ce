import type { SettingsCard } from './settings-card.ts'

export const payoutCards = {
  payouts: {
    section: 'money',
    title: 'Payouts and statements',
    synonyms: 'versement versements paiement virement relevé relevés minimum seuil approbation contester facture payout settings',
    usedIn: 'Runs, statements, approvals, mandates of self-billing',
    applies:
      'The minimum from the next run on, the rest for what is not approved yet; issued statements keep their days to contest',
    right: 'programme',
    form: {
      source: 'programme',
      fields: [
        { name: 'minimumPayoutCents', label: 'Minimum payout (€)', kind: 'money', hint: 'Less is carried over' },
        {
          name: 'secondApprovalAboveCents',
          label: 'Second approval above (€)',
          kind: 'money',
          hint: 'By somebody else than who issued it',
        },
        {
          name: 'acceptanceDays',
          label: 'Days to contest a statement',
          kind: 'number',
          unit: 'days',
          hint: 'Then it counts as accepted',
        },
        {
          name: 'invoiceRequired',
          label: 'Partners who invoice themselves are paid after their invoice is accepted',
          kind: 'switch',
          hint: 'Their payouts cannot be approved before',
        },
      ],
    },
  },
  account: {
    section: 'money',
    title: 'Account that pays',
    synonyms: 'rib iban bic banque bank account compte bancaire débiteur debtor swift',
    usedIn: 'Bank files, and the bank’s answers to them',
    applies: 'From the next file on; the account before stays among your other accounts, since payments come back to it',
    right: 'programme',
    form: {
      source: 'programme',
      fields: [
        { name: 'iban', label: 'IBAN', kind: 'iban', wanted: true },
        { name: 'bic', label: 'BIC', kind: 'text', hint: 'If the bank asks for it' },
        { name: 'bankContract', label: 'Contract number', kind: 'text', hint: 'If the bank asks for it' },
      ],
    },
  },
  otherAccounts: {
    section: 'money',
    title: 'Your other accounts',
    synonyms: 'rib iban banque comptes autres accounts statements relevés encaissement',
    usedIn: 'Statements of these accounts are read as well; those of all others change nothing',
    applies: 'From the next statement on',
    right: 'programme',
    form: { source: 'programme', fields: [{ name: 'otherIbans', label: 'IBANs', kind: 'ibans' }] },
  },
  bankFiles: {
    section: 'money',
    title: 'Bank files',
    synonyms: 'sepa pain fichier fichiers virement format instantané instant batch débit transfers pain.001',
    usedIn: 'The file of payouts that you hand to the bank, and its answers',
    applies: 'From the next file on, where each choice can be changed once more',
    right: 'programme',
    form: {
      source: 'programme',
      fields: [
        { name: 'fileFormat', label: 'File format', kind: 'choice' },
        { name: 'instantTransfers', label: 'Instant transfers', kind: 'switch', hint: 'In pain.001.001.09 alone' },
        {
          name: 'batchBooking',
          label: 'One debit for a whole file',
          kind: 'switch',
          hint: 'Otherwise the account shows one for each partner',
        },
        {
          name: 'settledIsPaid',
          label: 'Settled transfers count as paid',
          kind: 'switch',
          hint: 'As soon as the bank reports them (ACSC, ACCC), without waiting for its statement',
        },
      ],
    },
  },
  documents: {
    section: 'money',
    title: 'Documents of partners',
    synonyms: 'vigilance urssaf kbis attestation obligation 5000 pièces justificatifs expired',
    usedIn: 'What partners are asked for, and payouts that wait for it',
    applies: 'Partners are asked from the next night on, and payouts wait at once; what was asked for stays asked for',
    right: 'programme',
    form: {
      source: 'programme',
      fields: [
        {
          name: 'vigilanceThresholdCents',
          label: 'Threshold of 12 months (€)',
          kind: 'money',
          hint: '5 000 € by law; 0: nobody is asked by amount',
        },
        {
          name: 'vigilancePercent',
          label: 'Asked from (% of it)',
          kind: 'number',
          unit: '%',
          hint: 'Attestation URSSAF and Kbis',
        },
        {
          name: 'vigilanceHold',
          label: 'Payouts wait for documents that are missing or have expired',
          kind: 'switch',
          hint: 'Those that were asked for or verified',
        },
      ],
    },
  },
} as const satisfies Readonly<Record<string, SettingsCard>>

export const accountingCards = {
  closing: {
    section: 'money',
    title: 'Closing of months and years',
    synonyms: 'clôture clôturer fermer mois année exercice comptable close month year period reopen',
    usedIn: 'The accountant’s journal, the declaration of the year',
    applies: 'A closed month takes no further entry: what is recorded later is booked on the first open day',
    right: 'money',
  },
  journalAccounts: {
    section: 'money',
    title: 'Accounts of the journal',
    synonyms: 'comptabilité comptable comptes fec plan comptable écritures accounting fournisseurs tva year settings',
    usedIn: 'The accountant’s journal (FEC)',
    applies: 'To months that are still open; closed ones keep their accounts',
    right: 'money',
    form: {
      source: 'year',
      fields: [
        { name: 'accountCommissions', label: 'Commissions', kind: 'digits' },
        { name: 'accountVat', label: 'Deductible VAT', kind: 'digits' },
        { name: 'accountSuppliers', label: 'Suppliers', kind: 'digits' },
        { name: 'accountBank', label: 'Bank', kind: 'digits' },
        {
          name: 'accountAccrued',
          label: 'Invoices to come',
          kind: 'digits',
          hint: 'What is owed to partners who invoice themselves, until their invoice is accepted',
        },
      ],
    },
  },
  declaration: {
    section: 'money',
    title: 'Declaration of commissions (DAS2)',
    synonyms: 'das2 das-2 déclaration honoraires impôts tax office year settings année contact',
    usedIn: 'The year’s declaration and its file',
    applies: 'From the next export on; exported declarations stay as they are',
    right: 'money',
    form: {
      source: 'year',
      fields: [
        { name: 'paysWages', label: 'Pays wages', kind: 'switch', hint: 'Decides the type of the declaration' },
        { name: 'declarationContact', label: 'Contact', kind: 'text', hint: 'Whom the tax office may ask' },
        { name: 'declarationPhone', label: 'Phone', kind: 'phone' },
        { name: 'declarationEmail', label: 'E-mail', kind: 'email' },
      ],
    },
  },
  individuals: {
    section: 'money',
    title: 'Individuals without a business',
    synonyms: 'particulier particuliers occasionnel alerte plafond occasional alert year settings',
    usedIn: 'The alert on the page of the year',
    applies: 'At once, for the open year',
    right: 'money',
    form: {
      source: 'year',
      fields: [
        { name: 'occasionalPayments', label: 'Alert from payments a year', kind: 'number', unit: 'payments' },
        { name: 'occasionalCents', label: 'Or from (€) a year', kind: 'money' },
      ],
    },
  },
} as const satisfies Readonly<Record<string, SettingsCard>>
