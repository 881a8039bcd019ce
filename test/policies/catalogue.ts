/** The kinds of caller that the database knows; each is the role `passerelle_…`. */
export const roles = ['anonymous', 'partner', 'admin', 'system', 'auth', 'jobs'] as const
export type Role = (typeof roles)[number]

/** As in a grant: `select`, or for some columns only `update (name, company)`. */
type Verb = 'select' | 'insert' | 'update' | 'delete'
export type Grant = Verb | `${Verb} (${string})`
export type Grants = Partial<Record<Role, readonly Grant[]>>

/** Labels of rows, or every row. */
export type Rows = readonly string[] | 'all'

/**
 * What the policies alone let a role do, whatever it is granted: which rows it reads, changes and deletes, and which rows
 * it may write. `becomes` is what a changed row may be afterwards; without it, the same rows as `update`.
 */
export interface RowAccess {
  readonly select?: Rows
  readonly insert?: Rows
  readonly update?: Rows
  readonly becomes?: Rows
  readonly delete?: Rows
}

/** A row by its column names; columns that are left out have their default. */
export type Row = Readonly<Record<string, string | number | boolean | null | object>>

/** A table of the product's schema `public`. */
export interface TableExpectation {
  readonly grants: Grants
  /** Rows of both partners, both administrators and nobody: enough that every policy shows some and hides some. */
  readonly rows: Readonly<Record<string, Row>>
  /** What the policies let each role do; a role that is not named reaches nothing. */
  readonly access: Partial<Record<Role, RowAccess>>
  /** Their names with the roles that they are for, in the order of the alphabet: `own to admin, partner`. */
  readonly policies: readonly `${string} to ${string}`[]
  readonly triggers?: Readonly<Record<string, readonly Fact[]>>
}

/** A table that has no row security: what keeps people from it are grants alone. */
export interface PlainTable {
  readonly grants: Grants
  readonly rowSecurity: 'none'
  readonly rows?: Readonly<Record<string, Row>>
}

/** Something that holds, tried in a transaction that is rolled back, with deferred constraints judged at once. */
export interface Fact {
  readonly title: string
  readonly as: Actor
  /** Done before by the owner of the tables, past all policies. */
  readonly given?: string
  /** The last statement of `sql` answers with one value, or is refused with this constraint or SQLSTATE. */
  readonly sql: string
  readonly expect: { readonly value: unknown } | { readonly refused: string }
}

export interface FunctionExpectation {
  /** Who may call it; `everybody` is what PostgreSQL grants unless it is revoked. */
  readonly execute: readonly Role[] | 'everybody'
  readonly facts?: readonly Fact[]
  /**
   * Wanted of every security-definer function: its checks, each as the text that makes it and what stands there when the
   * check is gone. `null` says that it returns nothing that its callers may not know.
   */
  readonly checks?: Readonly<Record<string, readonly [text: string, without: string]>> | null
}

export interface Catalogue {
  /** By name for the schema `public`, else as `schema.table`. */
  readonly tables: Readonly<Record<string, TableExpectation | PlainTable>>
  /** By signature, as PostgreSQL writes it: `app.session(text,timestamp with time zone)`. */
  readonly functions: Readonly<Record<string, FunctionExpectation>>
  readonly schemas: Readonly<Record<string, readonly Role[]>>
  /** Schemas whose tables and functions a library makes; one rule for all of them, and exceptions. */
  readonly libraries: Readonly<Record<string, { readonly all: Grants; readonly except: Readonly<Record<string, Grants>> }>>
}

export interface Actor {
  readonly role: Role
  readonly userId: string
}

/** All four verbs over the same rows. */
export function every(rows: Rows): RowAccess {
  return { select: rows, insert: rows, update: rows, delete: rows }
}

export const everything = every('all')
