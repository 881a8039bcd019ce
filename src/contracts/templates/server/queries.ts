import { sql } from 'kysely'
import { writtenLanguageNamed } from '#platform/domain/languages.ts'
import { nameIn } from '#platform/domain/names.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { nameInSql } from '#platform/server/db/name-in-sql.ts'
import { folded } from '#platform/server/http/lists/listing.ts'
import type { AutomaticAmendment, Template, TemplateDetail, WrittenBody } from '../api.ts'
import { m } from '../messages/messages.ts'

/** When a rule of the programme was last published by somebody of staff. */
const newestRule = sql<Date | null>`(select max(n.published_at) from commission_rule_versions n
  join commission_rules r on r.id = n.rule_id where r.partner_id is null and n.published_by is not null)`

/** A text of a main contract that was written before the rules changed, and does not take them up by its field. */
const isOlderThanRules = sql<boolean>`coalesce(t.kind = 'main' and v.created_at < ${newestRule}
  and not jsonb_path_exists(v.body, '$.** ? (@.field == "commission_terms")'), false)`

/** Templates with their newest version. */
function templates(tx: Tx) {
  return tx
    .selectFrom('contract_templates as t')
    .innerJoin('contract_template_versions as v', (join) =>
      join
        .onRef('v.template_id', '=', 't.id')
        .on('v.version', '=', sql<number>`(select max(version) from contract_template_versions where template_id = t.id)`),
    )
    .leftJoin('profiles as p', 'p.user_id', 'v.created_by')
    .select([
      't.id',
      't.kind',
      't.name',
      't.names',
      't.language',
      't.archived_at',
      't.to_review',
      'v.version',
      'v.title',
      'v.created_at',
      'p.full_name as changed_by',
      isOlderThanRules.as('older'),
    ])
}
type Row = Awaited<ReturnType<ReturnType<typeof templates>['executeTakeFirstOrThrow']>>

const present = (row: Row): Template => ({
  id: row.id,
  kind: row.kind,
  name: nameIn(row),
  language: writtenLanguageNamed(row.language),
  version: row.version,
  title: row.title,
  changedAt: row.created_at.toISOString(),
  changedBy: row.changed_by,
  archived: row.archived_at !== null,
  toReview: row.to_review,
  olderThanRules: row.older,
})

/** Every template by name; archived ones only when asked for. */
export async function listTemplates(tx: Tx, archivedToo: boolean): Promise<Template[]> {
  const all = archivedToo ? templates(tx) : templates(tx).where('t.archived_at', 'is', null)
  const rows = await all
    .orderBy(folded(nameInSql('t')))
    .orderBy('t.id')
    .execute()
  return rows.map(present)
}

/** Templates that are not archived with their newest texts, by kind and name. */
export async function writtenTemplates(tx: Tx) {
  const rows = await templates(tx)
    .select(['v.body'])
    .where('t.archived_at', 'is', null)
    .orderBy('t.kind')
    .orderBy(sql`t.name collate "C"`)
    .execute()
  return rows.map(({ id, kind, name, names, language, title, body, version }) => ({
    id,
    kind,
    name,
    names,
    title,
    version,
    language: writtenLanguageNamed(language),
    body: body as WrittenBody,
  }))
}

/** A template in its newest version. Refuses `not_found`. */
export async function findTemplate(tx: Tx, id: string): Promise<Template> {
  return present(await findRow(tx, id))
}

async function findRow(tx: Tx, id: string): Promise<Row> {
  const row = await templates(tx).where('t.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found', m.noSuchTemplate())
  return row
}

/** A template with its versions, newest first. Refuses `not_found`. */
export async function templateDetail(tx: Tx, id: string): Promise<TemplateDetail> {
  const row = await findRow(tx, id)
  const versions = await tx
    .selectFrom('contract_template_versions as v')
    .leftJoin('profiles as p', 'p.user_id', 'v.created_by')
    .select(['v.version', 'v.title', 'v.body', 'v.created_at', 'p.full_name as by'])
    .where('v.template_id', '=', id)
    .orderBy('v.version', 'desc')
    .execute()
  return {
    ...present(row),
    ownName: row.name,
    names: row.names,
    versions: versions.map(({ version, title, body, created_at, by }) => ({
      version,
      title,
      body,
      createdAt: created_at.toISOString(),
      createdBy: by,
    })),
  }
}

export interface TemplateVersion {
  readonly id: string
  readonly kind: Template['kind']
  readonly language: string
  readonly title: string
  readonly body: WrittenBody
}

/** The version to assign, by default the newest. Refuses `not_found` and `template_archived`. */
export async function versionToAssign(tx: Tx, templateId: string, version?: number): Promise<TemplateVersion> {
  const newest = tx
    .selectFrom('contract_template_versions as v')
    .innerJoin('contract_templates as t', 't.id', 'v.template_id')
    .select(['v.id', 't.kind', 't.language', 't.archived_at', 'v.title', 'v.body'])
    .where('t.id', '=', templateId)
    .orderBy('v.version', 'desc')
    .limit(1)
  const row = await (version === undefined ? newest : newest.where('v.version', '=', version)).executeTakeFirst()
  if (!row) throw new Refusal('not_found', m.noSuchTemplate())
  if (row.archived_at) throw new Refusal('template_archived', m.templateArchivedUnassigned())
  return { id: row.id, kind: row.kind, language: row.language, title: row.title, body: row.body }
}

export async function automaticAmendment(tx: Tx): Promise<AutomaticAmendment> {
  const row = await tx.selectFrom('template_settings').selectAll().executeTakeFirstOrThrow()
  return { on: row.tier_amendments_on, templateId: row.tier_amendment_template_id }
}
