import { defineConfig } from '@playwright/test'
import { findBrowser } from './test/browser.ts'
import { findPostgres } from './test/postgres.ts'

const browser = await findBrowser()
const homes = findPostgres() ? ['pglite', 'postgres'] : ['pglite']

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results/browser',
  workers: 1,
  retries: 0,
  timeout: 180_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/journeys.json' }]],
  use: {
    actionTimeout: 15_000,
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    viewport: { width: 1440, height: 900 },
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    launchOptions: browser,
  },
  // One journey runs on every database; what pages look like and say is the same on all.
  projects: homes.map((name) => ({ name, ...(name === 'pglite' ? {} : { testMatch: '**/journey.spec.ts' }) })),
})
