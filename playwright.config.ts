import { defineConfig } from '@playwright/test'
import { findBrowser } from './test/browser.ts'
import { slowdown } from './test/e2e/slowdown.ts'
import { isFullRun } from './test/full-run.ts'
import { findPostgres } from './test/postgres.ts'
import { prepareEnvironment } from './test/test-environment.ts'

prepareEnvironment()

const browser = await findBrowser()
const postgres = findPostgres()
/** On the embedded database: the journey through everything, whose portal is killed on the way. */
const embedded = '**/journey.spec.ts'
const onBoth = isFullRun || process.env.TEST_DATABASES === 'both'

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results/browser',
  globalSetup: './test/e2e/global-setup.ts',
  workers: 2,
  // What passes at the second try is named at the end of a run, and does not refuse it. `npm run hunt` allows no second try.
  retries: 1,
  // On a slowed processor everything has more time: what is looked for there is order, not speed.
  timeout: 300_000 * slowdown,
  expect: { timeout: 15_000 * slowdown },
  reporter: [['list'], ['json', { outputFile: process.env.REPORT_FILE ?? 'test-results/journeys.json' }]],
  use: {
    actionTimeout: 15_000 * slowdown,
    // A trace records every page twice, and takes a third of the time: `npm test -- <file>` has one.
    trace: process.env.TRACE === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    viewport: { width: 1440, height: 900 },
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    // Files that are about gestures switch motion on.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: browser,
  },
  // What pages look like and say is the same on both, and portals on PostgreSQL take half the processor time. The longest first.
  projects: [
    { name: 'pglite', ...(postgres ? { testMatch: embedded } : {}) },
    ...(postgres ? [{ name: 'postgres', testIgnore: onBoth ? [] : embedded }] : []),
  ],
})
