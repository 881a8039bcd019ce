import type { SettingsCard } from './settings-card.ts'

export const identityCards = {
  name: {
    section: 'identity',
    title: 'Name and contact',
    synonyms: 'nom commercial enseigne trade name marque brand slogan accroche contact e-mail provider settings',
    usedIn: 'Every page, the landing page, the sender and the foot of mails, receipts, certificates of contracts',
    applies: 'At once on pages and in mails; documents that were issued keep what they say',
    right: 'programme',
    form: {
      source: 'identity',
      fields: [
        { name: 'providerName', label: 'Provider’s name', kind: 'text', hint: 'As people know you', wanted: true },
        { name: 'tagline', label: 'Tagline', kind: 'text' },
        { name: 'contactEmail', label: 'Contact e-mail', kind: 'email', hint: 'Where partners write to', wanted: true },
      ],
    },
  },
  look: {
    section: 'identity',
    title: 'Logo and colour',
    synonyms: 'logo couleur charte apparence accent brand look image picture theme',
    usedIn: 'Pages, mails, statements and invoices',
    applies: 'At once; documents that were issued keep their look',
    right: 'programme',
  },
  legal: {
    section: 'identity',
    title: 'Legal identity',
    synonyms:
      'raison sociale forme juridique siren tva intracommunautaire vat number société company register mentions légales ppf',
    usedIn: 'Contracts, certificates, invoices, statements, bank files, the declaration, the foot of mails',
    applies: 'To what is issued from then on; documents that were issued keep what they say',
    right: 'programme',
    form: {
      source: 'programme',
      fields: [
        {
          name: 'legalName',
          label: 'Legal name',
          kind: 'text',
          hint: 'The debtor of transfers, and on statements',
          wanted: true,
        },
        { name: 'legalForm', label: 'Legal form', kind: 'text', hint: 'Such as SAS au capital de 10 000 €' },
        { name: 'siren', label: 'SIREN', kind: 'digits', wanted: true },
        { name: 'vatNumber', label: 'VAT number', kind: 'text' },
        {
          name: 'electronicAddress',
          label: 'Electronic address',
          kind: 'text',
          hint: 'For invoices, in the directory of platforms; empty: your SIREN',
        },
      ],
    },
  },
  address: {
    section: 'identity',
    title: 'Registered address',
    synonyms: 'adresse siège social rue ville code postal pays street town postcode country head office',
    usedIn: 'Contracts, certificates, receipts, invoices, statements, the declaration, the foot of mails and of the landing page',
    applies: 'To what is issued from then on; documents that were issued keep what they say',
    right: 'programme',
    form: {
      source: 'programme',
      fields: [
        { name: 'buildingNumber', label: 'Number', kind: 'text' },
        { name: 'street', label: 'Street', kind: 'text', wanted: true },
        { name: 'postcode', label: 'Postcode', kind: 'text', wanted: true },
        { name: 'town', label: 'Town', kind: 'text', wanted: true },
        { name: 'country', label: 'Country', kind: 'country', hint: 'Two letters, such as FR' },
      ],
    },
  },
  establishment: {
    section: 'identity',
    title: 'Establishment',
    synonyms: 'siret ape naf établissement code activité year settings',
    usedIn: 'The year’s declaration',
    applies: 'From the next export on',
    right: 'money',
    form: {
      source: 'year',
      fields: [
        { name: 'siret', label: 'SIRET', kind: 'digits', hint: 'Of the establishment that declares' },
        { name: 'ape', label: 'APE code', kind: 'text', hint: 'Such as 6201Z' },
      ],
    },
  },
} as const satisfies Readonly<Record<string, SettingsCard>>
