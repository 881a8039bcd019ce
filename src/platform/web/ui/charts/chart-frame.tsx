import { Button, Title } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { m } from '#platform/messages/messages.ts'
import { IconChartBar, IconTable } from '../icons.ts'
import { SoftText } from '../soft-text.ts'
import classes from './chart.module.css'
import type { ChartTable } from './chart-table.ts'

/** What draws tables is not loaded with the first page, whose charts begin as such. */
const FigureTable = lazy(() => import('./figure-table.tsx'))

interface ChartFrameProps {
  readonly title: string
  /** Description of the values. */
  readonly hint: string
  readonly table: ChartTable
  readonly children: ReactNode
}

/** A chart with title, description, and its data as an accessible table. */
export function ChartFrame({ title, hint, table, children }: ChartFrameProps) {
  const [asTable, setAsTable] = useState(false)
  const id = useId()
  return (
    <section className={classes.frame} aria-labelledby={id}>
      <div className={classes.head}>
        <div>
          <Title order={2} fz={20} id={id}>
            {title}
          </Title>
          <SoftText fz="xs">{hint}</SoftText>
        </div>
        <Button
          variant="default"
          size="xs"
          classNames={{ root: classes.switch, section: classes.switchMark, label: classes.switchWord }}
          title={asTable ? m.showAsChart() : m.showAsTable()}
          leftSection={asTable ? <IconChartBar size={15} aria-hidden="true" /> : <IconTable size={15} aria-hidden="true" />}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? m.showAsChart() : m.showAsTable()}
        </Button>
      </div>
      <Suspense fallback={children}>{asTable ? <FigureTable label={title} table={table} /> : children}</Suspense>
    </section>
  )
}
