// Fills an empty portal with a large world: `npm run big-world -- --data-dir ./data-big` (or DATABASE_URL), then start it
// there.
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { system } from '#access/domain/actor.ts'
import { rights } from '#access/domain/staff-rights.ts'
import { acceptInvitation, addInvitation, createFirstAdministrator, setupOpen } from '#accounts/auth/server/commands.ts'
import { allTiers } from '#money/tiers/server/queries.ts'
import { invite } from '#partners/partners/server/commands.ts'
import { readConfig } from '#platform/server/config.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { DB } from '#platform/server/db/schema.generated.ts'
import type { Portal } from '#platform/server/portal.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import { recordedOnly } from '#portal/server/event-rules.ts'
import { startPortal } from '#portal/server/start.ts'
import { administrator, password } from '../demo/content.ts'
import { type BigLead, type BigSizes, leadsOf, peopleOf, signedContract } from './big-rows.ts'

const batch = 5000

const { values } = parseArgs({
  options: {
    'data-dir': { type: 'string' },
    partners: { type: 'string', default: '2000' },
    leads: { type: 'string', default: '100000' },
    column: { type: 'string', default: '5200' },
  },
})
const sizes: BigSizes = { partners: Number(values.partners), leads: Number(values.leads), column: Number(values.column) }
const dataDir = values['data-dir'] ?? './data-big'
const config = readConfig({ ...process.env, DATA_DIR: dataDir }, { dataDir })
const running = await startPortal(config, { listen: false, logLevel: 'error' })
try {
  const portal: Portal = { ...running.portal, eventRules: recordedOnly }
  if (!(await withTransaction(portal, system, setupOpen))) throw new Error('this portal is not empty')
  const partner = await grow(portal)
  process.stdout.write(
    `${sizes.partners} partners and ${sizes.leads} leads in ${config.databaseUrl ? 'the database of DATABASE_URL' : dataDir}.\n` +
      `Password of both: ${password}\n  ${administrator.email}  (administrator)\n  ${partner}  ` +
      `(partner, ${sizes.column} leads in Nouveau)\n`,
  )
} finally {
  await running.stop()
}

/** Two people sign in, the others are there. Returns the address of the partner who does. */
async function grow(portal: Portal): Promise<string> {
  const now = portal.clock.now()
  const passwordHash = await portal.auth.hashPassword(password)
  const { userId: adminId } = await withTransaction(portal, system, (context) =>
    createFirstAdministrator(context, { setupLinkId: null, ...administrator, passwordHash }),
  )
  const [first, ...others] = peopleOf(sizes.partners, now)
  if (!first) throw new Error('there has to be one partner')
  const { full_name: fullName, email, company, created_at, joined_at } = first
  const { userId } = await withTransaction(portal, { kind: 'admin', userId: adminId, rights }, (context) =>
    invite(context, { fullName, email, role: 'partner' }),
  )
  await withTransaction(portal, system, async (context) => {
    const invitationId = await addInvitation(context, userId)
    await acceptInvitation(context, { invitationId, fullName, passwordHash })
    await context.tx.updateTable('profiles').set({ company, created_at, joined_at }).where('user_id', '=', userId).execute()
  })
  await insert(portal, 'profiles', others)
  const roles = others.map(({ user_id }) => ({ user_id, role: 'partner' as const }))
  await insert(portal, 'user_roles', roles)
  await portal.database.asActor(system, (tx) => insertPartners(tx, others))
  const ids = [userId, ...others.map(({ user_id }) => user_id)]
  await insert(portal, 'contracts', ids.map(signedContract))
  // Companies are drawn by chance, and come again: every lead is accepted.
  await portal.database.asActor(system, (tx) => tx.updateTable('programme_settings').set({ registrations: false }).execute())
  const tiers = await portal.database.asActor(system, allTiers)
  const ranges = tiers.map((tier) => ({ ...tier, commissionRate: Number(tier.commissionRate) }))
  let waiting: BigLead[] = []
  for (const each of leadsOf(ids, sizes, ranges, now)) {
    waiting.push(each)
    if (waiting.length < batch) continue
    await insertLeads(portal, waiting)
    waiting = []
  }
  await insertLeads(portal, waiting)
  await portal.database.vacuum()
  return email
}

/** Each is a company of one person, who owns it: the database judges the two at the commit. */
async function insertPartners(tx: Tx, people: readonly { readonly user_id: string; readonly created_at: Date }[]) {
  const partners = people.map(({ user_id: id, created_at }) => ({ id, main_person_id: id, created_at }))
  await insertRows(tx, 'partners', partners)
  const owners = partners.map(({ id, created_at: since }) => ({ partner_id: id, person_id: id, role: 'owner', since }))
  await insertRows(tx, 'partner_members', owners)
}

/** Signed leads go in together with their commissions: the database judges the two at each commit. */
function insertLeads(portal: Portal, all: readonly BigLead[]): Promise<void> {
  return portal.database.asActor(system, async (tx) => {
    await insertRows(
      tx,
      'leads',
      all.map(({ lead }) => lead),
    )
    await insertRows(
      tx,
      'commissions',
      all.flatMap(({ commission }) => commission ?? []),
    )
  })
}

async function insert(portal: Portal, table: keyof DB, rows: readonly object[]): Promise<void> {
  for (let start = 0; start < rows.length; start += batch) {
    await portal.database.asActor(system, (tx) => insertRows(tx, table, rows.slice(start, start + batch)))
  }
}

async function insertRows(tx: Tx, table: keyof DB, rows: readonly object[]): Promise<void> {
  if (!rows[0]) return
  const columns = sql.join(Object.keys(rows[0]).map((name) => sql.ref(name)))
  const into = sql.table(table)
  const source = sql`jsonb_populate_recordset(null::${into}, ${JSON.stringify(rows)}::jsonb)`
  await sql`insert into ${into} (${columns}) select ${columns} from ${source}`.execute(tx)
}
