import type { Specified } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  deleteQuestion: 'en',
  markedAsSigned: 'en',
  partnerDeleted: 'en',
  personRemoved: 'en',
  roleIsNow: 'en',
  roleUpdated: 'en',
  updateRole: 'en',
} satisfies Specified<keyof typeof en>
