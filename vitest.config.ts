import { defineConfig } from 'vitest/config'
import { embeddedFlags } from './test/embedded-flags.ts'

/** Unit tests need no database; server tests run on every database that this machine has. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/{domain,api,web}/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'server',
          include: ['src/server/**/*.test.ts', 'test/*.test.ts'],
          globalSetup: './test/global-setup.ts',
          pool: 'forks',
          execArgv: [...embeddedFlags],
          maxWorkers: 2,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
