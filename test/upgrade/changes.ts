import { createHash } from 'node:crypto'
import type { Row, Rows } from './fixture.ts'

/** Intended changes of rows by migrations after 0029; all other rows stay unchanged. */
const renamedTables: Readonly<Record<string, string>> = {
  'public.lead_figures': 'public.lead_stats',
  'public.commission_figures': 'public.commission_stats',
}

type Change = (row: Row, all: Rows) => Row

const changedRows: Readonly<Record<string, Change>> = {
  'public.events': withTierIds,
  'public.idempotency_keys': (row) => ({ ...row, key: createHash('sha256').update(String(row.key)).digest('hex') }),
  'public.contracts': ({ signed_by, ...row }) => ({ ...row, signing_method: signed_by === 'manual' ? 'validated' : signed_by }),
  'public.mails': (row) => ({ ...row, kind: validatedKind(row.kind) }),
  'public.notification_choices': (row) => ({ ...row, switched_off: (row.switched_off as string[]).map(validatedKind) }),
}

const validatedKind = <T>(kind: T) => (kind === 'contract_signed' ? 'contract_validated' : kind)

/** Events refer to tiers by id, and a creation event has the lead and the description. */
function withTierIds(row: Row, all: Rows): Row {
  const withTier = (payload: unknown) => {
    const { tierName, ...rest } = payload as Row
    const tier = all['public.partner_tiers']?.find(({ name }) => name === tierName)
    return { ...rest, tierId: tier?.id ?? null }
  }
  if (row.name === 'commission.created') {
    return { ...row, after: { leadId: null, description: '', ...withTier(row.after) } }
  }
  if (row.name !== 'commission.validated') return row
  return { ...row, before: withTier(row.before), after: withTier(row.after) }
}

export function asOfToday(fixture: Rows): Rows {
  return Object.fromEntries(
    Object.entries(fixture).map(([table, rows]) => [
      renamedTables[table] ?? table,
      rows.map((row) => changedRows[table]?.(row, fixture) ?? row),
    ]),
  )
}
