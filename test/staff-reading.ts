import { afterAll } from 'vitest'
import { defaultReading, type Reading, setReadingSource } from '#platform/domain/languages.ts'

/** How staff read a portal where no language was chosen. Without a request, a test reads as partners and visitors do. */
export const staffReading: Reading = { language: 'specified', side: 'en' }

/** Texts are those that staff read, from here to the end of the test file. For files that start no portal. */
export function readAsStaff(): void {
  setReadingSource(() => staffReading)
  afterAll(() => setReadingSource(() => defaultReading))
}
