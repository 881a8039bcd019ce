import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { PartnerRole } from '#access/domain/actor.ts'
import { ownsAddress } from '#accounts/people/server/queries.ts'
import { addPartner, withdrawInvitation } from '#partners/partners/server/commands.ts'
import { reachesBank } from '#partners/team/domain.ts'
import { joinedOwners } from '#partners/team/server/appointment-commands.ts'
import { addToTeam } from '#partners/team/server/commands.ts'
import { emailAddress, text } from '#platform/api/shapes.ts'
import { damagedCells } from '#platform/domain/damaged-cells.ts'
import { normalizeTitle, readCell } from '#platform/domain/file-columns.ts'
import { type FieldError, Refusal } from '#platform/domain/refusal.ts'
import { quoted } from '#platform/domain/typed-amounts.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { CallerContext } from '#platform/server/http/as-system.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { partnerRow } from '../api.ts'
import { readRole } from '../domain/partner-values.ts'
import { m } from '../messages/messages.ts'
import { anyOf } from './any-of.ts'
import type { AppliedRow, CheckedRow, KindOfImport, Order } from './kind-of-import.ts'

const form = z.object({
  email: emailAddress(m.notAnAddress),
  fullName: text(1, 100, m.nameMissing),
  company: text(0, 200, ''),
})

interface PartnerForm extends z.output<typeof form> {
  /** What they are to the company; null: each row is a partner of its own. */
  readonly role: PartnerRole | null
  readonly templateId: string | null
}

type ReadRow = { readonly form: PartnerForm } | { readonly errors: readonly FieldError[] }

/** Reads the texts of a row; `templates` are those of main contracts, by their normalized names. */
function readRow(cells: unknown, templates: ReadonlyMap<string, string>): ReadRow {
  const row = z.safeParse(partnerRow, cells)
  if (!row.success) return { errors: [{ path: '', message: m.rowUnreadable() }] }
  const { fullName, company, role: roleName, template: templateName, email } = row.data
  const read = z.safeParse(form, {
    fullName: readCell(fullName),
    company: readCell(company),
    email: readCell(email).toLowerCase(),
  })
  const problems = read.success ? [] : read.error.issues.map(({ path, message }) => ({ path: String(path[0] ?? ''), message }))
  const damaged = damagedCells(row.data)
  const errors = [...damaged, ...problems.filter(({ path }) => !damaged.some((each) => each.path === path))]
  const named = readCell(templateName)
  const templateId = templates.get(normalizeTitle(named)) ?? null
  if (named !== '' && !templateId) errors.push({ path: 'template', message: m.noSuchTemplate({ templateName: quoted(named) }) })
  const role = readRole(readCell(roleName))
  if (role === undefined) errors.push({ path: 'role', message: m.noSuchRole({ role: quoted(readCell(roleName)) }) })
  if (!read.success || role === undefined || errors.length > 0) return { errors }
  return { form: { ...read.data, role, templateId } }
}

/** Main contracts that a new partner can be sent. A file may call one as any reader does; its own name comes first. */
async function readTemplates(tx: Tx): Promise<ReadonlyMap<string, string>> {
  const templates = await tx
    .selectFrom('contract_templates')
    .select(['id', 'name', 'names'])
    .where('kind', '=', 'main')
    .where('archived_at', 'is', null)
    .execute()
  const otherNames = templates.flatMap(({ id, names }) => Object.values(names).map((name) => ({ id, name })))
  return new Map([...otherNames, ...templates].map(({ id, name }) => [normalizeTitle(name), id]))
}

/** Addresses that have an account or an invitation, or wait for one, each with a sentence that says which. */
async function knownAddresses(tx: Tx, emails: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .selectFrom('profiles as p')
    .select(['p.email', 'p.joined_at'])
    .where('p.email', '=', sql<string>`any(${[...emails]}::text[])`)
    .where('p.deleted_at', 'is', null)
    .where(ownsAddress)
    .execute()
  return new Map(rows.map(({ email, joined_at }) => [email, joined_at ? m.hasAccount({ email }) : m.invitedAlready({ email })]))
}

/** The partners that are a company, by its key: those whose main person belongs to it. */
async function partnersByCompany(tx: Tx, companies: readonly string[]) {
  const { rows } = await sql<{ readonly key: string; readonly company: string; readonly partnerIds: readonly string[] }>`
    select n.company, app.company_key(n.company) as key,
      array(select c.id from profiles p join partners c on c.main_person_id = p.user_id
        where p.company_key = app.company_key(n.company) and p.deleted_at is null and c.merged_into is null) as "partnerIds"
    from unnest(${[...companies]}::text[]) n (company)`.execute(tx)
  return new Map(rows.map(({ company, ...row }) => [company, row]))
}

