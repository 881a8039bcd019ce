import type { Role } from '#access/domain/actor.ts'
import { importPath, pagePaths } from '#access/domain/page-paths.ts'
import type { NeededRight } from '#access/domain/staff-rights.ts'
import type { Message } from '#platform/domain/languages.ts'
import { m } from '../messages/messages.ts'

/** Something that is done at one place of the portal, and found by what people call it. */
export interface Act {
  readonly label: string
  /** Words that people look for it by, beside the label and its synonyms: small words of a sentence among them. */
  readonly words: string
  /** The place, with what is to be done opened. */
  readonly path: string
  readonly role: Role
  /** The right that staff need. */
  readonly right?: NeededRight
  /** A partner can do it once the main contract is signed. */
  readonly needsContract?: true
}

/** The value of `?add=` that opens what is to be done on a page. */
const adding = (path: string, what: string) => `${path}?add=${what}`
const small = 'un une des de du la le les a'

/** The label is read in the language of the reader. */
const act = (label: Message, rest: Omit<Act, 'label'>): Act => ({
  ...rest,
  get label() {
    return label()
  },
})

/** What is done most, by role. */
export const acts: readonly Act[] = [
  act(m.addLead, { words: small, path: adding(pagePaths.adminLeads, 'lead'), role: 'admin', right: 'leads' }),
  act(m.addLead, { words: small, path: adding(pagePaths.leads, 'lead'), role: 'partner', needsContract: true }),
  act(m.invitePartner, {
    words: `staff team ${small}`,
    path: adding(pagePaths.partners, 'partner'),
    role: 'admin',
    right: ['partners', 'team'],
  }),
  act(m.addContract, {
    words: `assign amendment mandate attribuer mandat ${small}`,
    path: adding(pagePaths.adminContracts, 'contract'),
    role: 'admin',
    right: 'contracts',
  }),
  act(m.newRun, {
    words: `payouts pay partners payer versements ${small}`,
    path: adding(pagePaths.adminPayouts, 'run'),
    role: 'admin',
    right: 'money',
  }),
  act(m.bankAnswer, {
    words: `read statement releve lire pain.002 camt.053 camt.054 ${small}`,
    path: adding(pagePaths.adminPayouts, 'answer'),
    role: 'admin',
    right: 'money',
  }),
  act(m.addClientPayment, {
    words: `record received ${small}`,
    path: adding(pagePaths.clientPayments, 'payment'),
    role: 'admin',
    right: 'money',
  }),
  act(m.importClientPayments, {
    words: small,
    path: importPath('client_payments'),
    role: 'admin',
    right: 'money',
  }),
  act(m.addCommission, {
    words: `bonus ${small}`,
    path: adding(pagePaths.adminCommissions, 'commission'),
    role: 'admin',
    right: 'money',
  }),
  act(m.takeBackCommission, {
    words: `reprise reprendre claw back clawback reverse reversal annuler ${small}`,
    path: `${pagePaths.adminCommissions}?status=paye`,
    role: 'admin',
    right: 'money',
  }),
  act(m.mergePartners, {
    words: `fusionner fusion merge doublon duplicate ${small}`,
    path: pagePaths.partners,
    role: 'admin',
    right: 'partners',
  }),
  act(m.splitPartner, {
    words: `scinder separer diviser split ${small}`,
    path: pagePaths.partners,
    role: 'admin',
    right: 'partners',
  }),
  act(m.viewAsPartner, {
    words: `voir comme see view as impersonate simuler ${small}`,
    path: pagePaths.partners,
    role: 'admin',
    right: 'partners',
  }),
  act(m.resetTwoFactor, {
    words: `double authentification reinitialiser two-factor 2fa mfa totp second facteur lost perdu ${small}`,
    path: pagePaths.partners,
    role: 'admin',
    right: 'partners',
  }),
  act(m.newAnnouncement, {
    words: `write message ecrire ${small}`,
    path: adding(pagePaths.announcements, 'announcement'),
    role: 'admin',
    right: 'announcements',
  }),
  act(m.addResource, { words: small, path: adding(pagePaths.adminResources, 'resource'), role: 'admin', right: 'resources' }),
  act(m.closeMonth, {
    words: `accounting comptabilite ${small}`,
    path: adding(pagePaths.year, 'closing'),
    role: 'admin',
    right: 'money',
  }),
  act(m.declareYear, {
    words: `tax das2 attestation certificate releve statement annuel yearly ${small}`,
    path: adding(pagePaths.year, 'declaration'),
    role: 'admin',
    right: 'money',
  }),
  act(m.ownCertificates, {
    words: `attestation releve statement annuel yearly fiscal tax impots ${small}`,
    path: pagePaths.payouts,
    role: 'partner',
    needsContract: true,
  }),
  act(m.ownDocuments, {
    words: `urssaf vigilance kbis assurance insurance certificate attestation ${small}`,
    path: pagePaths.documents,
    role: 'partner',
    needsContract: true,
  }),
  act(m.exportLeads, { words: small, path: adding(pagePaths.adminLeads, 'export'), role: 'admin' }),
  act(m.exportCommissions, { words: small, path: adding(pagePaths.adminCommissions, 'export'), role: 'admin' }),
  act(m.exportPayouts, { words: small, path: adding(pagePaths.adminPayouts, 'export'), role: 'admin' }),
]
