import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/server/db/database.ts'
import { keptQuery } from '#platform/server/db/kept-query.ts'
import type { LeadStatus } from '../domain/leads.ts'
import { type LeadFilter, scopeOf } from './filter-queries.ts'
import { isUsual, newest, type Page, type PageValues, pageConditions, perShape } from './page-queries.ts'
import { type ListedLead, listedLeads } from './queries.ts'

const askedStage = sql<LeadStatus>`asked.stage`

/** Pages of several stages, each by `page`, which compares the stage of its leads with `askedStage`. */
const eachStage = (tx: Tx, stages: RawBuilder<LeadStatus[]>, page: ReturnType<typeof listedLeads>) =>
  tx
    .selectFrom(sql<{ stage: LeadStatus }>`unnest(${stages}::text[])`.as<'asked'>(sql`asked(stage)`))
    .innerJoinLateral(page.as('l'), (join) => join.onTrue())
    .selectAll('l')
    .orderBy('l.created_at', 'desc')
    .orderBy('l.id', 'desc')

interface BoardShape {
  readonly ofAll: boolean
  readonly ofPartner: boolean
  readonly rows: number
  /** The keys of the stages, with commas between them. */
  readonly stages: string
}

/** Boards filtered by partner alone. Their stages are a part of the text, as their rows are. */
const keptBoard = perShape(({ ofAll, ofPartner, rows, stages }: BoardShape) =>
  keptQuery<Pick<PageValues, 'partnerId'>, ListedLead>((db, parameter) => {
    const conditions = [
      sql<boolean>`l.status = ${askedStage}`,
      ...(ofPartner ? [sql<boolean>`l.partner_id = ${parameter('partnerId')}`] : []),
      ...scopeOf({ ofAll, ofPartner }),
    ]
    const keys = sql<LeadStatus[]>`string_to_array(${sql.lit(stages)}, ',')`
    return eachStage(db, keys, newest(listedLeads(db, ofAll), conditions, sql.lit(rows)))
  }),
)

function boardPages(tx: Tx, stages: readonly LeadStatus[], filter: BoardFilter): Promise<ListedLead[]> {
  const { ofAll, partnerId, limit } = filter
  if (stages.length === 0) return Promise.resolve([])
  if (isUsual(filter)) {
    const shape = { ofAll, ofPartner: Boolean(partnerId), rows: limit + 1, stages: stages.join() }
    return keptBoard(shape)(tx, { partnerId })
  }
  const conditions = pageConditions({ ...filter, status: askedStage, after: null })
  return eachStage(tx, sql`${[...stages]}`, newest(listedLeads(tx, ofAll), conditions, limit + 1)).execute()
}

type BoardFilter = Omit<LeadFilter, 'status'> & Omit<Page, 'after'>

/** The first page of each of these stages, as `listLeads` has it, in one query. */
export async function listLeadsByStage(
  tx: Tx,
  stages: readonly LeadStatus[],
  filter: BoardFilter,
): Promise<ReadonlyMap<LeadStatus, ListedLead[]>> {
  return Map.groupBy(await boardPages(tx, stages, filter), ({ status }) => status)
}
