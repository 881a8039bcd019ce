import { Anchor, Button, Title } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { WithRight } from '#access/web/with-right.tsx'
import { PartnerLink, partnerPath } from '#accounts/people/web/partner-link.tsx'
import { formatEuros, formatEurosExact } from '#platform/domain/money.ts'
import { typeset } from '#platform/domain/typesetting.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { EmptyState } from '#platform/web/ui/page/states.tsx'
import { type BadgeTone, StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { Column } from '#platform/web/ui/tables/column.ts'
import { DataTable } from '#platform/web/ui/tables/data-table.tsx'
import { rowButtonClass } from '#platform/web/ui/tables/row-button.tsx'
import type { YearLine, YearOverview } from '../api/year.ts'
import { type Das2State, das2States } from '../domain/declaration.ts'
import { m } from '../messages/messages.ts'
import { askedByDefault } from './asked-by-default.ts'
import { ShowMore } from './show-more.tsx'
import classes from './year.module.css'
import { certificateUrl } from './year-data.ts'

/** States of a line on screen; files have those of the tax office. */
const stateLabels: Readonly<Record<Das2State, string>> = {
  to_declare: m.toDeclare(),
  incomplete: m.dataMissing(),
  below_threshold: m.belowThreshold(),
}

const tones: Readonly<Record<Das2State, BadgeTone>> = { to_declare: 'received', incomplete: 'todo', below_threshold: 'known' }

interface Row extends YearLine {
  readonly id: string
}

const columnsOf = (year: number): readonly Column<Row>[] => [
  {
    key: 'partner',
    label: m.partner(),
    card: 'title',
    cell: ({ partner, name }) => (
      <>
        <p className="cell-main">
          <PartnerLink partner={partner} />
        </p>
        {name !== partner.name && <p className="cell-note clamp">{name}</p>}
      </>
    ),
  },
  { key: 'siret', label: 'SIRET', figure: true, cell: ({ siret }) => siret ?? '—' },
  {
    key: 'paid',
    label: m.paidVatIncluded(),
    align: 'end',
    cell: ({ paidCents, euros }) => (
      <>
        <p className="cell-main figure">{formatEurosExact(paidCents)}</p>
        <p className="cell-note figure">{m.declaredAs({ amount: formatEuros(euros * 100) })}</p>
      </>
    ),
  },
  {
    key: 'state',
    label: m.state(),
    kept: true,
    cell: ({ state, missing, remarks, request }) => (
      <>
        <StatusBadge tone={tones[state]}>{stateLabels[state]}</StatusBadge>
        {state !== 'below_threshold' && missing.length > 0 && (
          <p className="cell-note cell-prose">{m.missingList({ missing: missing.join(', ') })}</p>
        )}
        {state === 'incomplete' && request && (
          <p className="cell-note">{m.askedOnBy({ on: shortDate(request.at), by: request.by })}</p>
        )}
        {remarks.map(typeset).map((remark) => (
          <p key={remark} className="cell-note clamp" title={remark}>
            {remark}
          </p>
        ))}
      </>
    ),
  },
  {
    key: 'actions',
    label: m.actions(),
    align: 'end',
    card: 'actions',
    cell: ({ partner, hasCertificate }) => (
      <div className="row-actions">
        {!partner.deleted && (
          <Link
            className={rowButtonClass}
            data-look="default"
            to={partnerPath(partner.id)}
            aria-label={m.billingOf({ name: partner.name })}
          >
            {m.billing()}
          </Link>
        )}
        {hasCertificate && (
          <a
            className={rowButtonClass}
            data-look="default"
            href={certificateUrl(partner.id, year)}
            target="_blank"
            rel="noreferrer"
            aria-label={m.certificateOf({ year, name: partner.name })}
          >
            {m.certificate()}
          </a>
        )}
      </div>
    ),
  },
]

/** Who was paid in the year, and how it would be declared now. */
export function YearLines({ data }: { readonly data: YearOverview }) {
  const { year, lines } = data
  const [state, setState] = useState<Das2State | null>(null)
  const columns = useMemo(() => columnsOf(year), [year])
  const rows = lines.filter((line) => !state || line.state === state).map((line) => ({ ...line, id: line.partner.id }))
  return (
    <section aria-labelledby="das2">
      <Title id="das2" order={2} fz={20} mt="lg">
        {m.declarationOf({ year })}
      </Title>
      <SoftText mb="sm">
        {m.declarationDue()} {m.accountantChecks()}
      </SoftText>
      {lines.length === 0 ? (
        <EmptyState title={m.nothingPaid({ year })} text={m.nothingPaidText()} />
      ) : (
        <>
          <div className={classes.head}>
            <p className={classes.states}>
              {[null, ...das2States].map((each) => (
                <Anchor
                  key={each ?? 'all'}
                  component="button"
                  type="button"
                  fz="sm"
                  aria-pressed={state === each}
                  fw={state === each ? 600 : 400}
                  onClick={() => setState(each)}
                >
                  {each ? stateLabels[each] : m.all()}
                </Anchor>
              ))}
            </p>
            <RequestDataButton data={data} />
          </div>
          <ShowMore key={`${year} ${state}`} rows={rows}>
            {(visibleRows) => <DataTable label={m.paidInYear({ year })} columns={columns} rows={visibleRows} />}
          </ShowMore>
        </>
      )}
    </section>
  )
}

const RequestDataDialog = lazy(() => import('./request-data-dialog.tsx'))

/** Asks all partners for what the declaration lacks about them; without any that lack something it is not there. */
function RequestDataButton({ data: { year, lines } }: { readonly data: YearOverview }) {
  const [isOpen, setOpen] = useState(false)
  const askable = lines.filter(({ canBeAsked }) => canBeAsked)
  if (askable.length === 0) return null
  const { length } = askedByDefault(lines, new Date())
  const label = length === 0 ? m.askAgain() : m.askPartners({ count: length })
  return (
    <WithRight right="money">
      <Button variant={length === 0 ? 'default' : 'filled'} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Suspense>{isOpen && <RequestDataDialog year={year} lines={lines} onClose={() => setOpen(false)} />}</Suspense>
    </WithRight>
  )
}
