import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { nameOf } from '#accounts/people/domain.ts'
import { useSettings } from '#platform/web/app/session/session.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { Contract } from '../../api/contracts.ts'
import { m } from '../../messages/messages.ts'
import classes from '../evidence/evidence.module.css'
import { CountersignForm } from './countersign-form.tsx'
import { type CountersignRun, useCountersignRun } from './countersign-run.ts'

/** Dialog that counter-signs contracts one by one and reports each result. */
export function CountersignDialog({ rows, onClose }: { rows: readonly Contract[]; onClose: () => void }) {
  const { providerName } = useSettings()
  const { run, start, stop } = useCountersignRun(rows)
  const done = run.signed.length + run.failed.length
  const running = run.state === 'running'
  return (
    <Dialog
      onClose={onClose}
      title={m.counterSign()}
      size="lg"
      withCloseButton={!running}
      closeOnEscape={!running}
      closeOnClickOutside={!running}
    >
      <Stack>
        {run.state === 'asking' && <Text>{m.youSign({ count: rows.length, providerName })}</Text>}
        <div aria-live="polite">
          {running && (
            <Text fz="sm" mb={6}>
              {run.stopped ? m.stopping() : m.doneOf({ done, total: rows.length })}
            </Text>
          )}
          {run.state === 'over' && <Outcome run={run} total={rows.length} />}
        </div>
        {running && <Progress value={(done / rows.length) * 100} aria-label={m.counterSigningProgress()} />}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
        <ul className={classes.chosen} aria-label={m.contractsToCounterSign()} tabIndex={0}>
          {rows.map((row) => (
            <Line key={row.id} row={row} run={run} />
          ))}
        </ul>
        {run.state === 'asking' && (
          <CountersignForm
            contracts={rows.filter(({ id }) => !run.signed.includes(id))}
            action={rows.length > 1 ? m.counterSignCount({ count: rows.length }) : m.counterSign()}
            codeError={run.codeError}
            onCode={(code) => void start(code)}
            onClose={onClose}
          />
        )}
        <Group justify="flex-end">
          {running && (
            <Button variant="default" disabled={run.stopped} onClick={stop}>
              {m.stop()}
            </Button>
          )}
          {run.state === 'over' && (
            <Button data-autofocus onClick={onClose}>
              {m.close()}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}

function Line({ row, run }: { row: Contract; run: CountersignRun }) {
  const failure = run.failed.find((each) => each.id === row.id)
  return (
    <li>
      <Text component="span" fz="sm" fw={500}>
        {nameOf(row.partner)}
      </Text>
      <SoftText component="span">{row.title}</SoftText>
      {run.signed.includes(row.id) && <StatusBadge tone="green">{m.counterSigned()}</StatusBadge>}
      {failure && <StatusBadge tone="danger">{m.failed()}</StatusBadge>}
      {failure && <p className={classes.why}>{failure.reason}</p>}
    </li>
  )
}

function Outcome({ run, total }: { run: CountersignRun; total: number }) {
  const left = total - run.signed.length - run.failed.length
  const parts = [
    run.signed.length > 0 && m.counterSignedCount({ count: run.signed.length }),
    run.failed.length > 0 && m.failedCount({ count: run.failed.length }),
    left > 0 && m.notBegunCount({ count: left }),
  ].filter(Boolean)
  return (
    <Alert color={run.failed.length > 0 ? 'red' : left > 0 ? 'yellow' : 'green'} role="status">
      {parts.join(', ')}.
    </Alert>
  )
}
