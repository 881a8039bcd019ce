import type { Specified } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  leadNotSigned: { en: '{company} is not in Signé: move the lead there first.' },
  leadNotSignedSentence: { en: 'This lead is not in Signé: payments are recorded for signed leads.' },
  namingNotSigned: { en: '“{naming}” is not in Signé' },
  nothingToClose: {
    en: 'Nothing more is expected of this lead’s client, or nothing was paid yet: a lead that comes to nothing leaves Signé.',
  },
} satisfies Specified<keyof typeof en>
