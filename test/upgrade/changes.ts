import type { Row, Rows } from './fixture.ts'

/** What migrations after 0029 make of rows on purpose; all others are kept as they are. */
const renamedTables: Readonly<Record<string, string>> = {
  'public.lead_figures': 'public.lead_stats',
  'public.commission_figures': 'public.commission_stats',
}

const changedRows: Readonly<Record<string, (row: Row) => Row>> = {
  'public.contracts': ({ signed_by, ...row }) => ({ ...row, signing_method: signed_by === 'manual' ? 'validated' : signed_by }),
  'public.mails': (row) => ({ ...row, kind: validatedKind(row.kind) }),
  'public.notification_choices': (row) => ({ ...row, switched_off: (row.switched_off as string[]).map(validatedKind) }),
}

const validatedKind = <T>(kind: T) => (kind === 'contract_signed' ? 'contract_validated' : kind)

export function asOfToday(fixture: Rows): Rows {
  return Object.fromEntries(
    Object.entries(fixture).map(([table, rows]) => [
      renamedTables[table] ?? table,
      rows.map(changedRows[table] ?? ((row) => row)),
    ]),
  )
}
