import { catalogue } from '#platform/messages/catalogue.ts'
import en from './en.ts'
import fr from './fr.ts'

export const m = catalogue({ en, fr })
