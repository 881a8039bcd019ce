import type { Specified } from '#platform/messages/catalogue.ts'
import type en from './en.ts'

export default {} satisfies Specified<keyof typeof en>