const companiesOf = (rows: readonly ReadRow[]) => [
  ...new Set(rows.flatMap((row) => ('form' in row && row.form.role && row.form.company ? [row.form.company] : []))),
]

/** What adding these partners would do: reads, and writes nothing. */
async function checkPartners({ tx }: Pick<TransactionContext, 'tx'>, rows: readonly unknown[]): Promise<CheckedRow[]> {
  const templates = await readTemplates(tx)
  const read = rows.map((cells) => readRow(cells, templates))
  const [known, companies] = await Promise.all([
    knownAddresses(
      tx,
      read.flatMap((row) => ('form' in row ? [row.form.email] : [])),
    ),
    partnersByCompany(tx, companiesOf(read)),
  ])
  const withOwner = new Set<string>()
  for (const { partnerIds } of companies.values()) {
    for (const id of partnerIds) if ((await joinedOwners(tx, id)).length > 0) withOwner.add(id)
  }
  const seen = new Set<string>()
  return read.map((row): CheckedRow => {
    if ('errors' in row) return { outcome: 'refused', messages: [...row.errors], read: null }
    const { email, fullName, company, role, templateId } = row.form
    const there = companies.get(company)
    const [partnerId, other] = role ? (there?.partnerIds ?? []) : []
    if (other) return { outcome: 'refused', messages: [{ path: 'company', message: m.companyTwice({ company }) }], read: null }
    const toProve = partnerId !== undefined && role !== null && reachesBank(role) && withOwner.has(partnerId)
    const shown = { title: fullName, partner: company, status: role ?? '', templateId, toProve }
    const reason = known.get(email)
    if (reason) return { outcome: 'known', messages: [{ path: 'email', message: reason }], read: shown }
    const marks = [`email:${email}`]
    if (seen.has(email)) {
      return { outcome: 'repeated', messages: [{ path: 'email', message: m.standsBefore({ email }) }], read: shown }
    }
    seen.add(email)
    return { outcome: 'ready', messages: [], read: shown, marks, seeks: marks }
  })
}

/** Adds everybody whose row is ready: nobody is invited before staff press. */
async function addPartners(context: CallerContext, rows: readonly unknown[], order: Order): Promise<AppliedRow[]> {
  const checked = await checkPartners(context, rows)
  const templates = await readTemplates(context.tx)
  const applied: AppliedRow[] = []
  for (const [at, row] of checked.entries()) {
    const read = readRow(rows[at], templates)
    applied.push(
      row.outcome === 'ready' && 'form' in read ? await addOne(context, row, read.form, order) : { ...row, recordId: null },
    )
  }
  return applied
}

async function addOne(context: CallerContext, row: CheckedRow, given: PartnerForm, { confirmed }: Order): Promise<AppliedRow> {
  const { role, fullName, email, company } = given
  try {
    // The company may be one that a row before has added.
    const companies = role && company ? await partnersByCompany(context.tx, [company]) : null
    const [partnerId] = companies?.get(company)?.partnerIds ?? []
    const { userId } =
      role && partnerId
        ? await addToTeam(context, partnerId, { fullName, email, role }, { by: 'password', given: confirmed })
        : await addPartner(context, { fullName, email, company })
    return { ...row, outcome: 'imported', recordId: userId }
  } catch (error) {
    // Somebody else has added them since this transaction looked, or whoever brought the file may not any more.
    if (!(error instanceof Refusal)) throw error
    const outcome = error.code === 'email_taken' ? 'known' : 'refused'
    return { ...row, outcome, messages: [{ path: 'email', message: error.message }], recordId: null }
  }
}

/** Nobody has come in: they disappear from the lists as those do whose invitation is withdrawn. */
async function removePartners(context: TransactionContext, personIds: readonly string[]): Promise<void> {
  for (const id of personIds) await withdrawInvitation(context, id)
}

export const partnerImport: KindOfImport = {
  right: 'partners',
  asSystem: true,
  check: (context, rows) => checkPartners(context, rows),
  apply: addPartners,
  undo: removePartners,
  async existing(tx, personIds) {
    const people = tx.selectFrom('profiles').select('user_id').where('user_id', '=', anyOf(personIds))
    return (await people.where('deleted_at', 'is', null).execute()).map(({ user_id }) => user_id)
  },
  subjects: async (_, personIds) => new Map(personIds.map((id) => [id, id])),
  repeats: (line) => ({ outcome: 'repeated', path: 'email', message: m.repeatsRow({ line }) }),
}
