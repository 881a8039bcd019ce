import { businessTables } from './business-tables.ts'
import type { Catalogue } from './catalogue.ts'
import { documentTables } from './document-tables.ts'
import { functions } from './functions.ts'
import { peopleTables } from './people-tables.ts'
import { infrastructureTables } from './infrastructure-tables.ts'

/**
 * Who may do what, for every table, policy, trigger and function of the database. Rows are laid out in this order, so a
 * table comes after those that it refers to.
 */
export const catalogue: Catalogue = {
  tables: { ...peopleTables, ...documentTables, ...businessTables, ...infrastructureTables },
  functions,
  schemas: {
    app: ['anonymous', 'partner', 'admin', 'system', 'auth'],
    auth: ['auth', 'system'],
    // PostgreSQL lets everybody look into it; what is in it has grants of its own.
    public: ['anonymous', 'partner', 'admin', 'system', 'auth', 'jobs'],
    passerelle: [],
    pgboss: ['jobs', 'system', 'admin', 'partner'],
  },
  libraries: {
    pgboss: {
      all: { jobs: ['select', 'insert', 'update', 'delete'] },
      except: Object.fromEntries(
        ['job', 'job_common', 'queue'].map((table) => {
          const sender = table === 'queue' ? (['select'] as const) : (['insert', 'select (id, start_after)'] as const)
          return [table, { jobs: ['select', 'insert', 'update', 'delete'], system: sender, admin: sender, partner: sender }]
        }),
      ),
    },
  },
}
