import { catalogue } from '#platform/messages/catalogue.ts'
import en from './en.ts'
import fr from './fr.ts'
import specified from './specified.ts'

export const m = catalogue({ en, fr, specified })
