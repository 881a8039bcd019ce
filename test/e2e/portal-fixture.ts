import { test as base } from '@playwright/test'
import { findPostgres, startPostgres } from '../postgres.ts'
import { PortalProcess } from '../running-portal.ts'

/** A fresh portal for a journey: embedded, or on PostgreSQL, as the project says. */
export const test = base.extend<{ portal: PortalProcess }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner wants the pattern
  portal: async ({}, use, info) => {
    const bin = info.project.name === 'postgres' ? findPostgres() : null
    const postgres = bin ? await startPostgres(bin) : null
    const database = await postgres?.newDatabase()
    const portal = new PortalProcess(database ? { DATABASE_URL: database.url } : {})
    try {
      await portal.start()
      await use(portal)
    } finally {
      await portal.remove()
      await postgres?.stop()
    }
  },
})
