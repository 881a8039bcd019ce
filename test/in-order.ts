import type { SuiteOptions } from 'vitest'

/** Options of a suite whose tests are steps of one story: they run as they stand. `describe.each` takes no such literal. */
export const inOrder: SuiteOptions = { shuffle: false }
