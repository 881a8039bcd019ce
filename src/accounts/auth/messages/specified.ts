import type { Specified } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  credentialsInvalid: 'fr',
  emailInvalid: { fr: 'Email invalide' },
  forgottenPassword: 'fr',
  invitedOnly: 'fr',
  nameTooShort: 'fr',
  passwordTooShort: 'fr',
  signedIn: 'fr',
  signIn: 'fr',
  signInFailed: 'fr',
  signingIn: 'fr',
  signInTitle: 'fr',
} satisfies Specified<keyof typeof en>
