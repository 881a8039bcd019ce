import type { PartnerRole } from '#access/domain/actor.ts'
import type { Right } from '#access/domain/staff-rights.ts'

/** The kinds of caller; each is the database role `passerelle_…`. Partners are tried as sharers, who read more. */
export const roles = ['anonymous', 'partner', 'admin', 'system', 'auth', 'jobs'] as const
export type Role = (typeof roles)[number]

/** Labels of sample rows, or all of them. */
export type Rows = readonly string[] | 'all'

/**
 * What the policies alone permit a role, regardless of grants: the rows it can read, update, delete and insert. `becomes`: the
 * permitted new states of an updated row; default: the rows of `update`.
 */
export interface RowAccess {
  readonly select?: Rows
  readonly insert?: Rows
  readonly update?: Rows
  readonly becomes?: Rows
  readonly delete?: Rows
}

/** A row by column name; omitted columns have their default. */
export type Row = Readonly<Record<string, string | number | boolean | null | object>>

/** The rights of staff that a change asks for, one of them, in alphabetical order; `own`: one's own records, without a right. */
export type NeededRights = readonly Right[] | 'own'

/** A table with row security. */
export interface TableExpectation {
  /**
   * What staff need for each verb that they are granted. Without it they read what they read, may lock rows, and change
   * nothing; `withoutRight` says what they reach still.
   */
  readonly rights?: Partial<Record<'insert' | 'update' | 'delete', NeededRights>>
  readonly withoutRight?: RowAccess
  /** Rows of both partners, both administrators and nobody, so that every policy shows some and hides some. */
  readonly rows: Readonly<Record<string, Row>>
  /** Permissions by role; an omitted role has none. */
  readonly access: Partial<Record<Role, RowAccess>>
  readonly triggers?: Readonly<Record<string, readonly Fact[]>>
  /** What the policies alone decide about rows that no sample can be, tried with triggers off and everything granted. */
  readonly policyFacts?: readonly Fact[]
}

/** A table that grants alone protect, with rows that others refer to. */
export interface PlainTable {
  readonly rows: Readonly<Record<string, Row>>
}

/** An assertion about the database, run in a transaction that is rolled back, with deferred constraints checked at once. */
export interface Fact {
  readonly title: string
  readonly as: Actor
  /** Setup SQL, run as the owner of the tables, past all policies. */
  readonly setup?: string
  /** The last statement of `sql` must return this value, or be refused with this constraint or SQLSTATE. */
  readonly sql: string
  readonly expect: { readonly value: unknown } | { readonly refused: string }
}

export interface FunctionExpectation {
  readonly facts?: readonly Fact[]
  /**
   * Required for security-definer functions but those of triggers: each check, as its source text and the text without it.
   * `null`: it returns nothing that callers must not see.
   */
  readonly checks?: Readonly<Record<string, readonly [text: string, without: string]>> | null
}

/** Who is to reach what; inventory.txt lists what there is, and who is granted what. */
export interface Catalogue {
  /** By name in the schema `public`, otherwise `schema.table`. */
  readonly tables: Readonly<Record<string, TableExpectation | PlainTable>>
  /** By signature as PostgreSQL prints it: `app.session(text,timestamp with time zone)`. */
  readonly functions: Readonly<Record<string, FunctionExpectation>>
  /** Attempts that nothing but a missing grant refuses. */
  readonly withheld: readonly Fact[]
}

export interface Actor {
  readonly role: Role
  readonly userId: string
  /** The partner that the person belongs to, by default one of their own. */
  readonly partnerId?: string
  readonly partnerRole?: PartnerRole
  readonly seesAmounts?: boolean
}

/** All four permissions on the same rows. */
export function every(rows: Rows): RowAccess {
  return { select: rows, insert: rows, update: rows, delete: rows }
}

export const everything = every('all')
