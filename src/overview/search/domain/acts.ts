import type { Role } from '#platform/domain/actor.ts'
import { pagePaths } from '#platform/domain/page-paths.ts'
import type { NeededRight } from '#platform/domain/staff-rights.ts'

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

/** What is done most, by role. */
export const acts: readonly Act[] = [
  { label: 'Add Lead', words: small, path: adding(pagePaths.adminLeads, 'lead'), role: 'admin', right: 'leads' },
  { label: 'Add Lead', words: small, path: adding(pagePaths.leads, 'lead'), role: 'partner', needsContract: true },
  {
    label: 'Invite Partner',
    words: `staff team ${small}`,
    path: adding(pagePaths.partners, 'partner'),
    role: 'admin',
    right: ['partners', 'team'],
  },
  {
    label: 'Add Contract',
    words: `assign amendment mandate attribuer mandat ${small}`,
    path: adding(pagePaths.adminContracts, 'contract'),
    role: 'admin',
    right: 'contracts',
  },
  {
    label: 'New run',
    words: `payouts pay partners payer versements ${small}`,
    path: adding(pagePaths.adminPayouts, 'run'),
    role: 'admin',
    right: 'money',
  },
  {
    label: 'Bank answer',
    words: `read statement releve lire pain.002 camt.053 camt.054 ${small}`,
    path: adding(pagePaths.adminPayouts, 'answer'),
    role: 'admin',
    right: 'money',
  },
  {
    label: 'Add client payment',
    words: `record received ${small}`,
    path: adding(pagePaths.clientPayments, 'payment'),
    role: 'admin',
    right: 'money',
  },
  {
    label: 'Import client payments',
    words: small,
    path: adding(pagePaths.clientPayments, 'import'),
    role: 'admin',
    right: 'money',
  },
  {
    label: 'Add commission',
    words: `bonus ${small}`,
    path: adding(pagePaths.adminCommissions, 'commission'),
    role: 'admin',
    right: 'money',
  },
  {
    label: 'New announcement',
    words: `write message ecrire ${small}`,
    path: adding(pagePaths.announcements, 'announcement'),
    role: 'admin',
    right: 'announcements',
  },
  { label: 'Add resource', words: small, path: adding(pagePaths.adminResources, 'resource'), role: 'admin', right: 'resources' },
  {
    label: 'Close a month',
    words: `accounting comptabilite ${small}`,
    path: adding(pagePaths.year, 'closing'),
    role: 'admin',
    right: 'money',
  },
  {
    label: 'Declare the year',
    words: `tax das2 ${small}`,
    path: adding(pagePaths.year, 'declaration'),
    role: 'admin',
    right: 'money',
  },
  { label: 'Export leads', words: small, path: adding(pagePaths.adminLeads, 'export'), role: 'admin' },
  { label: 'Export commissions', words: small, path: adding(pagePaths.adminCommissions, 'export'), role: 'admin' },
  { label: 'Export payouts', words: small, path: adding(pagePaths.adminPayouts, 'export'), role: 'admin' },
]
