import type { Specified } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  invitationFailed: 'en',
  inviteNewPartner: 'en',
  partnerInvited: 'en',
} satisfies Specified<keyof typeof en>
