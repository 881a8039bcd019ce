import { businessTables } from './business-tables.ts'
import type { Catalogue } from './catalogue.ts'
import { documentTables } from './document-tables.ts'
import { functions } from './functions.ts'
import { peopleTables } from './people-tables.ts'
import { infrastructureTables } from './infrastructure-tables.ts'
import { keptSums } from './kept-sums.ts'

/**
 * The permissions of every table, policy, trigger and function. Rows are inserted in this order, so a table follows those it
 * references.
 */
export const catalogue: Catalogue = {
  tables: { ...peopleTables, ...documentTables, ...businessTables, ...keptSums, ...infrastructureTables },
  functions,
  schemas: {
    app: ['anonymous', 'partner', 'admin', 'system', 'auth'],
    auth: ['auth', 'system'],
    // PostgreSQL's default for `public`; its objects have their own grants.
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
