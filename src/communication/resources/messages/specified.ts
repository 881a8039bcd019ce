import type { Specified } from '#platform/messages/catalogue.ts'
import type en from './en.ts'

export default {
  addFailed: 'en',
  addResource: 'en',
  documents: 'en',
  download: 'en',
  downloadNamed: 'en',
  fileMissing: 'en',
  linkMissing: 'en',
  missingTitle: 'en',
  noneInCategory: 'en',
  openLink: 'en',
  requiredFields: 'en',
  resourceAdded: 'en',
  resourceCreated: 'en',
  resourceDeleted: 'en',
  resources: 'en',
  resourcesManagement: 'en',
  title: 'en',
  tools: 'en',
  visuals: 'en',
} satisfies Specified<keyof typeof en>
