// The thin schema, in a database of its own beside the portal's: the same partners, leads and commissions.
import { rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

export const thinDatabase = 'thin'

/** Signs in for the floor and for PostGraphile. It has no right but to take one of the two roles. */
export const thinLogin = 'thin'

const roles = `
  create role thin_partner nologin;
  create role thin_admin nologin;
  create role ${thinLogin} login noinherit;
  grant thin_partner, thin_admin to ${thinLogin}`

/** What the tables take from the portal's, in the order of their references. */
const rows: Readonly<Record<string, string>> = {
  'partners (id, name, company, email, rate, created_at)': `
    select p.id, f.full_name, f.company, f.email, t.commission_rate, p.created_at
    from partners p join profiles f on f.user_id = p.main_person_id left join partner_revenue r on r.partner_id = p.id
    join partner_tiers t on coalesce(r.revenue_cents, 0) >= t.min_revenue_cents
      and (t.max_revenue_cents is null or coalesce(r.revenue_cents, 0) < t.max_revenue_cents)
    order by p.id`,
  'leads (id, partner_id, name, company, email, amount, status, created_at, updated_at)': `
    select id, partner_id, name, company, email, estimated_amount_cents / 100.0, status, created_at, updated_at
    from leads order by id`,
  'commissions (id, lead_id, partner_id, amount, status, created_at)': `
    select id, lead_id, partner_id, amount_cents / 100.0, status, created_at from commissions order by id`,
}

/** Makes the database on a server that has the portal's. `adminUrl` names a database of it, for a superuser. */
export async function fillThin(adminUrl: (database: string) => string): Promise<void> {
  const portal = new pg.Client({ connectionString: adminUrl('portal') })
  const thin = new pg.Client({ connectionString: adminUrl(thinDatabase) })
  try {
    await portal.connect()
    for (const statement of [`create database ${thinDatabase}`, ...roles.split(';')]) await portal.query(statement)
    await thin.connect()
    await thin.query("set maintenance_work_mem = '512MB'")
    await thin.query(await sqlOf('tables.sql'))
    await copyRows(portal, thin)
    await thin.query(await sqlOf('access.sql'))
    await thin.query('vacuum (analyze)')
  } finally {
    await portal.end()
    await thin.end()
  }
}

/** Through a file of the server, which both databases belong to. */
async function copyRows(portal: pg.Client, thin: pg.Client): Promise<void> {
  const [folder] = (await portal.query<{ data_directory: string }>('show data_directory')).rows
  const file = join(folder?.data_directory ?? '', 'thin-rows')
  for (const [columns, select] of Object.entries(rows)) {
    await portal.query(`copy (${select}) to '${file}'`)
    await thin.query(`copy ${columns} from '${file}'`)
  }
  rmSync(file)
}

const sqlOf = (name: string) => readFile(join(import.meta.dirname, name), 'utf8')
