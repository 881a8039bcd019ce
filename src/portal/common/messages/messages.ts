import en from './en.ts'
import fr from './fr.ts'
import specified from './specified.ts'

/** Words that several slices say, of buttons, columns and errors above all: each slice's `m` has them beside its own. */
export const common = { en, fr, specified }
