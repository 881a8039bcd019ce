import type { Specified } from '#platform/messages/catalogue.ts'
import type en from './en.ts'

export default {
  accessRestricted: 'en',
  adminConsole: 'en',
  adminConsoleAs: 'en',
  adminMark: 'en',
  close: 'en',
  enterMySpace: 'fr',
  figureTiers: 'en',
  infinitePotential: 'en',
  menuCommissions: 'en',
  menuContract: 'en',
  menuContracts: 'en',
  menuDashboard: 'en',
  menuLeads: 'en',
  menuPartners: 'en',
  menuPaymentInfo: 'en',
  menuResources: 'en',
  menuStatus: 'en',
  sectionLocked: 'en',
  viewContract: 'en',
} satisfies Specified<keyof typeof en>
