import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#platform/domain/page-paths.ts'
import { longDate, shortDate } from '#platform/web/ui/dates.ts'
import type { PayoutFileDetail } from '../api.ts'
import { m } from '../messages/messages.ts'
import classes from './file-facts.module.css'

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  )
}

const other = (file: { readonly id: string; readonly reference: string }) => (
  <Anchor component={Link} to={`${pagePaths.adminPayouts}?file=${file.id}`}>
    {file.reference}
  </Anchor>
)

/** What a file says about itself, and which files it stands for. */
export function FileFacts({ file }: { file: PayoutFileDetail }) {
  const { executeOn, format, instant, batchBooking, sha256, withdrawnAt, withdrawReason, replaces, replacedBy } = file
  return (
    <dl className={classes.facts}>
      <Fact label={m.executedOn()}>{shortDate(`${executeOn}T12:00:00Z`)}</Fact>
      <Fact label={m.format()}>
        {format}
        {instant && m.alsoInstant()}, {batchBooking ? m.oneDebit() : m.oneDebitEach()}
      </Fact>
      {withdrawnAt && (
        <Fact label={m.withdrawn()}>{m.refusedBecause({ day: longDate(withdrawnAt), reason: withdrawReason ?? '' })}</Fact>
      )}
      {replaces && <Fact label={m.replaces()}>{other(replaces)}</Fact>}
      {replacedBy && <Fact label={m.replacedBy()}>{other(replacedBy)}</Fact>}
      <Fact label="SHA-256">
        <code className={classes.hash}>{sha256}</code>
      </Fact>
    </dl>
  )
}
