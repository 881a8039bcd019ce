import type { Specified } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  adminConsole: 'en',
  adminConsoleAs: 'en',
  adminMark: 'en',
  close: 'en',
  figureTiers: 'en',
  infinitePotential: 'en',
  menuContract: 'en',
  menuContracts: 'en',
  menuPartners: 'en',
  menuPaymentInfo: 'en',
  sectionLocked: 'en',
  viewContract: 'en',
} satisfies Specified<keyof typeof en>
