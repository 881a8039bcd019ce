/** Whether this is `npm run test:all`. */
export const isFullRun = process.env.FULL_RUN === 'true'

/** How many random histories a test tries: all of them in the full run, a quarter for a change. */
export const histories = (all: number): number => (isFullRun ? all : Math.ceil(all / 4))

/** The seeds of as many random histories, from 1 on. */
export const seedsOf = (all: number): readonly number[] => Array.from({ length: histories(all) }, (_, index) => index + 1)
