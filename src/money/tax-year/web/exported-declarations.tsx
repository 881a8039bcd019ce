import { Alert, Anchor, Button, Group, Title } from '@mantine/core'
import { useState } from 'react'
import { formatEuros, formatEurosExact } from '#platform/domain/money.ts'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { useOpenedByAddress } from '#platform/web/app/opened-by-address.ts'
import { WithRight } from '#platform/web/app/session/with-right.tsx'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { pluralize } from '#platform/web/ui/counts.ts'
import { longDate } from '#platform/web/ui/dates.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { IconDownload } from '#platform/web/ui/icons.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { Das2Export, YearOverview } from '../api.ts'
import type { Das2State } from '../domain/declaration.ts'
import { exportDas2 } from './data.ts'
import classes from './year.module.css'

const maxNames = 5

/** Sums that have changed since a declaration was exported, in words. */
function ChangedSums({ changed }: Pick<Das2Export, 'changed'>) {
  const names = changed
    .slice(0, maxNames)
    .map(({ name, beforeCents, nowCents }) => `${name}: ${formatEurosExact(beforeCents)} then, ${formatEurosExact(nowCents)} now`)
  const others = changed.length - names.length
  return (
    <Alert color="yellow" mt="xs" title="Paid sums have changed since" classNames={{ title: classes.alertTitle ?? '' }}>
      {names.join('; ')}
      {others > 0 && `; and ${others} more`}
    </Alert>
  )
}

function ExportedDeclaration({ year, declaration }: { readonly year: number; readonly declaration: Das2Export }) {
  return (
    <li className={classes.export}>
      <p>
        <strong>{longDate(declaration.createdAt)}</strong>, {declaration.createdBy}: {declaration.declared} declared,{' '}
        <span className="figure">{formatEuros(declaration.declaredEuros * 100)}</span>
      </p>
      <Group gap="md">
        <Anchor fz="sm" href={`/api/das2-exports/${declaration.id}/table.csv`} download>
          Table (CSV)
        </Anchor>
        {declaration.fileSha256 ? (
          <Anchor fz="sm" href={`/api/das2-exports/${declaration.id}/file`} download={`das2-${year}.txt`}>
            Fixed-width file (TXT)
          </Anchor>
        ) : (
          <SoftText>
            No fixed-width file: <span lang="fr">{declaration.fileMissing}</span>
          </SoftText>
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
  const missing = incomplete?.count
    ? ` ${pluralize(incomplete.count, 'partner is', 'partners are')} left out: data is missing.`
    : ''
  const euros = formatEuros((declared?.euros ?? 0) * 100)
  return `${pluralize(declared?.count ?? 0, 'partner', 'partners')}, ${euros}.${missing} What is exported is kept as it is now.`
}

/** Exports the declaration and lists what was exported: their bytes never change. */
export function ExportedDeclarations({ data }: { readonly data: YearOverview }) {
  const { year, lines, fileMissing, exports } = data
  const exportYear = async () => {
    await exportDas2(year)
    toastSuccess('Declaration exported', 'It is kept as it is now')
  }
  const { busy, run: exportNow } = useAction(exportYear)
  const [isAsking, setAsking] = useState(false)
  useOpenedByAddress('declaration', 'money', () => setAsking(true))
  if (lines.length === 0 && exports.length === 0) return null
  return (
    <section aria-labelledby="das2-exports">
      <Title id="das2-exports" order={3} fz={16} mt="lg">
        Exports
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
            Export the declaration
          </Button>
        </WithRight>
        <SoftText>
          {fileMissing ? (
            <>
              Table only; for the fixed-width file: <span lang="fr">{fileMissing}</span>
            </>
          ) : (
            'A table, and the fixed-width file for the tax office'
          )}
        </SoftText>
      </Group>
      <ConfirmDialog
        opened={isAsking}
        title={`Declare ${year}`}
        text={declarationText(data)}
        action="Export the declaration"
        onClose={() => setAsking(false)}
        onConfirm={exportYear}
      />
      {exports.length > 0 && (
        <ul className={classes.exports} aria-label={`Exported declarations of ${year}`}>
          {exports.map((declaration) => (
            <ExportedDeclaration key={declaration.id} year={year} declaration={declaration} />
          ))}
        </ul>
      )}
    </section>
  )
}
