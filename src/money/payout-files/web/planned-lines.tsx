import { Button, Text, Title } from '@mantine/core'
import { nameOf } from '#accounts/people/domain.ts'
import classes from '#money/payouts/web/run-drawer.module.css'
import { formatEurosExact } from '#platform/domain/money.ts'
import { Reference } from '#platform/web/ui/reference.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { PayoutFilePreview, PlannedFileLine } from '../api.ts'
import { m } from '../messages/messages.ts'

interface PlannedLinesProps {
  readonly preview: PayoutFilePreview
  readonly leaveOut: readonly string[]
  readonly onChange: (leaveOut: readonly string[]) => void
}

/** The transfers of the file, each as the bank will read it, and what stays out and why. */
export function PlannedLines({ preview, leaveOut, onChange }: PlannedLinesProps) {
  const going = preview.lines.filter(({ included }) => included)
  const staying = preview.lines.filter(({ included }) => !included)
  const line = (each: PlannedFileLine) => {
    const isLeftOut = leaveOut.includes(each.payoutId)
    const button = isLeftOut
      ? { label: m.putBack(), onClick: () => onChange(leaveOut.filter((id) => id !== each.payoutId)) }
      : each.included && { label: m.leaveOut(), onClick: () => onChange([...leaveOut, each.payoutId]) }
    return (
      <li key={each.payoutId} className={classes.partner} data-withheld={!each.included || undefined}>
        <div className={classes.head}>
          <div className={classes.words}>
            <Text fw={500}>{each.written || nameOf(each.partner)}</Text>
            <SoftText fz="xs">
              <Reference value={each.reference} />
              {each.maskedIban && ` · ${each.maskedIban}`}
              {each.written !== each.holder && each.holder !== '' && m.typedAs({ holder: each.holder })}
            </SoftText>
            {each.problems
              .filter(({ effect }) => effect !== 'asks')
              .map(({ code, effect, message }) => (
                <Text key={code} fz="sm" c={effect === 'blocks' ? 'var(--danger-ink)' : 'var(--todo-ink)'}>
                  {message}
                </Text>
              ))}
          </div>
          <Text className={`figure ${classes.sum ?? ''}`}>{formatEurosExact(each.totalCents)}</Text>
        </div>
        {button && (
          <div className={classes.buttons}>
            <Button
              size="compact-sm"
              variant={isLeftOut ? 'default' : 'subtle'}
              color="gray"
              aria-label={`${button.label} ${each.reference}`}
              onClick={button.onClick}
            >
              {button.label}
            </Button>
          </div>
        )}
      </li>
    )
  }
  const group = (title: string, lines: readonly PlannedFileLine[]) =>
    lines.length > 0 && (
      <section aria-label={title}>
        <Title order={3} fz={16}>
          {title}
        </Title>
        <ul className={classes.partners}>{lines.map(line)}</ul>
      </section>
    )
  return (
    <>
      {group(m.inFile(), going)}
      {group(m.staysOut(), staying)}
    </>
  )
}
