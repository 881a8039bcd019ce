import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { findBrowser } from './test/browser.ts'
import { isFullRun } from './test/full-run.ts'
import { prepareEnvironment } from './test/test-environment.ts'
import { safeForWebAssembly } from './tools/node24.mjs'

prepareEnvironment()

const serverTests = ['src/**/server/**/*.test.ts']
/** What is about speed itself, or plans at a size: `npm run test:all` runs these alone, with nothing beside them. */
const testsOfSpeed = ['{src,test,tools}/**/*.seconds.test.{ts,tsx}', 'test/query-plans.test.ts']

/** Tests with a database, each in a process that it shares with others. */
const withDatabase = {
  isolate: false,
  globalSetup: './test/global-setup.ts',
  setupFiles: ['./test/keep-compiled.ts'],
  pool: 'forks' as const,
  execArgv: [...safeForWebAssembly],
}
const componentTests = ['src/**/web/**/*.browser.test.tsx', 'test/components/*.browser.test.ts']
const desktop = { width: 1440, height: 900 }
const browser = await findBrowser()

/** Component tests of a side: pages make labels when they are loaded, in the language of who reads them. */
const componentsOf = (side: 'staff' | 'partner', groupOrder: number, more: readonly string[] = []) => ({
  extends: true as const,
  // What else the pages are built with works on what is built.
  plugins: [react()],
  // All packages are prepared before: one that is found later would load the page anew in the midst of a test.
  optimizeDeps: { entries: ['src/portal/web/main.tsx', ...componentTests] },
  test: {
    name: `components of ${side}`,
    include: [`src/**/web/**/*.${side}.browser.test.tsx`, ...more],
    setupFiles: ['./test/components/set-up.ts'],
    // One page at a time, after the other projects: pages beside each other wait for one another's frames.
    maxWorkers: 1,
    sequence: { groupOrder },
    // A page's modules are loaded one by one.
    expect: { poll: { timeout: 30_000 } },
    browser: {
      enabled: true,
      headless: true,
      ui: false,
      viewport: desktop,
      // As in the journeys.
      locators: { exact: false },
      provider: playwright({
        launchOptions: browser,
        actionTimeout: 30_000,
        contextOptions: { viewport: desktop, locale: 'fr-FR', timezoneId: 'Europe/Paris', reducedMotion: 'reduce' as const },
      }),
      instances: [{ browser: 'chromium' as const }],
    },
  },
})

/**
 * Unit tests need no database; each file loads its modules anew, since those of the pages keep what they noted. Server tests say
 * at their head which of this machine's databases they run on. Their files share the processes that they run in: each would
 * take two seconds to load the server, and one more to compile PGlite. Three processes keep two cores busy, since tests wait a
 * third of their time.
 */
export default defineConfig({
  test: {
    maxWorkers: 3,
    // These end what hangs, on a busy machine too. What a test does is bounded by numbers of values, files and steps; budgets of
    // seconds are in *.seconds.test.ts.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
    // Files and their tests run in an order that the printed seed decides; `--sequence.seed` repeats it. A suite whose tests are
    // steps of one story says so (test/in-order.ts).
    sequence: { shuffle: { files: true, tests: true } },
    attachmentsDir: 'test-results/attachments',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          pool: 'threads',
          include: ['src/**/*.test.{ts,tsx}', '{tools,bench}/**/*.test.ts'],
          exclude: [...serverTests, ...testsOfSpeed, ...componentTests, '**/node_modules/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: [...serverTests, 'test/*.test.ts', 'test/{delivery,other-browsers}/*.test.ts'],
          exclude: testsOfSpeed,
          // After the unit tests: a process ends where the next file is of another project. The tests of a file share a portal:
          // the full run looks for what depends on their order.
          sequence: { groupOrder: 1, shuffle: { tests: isFullRun } },
          ...withDatabase,
        },
      },
      { extends: true, test: { name: 'seconds', include: testsOfSpeed, ...withDatabase } },
      componentsOf('staff', 2, ['test/components/*.browser.test.ts']),
      componentsOf('partner', 3),
    ],
  },
})
