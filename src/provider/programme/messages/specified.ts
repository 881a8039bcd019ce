import type { Specified } from '#platform/messages/catalogue.ts'
import type en from './en.ts'

export default {
  appDescription: 'fr',
  bicWrong: 'en',
  countryWrong: 'en',
  dayRange: 'en',
  derivedAddress: 'en',
  hourRange: 'en',
  ibanWrong: 'en',
  instantNeedsNewFormat: 'en',
  monthRange: 'en',
  noSuchLogo: 'en',
  noSuchTimeZone: 'en',
  percentRange: 'en',
  sirenWrong: 'en',
  timeZone: 'en',
  tooManyAccounts: 'en',
  unknownTimeZone: 'en',
} satisfies Specified<keyof typeof en>
