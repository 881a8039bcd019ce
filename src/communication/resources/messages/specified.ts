import type { Specified } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  addFailed: 'en',
  documents: 'en',
  download: 'en',
  downloadNamed: 'en',
  missingTitle: 'en',
  noneInCategory: 'en',
  openLink: 'en',
  resourceAdded: 'en',
  resourceCreated: 'en',
  resourceDeleted: 'en',
  resourcesManagement: 'en',
  title: 'en',
  tools: 'en',
  visuals: 'en',
} satisfies Specified<keyof typeof en>
