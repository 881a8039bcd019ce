import type { Specified } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  addLead: 'en',
  callsMade: 'en',
  dealsSigned: 'en',
  edit: 'fr',
  estimatedRevenue: 'en',
  leadAdded: 'fr',
  leadAddedText: 'fr',
  leadCreated: 'en',
  leadCreatedText: 'en',
  leadDeleted: 'fr',
  leadNotAdded: 'fr',
  leadNotDeleted: 'fr',
  leadsAdded: 'en',
  manageOpportunities: 'en',
  moreDetails: 'fr',
  moveTo: 'fr',
  moveToStage: 'fr',
  noLead: 'fr',
  possibleDuplicate: 'fr',
  remove: 'fr',
} satisfies Specified<keyof typeof en>
