import { PartnerLink } from '#accounts/people/web/partner-link.tsx'
import type { Contract } from '#contracts/contracts/api/contracts.ts'
import { contractTypeLabels } from '#contracts/contracts/domain/contracts.ts'
import { ContractActions, type ContractAsk } from '#contracts/contracts/web/list/contract-actions.tsx'
import { StageCell } from '#contracts/contracts/web/list/contract-stage.tsx'
import { shortDate } from '#platform/web/ui/dates.ts'
import type { Column } from '#platform/web/ui/tables/column.ts'
import type { SelectionRules } from '#platform/web/ui/tables/row-selection.tsx'
import { m } from '../messages/messages.ts'

export interface ContractColumnsProps {
  /** The date that the table is about. */
  readonly date: { readonly label: string; readonly sort: 'date' | 'signed'; readonly of: (row: Contract) => string | null }
  readonly onAsk: (ask: ContractAsk) => void
  /** Opens the contract's evidence. */
  readonly onOpen: (id: string) => void
}

export const contractColumns = ({ date, onAsk, onOpen }: ContractColumnsProps): readonly Column<Contract>[] => [
  {
    key: 'partner',
    label: m.partner(),
    sort: 'partner',
    card: 'title',
    cell: ({ partner }) => <PartnerLink partner={partner} />,
  },
  { key: 'type', label: m.type(), sort: 'type', cell: ({ contractType }) => contractTypeLabels[contractType] },
  {
    key: 'title',
    label: m.titleColumn(),
    lang: m.titleColumn.lang,
    sort: 'title',
    priority: 2,
    cell: ({ title }) => <Clamped text={title} />,
  },
  {
    key: 'date',
    label: date.label,
    sort: date.sort,
    descendingFirst: true,
    figure: true,
    cell: (row) => {
      const at = date.of(row)
      return at ? shortDate(at) : '—'
    },
  },
  { key: 'stage', label: m.stage(), kept: true, cell: (row) => <StageCell contract={row} /> },
  {
    key: 'actions',
    label: m.actions(),
    align: 'end',
    card: 'actions',
    cell: (row) => <ContractActions row={row} onAsk={onAsk} onOpen={onOpen} />,
  },
]

/** Both tables' columns, to choose them. */
export const contractViewColumns = contractColumns({
  date: { label: m.createdOrSigned(), sort: 'date', of: () => null },
  onAsk: () => undefined,
  onOpen: () => undefined,
})

function Clamped({ text }: { text: string }) {
  return (
    <span className="clamp" title={text}>
      {text}
    </span>
  )
}

export const countersignSelection: SelectionRules<Contract> = {
  isSelectable: ({ can }) => can.countersign,
  rowLabel: ({ title, partner }) => m.chooseContract({ title, name: partner.name }),
  allLabel: m.chooseAllToCounterSign(),
}
