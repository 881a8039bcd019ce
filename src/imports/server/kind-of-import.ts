import type * as z from 'zod/mini'
import type { Right } from '#access/domain/staff-rights.ts'
import type { FieldError } from '#platform/domain/refusal.ts'
import type { Config } from '#platform/server/config.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { CallerContext } from '#platform/server/http/as-system.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { importRoutes, CheckedRow as ShownRow } from '../api.ts'
import type { ImportKind } from '../domain/kinds.ts'

/** What is said for all rows of an import. */
export interface Order {
  readonly id: string
  readonly settings: z.output<typeof importRoutes.beginImport.body>['settings']
  /** Whether whoever brought the file has proven who they are. */
  readonly confirmed: boolean
  /** The key of the list of contacts that are refused. */
  readonly secret: Pick<Config, 'secret'>
}

/** What applying a row would do. */
export interface CheckedRow extends Omit<ShownRow, 'number' | 'recordId'> {
  /** What the row is known by to later rows of the file, and what it asks of those before. */
  readonly marks?: readonly string[]
  readonly seeks?: readonly string[]
}

/** What became of a row; the record is null where it was not taken. */
export interface AppliedRow extends Omit<CheckedRow, 'outcome'> {
  readonly outcome: CheckedRow['outcome']
  readonly recordId: string | null
}

/** What differs between the kinds of import: how rows are read, and which commands they are for. */
export interface KindOfImport {
  /** What staff need, as to add one by hand. */
  readonly right: Right
  /** Its commands write what no role of a person may. */
  readonly asSystem?: true
  /** The dry run, row by row and in their order: writes nothing. */
  check(context: TransactionContext, rows: readonly unknown[], order: Order): Promise<readonly CheckedRow[]>
  /** Adds the rows that may be taken, by the commands that people use. */
  apply(context: CallerContext, rows: readonly unknown[], order: Order): Promise<readonly AppliedRow[]>
  /** Takes the records back, which nothing has followed. */
  undo(context: CallerContext, recordIds: readonly string[]): Promise<void>
  /** Those of the records that are still there. */
  existing(tx: Tx, recordIds: readonly string[]): Promise<readonly string[]>
  /** What events are about that follow a record: itself, and what came with it; each with its record. */
  subjects(tx: Tx, recordIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** A row that repeats one before it in the file. */
  readonly repeats?: (line: number) => FieldError & { readonly outcome: CheckedRow['outcome'] }
}

export type KindsOfImport = Readonly<Record<ImportKind, KindOfImport>>
