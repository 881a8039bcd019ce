import { useInfiniteQuery } from '@tanstack/react-query'
import { lawLabels } from '#people-data/erasures/domain.ts'
import { tableLabel } from '#people-data/register/domain/table-labels.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { EmptyState } from '#platform/web/ui/page/states.tsx'
import type { Column } from '#platform/web/ui/tables/column.ts'
import { ListTable } from '#platform/web/ui/tables/list-table.tsx'
import { useList } from '#platform/web/ui/tables/use-list.ts'
import { type KeptPerson, keptList } from '../api.ts'
import { m } from '../messages/messages.ts'
import { keptQuery } from './data.ts'

const lineOf = ({ table, rows, law, until }: KeptPerson['tables'][number]) => {
  const what = { table: tableLabel(table), rows, law: lawLabels[law] ?? law }
  return until ? m.keptRowsUntil({ ...what, day: shortDate(until) }) : m.keptRowsOpen(what)
}

const columns: readonly Column<KeptPerson>[] = [
  { key: 'erased', label: m.erasedOn(), figure: true, cell: ({ erasedAt }) => shortDate(erasedAt) },
  { key: 'person', label: m.whoWasErased(), card: 'title', kept: true, cell: ({ label }) => label },
  {
    key: 'rows',
    label: m.keptRows(),
    kept: true,
    cell: ({ tables }) =>
      tables.length === 0 ? m.nothingKept() : tables.map((each) => <div key={each.table}>{lineOf(each)}</div>),
  },
]

/** What the law keeps of people who were erased, which those who do the books alone find. */
export function KeptTab() {
  const { address, filter } = useList(keptList, {})
  const query = useInfiniteQuery(keptQuery(filter))
  return (
    <ListTable
      address={address}
      query={query}
      label={m.keptRows()}
      columns={columns}
      empty={<EmptyState title={m.nobodyErased()} text={m.keptText()} />}
    />
  )
}
