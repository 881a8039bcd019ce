import type { Specified } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  address: 'en',
  addressTooLong: 'en',
  addressTooShort: 'en',
  checksumDiffers: 'en',
  company: 'en',
  companyTooLong: 'en',
  companyTooShort: 'en',
  country: 'en',
  countryTooLong: 'en',
  countryTooShort: 'en',
  doubtfulIban: 'en',
  ibanFormat: 'en',
  infoSaved: 'en',
  paymentInfo: 'en',
  paymentInformation: 'en',
  saveFailed: 'en',
  saveInformation: 'en',
  validationError: 'en',
} satisfies Specified<keyof typeof en>
