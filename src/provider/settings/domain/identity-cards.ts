import { currentLanguage, localeOf, type WrittenLanguage, writtenLanguages } from '#platform/domain/languages.ts'
import { m as common } from '#platform/messages/messages.ts'
import { m } from '../messages/messages.ts'
import { readableCards } from './settings-card.ts'

/** What the reader calls a language: 'French', 'français'. */
const languageCalled = (language: WrittenLanguage): string =>
  new Intl.DisplayNames(localeOf[currentLanguage()], { type: 'language' }).of(language) ?? language

export const identityCards = readableCards({
  name: {
    section: 'identity',
    title: m.nameCard,
    synonyms: 'nom commercial enseigne trade name marque brand slogan accroche contact e-mail provider settings',
    usedIn: m.nameUsedIn,
    applies: m.nameApplies,
    right: 'programme',
    form: {
      source: 'identity',
      fields: [
        { name: 'providerName', label: m.providerName, kind: 'text', hint: m.providerNameHint, wanted: true },
        { name: 'tagline', label: m.tagline, kind: 'text', hint: m.taglineHint },
        ...writtenLanguages.map((language) => ({
          name: `taglines.${language}`,
          label: () => m.taglineIn({ language: languageCalled(language) }),
          kind: 'text' as const,
        })),
        { name: 'contactEmail', label: m.contactEmail, kind: 'email', hint: m.contactEmailHint, wanted: true },
      ],
    },
  },
  links: {
    section: 'identity',
    title: m.linksCard,
    synonyms:
      'mentions légales confidentialité données personnelles rgpd gdpr accessibilité rgaa wcag sécurité security.txt footer pied',
    usedIn: m.linksUsedIn,
    applies: m.linksApplies,
    right: 'programme',
    form: {
      source: 'identity',
      fields: [
        { name: 'links.legal', label: common.legalNotice, kind: 'text', hint: m.linkHint },
        { name: 'links.privacy', label: common.privacyPolicy, kind: 'text', hint: m.linkHint },
        { name: 'links.accessibility', label: common.accessibilityStatement, kind: 'text', hint: m.linkHint },
        { name: 'links.security', label: m.securityContact, kind: 'text', hint: m.securityContactHint },
      ],
    },
  },
  language: {
    section: 'identity',
    title: m.languageCard,
    synonyms: 'langue langues français anglais french english translation traduction catalogue',
    usedIn: m.languageUsedIn,
    applies: m.languageApplies,
    right: 'programme',
    form: {
      source: 'identity',
      fields: [{ name: 'language', label: m.languageCard, kind: 'choice', hint: m.languageHint }],
    },
  },
  look: {
    section: 'identity',
    title: m.lookCard,
    synonyms: 'logo couleur charte apparence accent brand look image picture theme',
    usedIn: m.lookUsedIn,
    applies: m.lookApplies,
    right: 'programme',
  },
  legal: {
    section: 'identity',
    title: m.legalCard,
    synonyms:
      'raison sociale forme juridique siren tva intracommunautaire vat number société company register mentions légales ppf',
    usedIn: m.legalUsedIn,
    applies: m.appliesToIssued,
    right: 'programme',
    form: {
      source: 'programme',
      fields: [
        {
          name: 'legalName',
          label: m.legalName,
          kind: 'text',
          hint: m.legalNameHint,
          wanted: true,
        },
        { name: 'legalForm', label: m.legalForm, kind: 'text', hint: m.legalFormHint },
        { name: 'siren', label: 'SIREN', kind: 'digits', wanted: true },
        { name: 'vatNumber', label: m.vatNumber, kind: 'text' },
        {
          name: 'electronicAddress',
          label: m.electronicAddress,
          kind: 'text',
          hint: m.electronicAddressHint,
        },
      ],
    },
  },
  address: {
    section: 'identity',
    title: m.addressCard,
    synonyms: 'adresse siège social rue ville code postal pays street town postcode country head office',
    usedIn: m.addressUsedIn,
    applies: m.appliesToIssued,
    right: 'programme',
    form: {
      source: 'programme',
      fields: [
        { name: 'buildingNumber', label: m.number, kind: 'text' },
        { name: 'street', label: m.street, kind: 'text', wanted: true },
        { name: 'postcode', label: m.postcode, kind: 'text', wanted: true },
        { name: 'town', label: m.town, kind: 'text', wanted: true },
        { name: 'country', label: m.holderCountry, kind: 'country', hint: m.countryHint },
      ],
    },
  },
  establishment: {
    section: 'identity',
    title: m.establishmentCard,
    synonyms: 'siret ape naf établissement code activité year settings',
    usedIn: m.establishmentUsedIn,
    applies: m.establishmentApplies,
    right: 'money',
    form: {
      source: 'year',
      fields: [
        { name: 'siret', label: 'SIRET', kind: 'digits', hint: m.siretHint },
        { name: 'ape', label: m.apeCode, kind: 'text', hint: m.apeHint },
      ],
    },
  },
})
