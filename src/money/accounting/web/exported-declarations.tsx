import { Alert, Anchor, Button, Group, Title } from '@mantine/core'
import { useState } from 'react'
import { WithRight } from '#access/web/with-right.tsx'
import { formatEuros, formatEurosExact } from '#platform/domain/money.ts'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { useOpenedByAddress } from '#platform/web/app/opened-by-address.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { formatCount } from '#platform/web/ui/counts.ts'
import { longDate } from '#platform/web/ui/dates.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { IconDownload } from '#platform/web/ui/icons.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { Das2Export, YearOverview } from '../api/year.ts'
import type { Das2State } from '../domain/declaration.ts'
import { m } from '../messages/messages.ts'
import classes from './year.module.css'
import { exportDas2 } from './year-data.ts'

const maxNames = 5

/** Sums that have changed since a declaration was exported, in words. */
function ChangedSums({ changed }: Pick<Das2Export, 'changed'>) {
  const names = changed
    .slice(0, maxNames)
    .map(({ name, beforeCents, nowCents }) =>
      m.sumThenNow({ name, before: formatEurosExact(beforeCents), now: formatEurosExact(nowCents) }),
    )
  const others = changed.length - names.length
  return (
    <Alert color="yellow" mt="xs" title={m.paidSumsChanged()} classNames={{ title: classes.alertTitle ?? '' }}>
      {names.join('; ')}
      {others > 0 && m.andOthers({ count: others })}
    </Alert>
  )
}

function ExportedDeclaration({ year, declaration }: { readonly year: number; readonly declaration: Das2Export }) {
  return (
    <li className={classes.export}>
      <p>
        {m.exportLine({
          date: longDate(declaration.createdAt),
          by: declaration.createdBy,
          count: declaration.declared,
          sum: formatEuros(declaration.declaredEuros * 100),
          strong: (parts) => <strong key="date">{parts}</strong>,
          figure: (parts) => (
            <span key="sum" className="figure">
              {parts}
            </span>
          ),
        })}
      </p>
      <Group gap="md">
        <Anchor fz="sm" href={`/api/das2-exports/${declaration.id}/table.csv`} download>
          {m.tableCsv()}
        </Anchor>
        {declaration.fileSha256 ? (
          <Anchor fz="sm" href={`/api/das2-exports/${declaration.id}/file`} download={`das2-${year}.txt`}>
            {m.fixedWidthFile()}
          </Anchor>
        ) : (
          <SoftText>{m.noFixedWidthFile({ why: declaration.fileMissing ?? '' })}</SoftText>
        )}
      </Group>
      <SoftText fz="xs" className={classes.hash ?? ''} title={declaration.fileSha256 ?? declaration.tableSha256}>
        SHA-256 {(declaration.fileSha256 ?? declaration.tableSha256).slice(0, 16)}…
      </SoftText>
      {declaration.changed.length > 0 && <ChangedSums changed={declaration.changed} />}
    </li>
  )
}

/** What the declaration would hold as things are, and what is left out of it. */
function declarationText({ sums }: YearOverview): string {
  const of = (state: Das2State) => sums.find((each) => each.state === state)
  const [declared, incomplete] = [of('to_declare'), of('incomplete')]
  const count = declared?.count ?? 0
  return [
    m.declaredNow({ count, shown: formatCount(count), euros: formatEuros((declared?.euros ?? 0) * 100) }),
    ...(incomplete?.count ? [m.leftOut({ count: incomplete.count, shown: formatCount(incomplete.count) })] : []),
    m.exportKept(),
  ].join(' ')
}

/** Exports the declaration and lists what was exported: their bytes never change. */
export function ExportedDeclarations({ data }: { readonly data: YearOverview }) {
  const { year, lines, fileMissing, exports } = data
  const exportYear = async () => {
    await exportDas2(year)
    toastSuccess(m.declarationExported(), m.keptAsItIs())
  }
  const { busy, run: exportNow } = useAction(exportYear)
  const [isAsking, setAsking] = useState(false)
  useOpenedByAddress('declaration', 'money', () => setAsking(true))
  if (lines.length === 0 && exports.length === 0) return null
  return (
    <section aria-labelledby="das2-exports">
      <Title id="das2-exports" order={3} fz={16} mt="lg">
        {m.exports()}
      </Title>
      <Group mt="xs" mb="sm" gap="md">
        <WithRight right="money">
          {' '}
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            loading={busy}
            onClick={exportNow}
          >
            {m.exportDeclaration()}
          </Button>
        </WithRight>
        <SoftText>{fileMissing ? m.tableOnly({ why: fileMissing }) : m.tableAndFile()}</SoftText>
      </Group>
      <ConfirmDialog
        opened={isAsking}
        title={m.declareYear({ year })}
        text={declarationText(data)}
        action={m.exportDeclaration()}
        onClose={() => setAsking(false)}
        onConfirm={exportYear}
      />
      {exports.length > 0 && (
        <ul className={classes.exports} aria-label={m.exportedDeclarations({ year })}>
          {exports.map((declaration) => (
            <ExportedDeclaration key={declaration.id} year={year} declaration={declaration} />
          ))}
        </ul>
      )}
    </section>
  )
}
