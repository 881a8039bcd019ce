import { Button, Table, Title } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { m } from '#platform/messages/messages.ts'
import { IconChartBar, IconTable } from '../icons.ts'
import { SoftText } from '../soft-text.ts'
import classes from './chart.module.css'

/** Formatted data of a chart; the first column is the row label. */
export interface ChartTable {
  readonly head: readonly string[]
  readonly rows: readonly (readonly ReactNode[])[]
  /** Totals of the columns. */
  readonly foot?: readonly ReactNode[]
}

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
      {asTable ? <FigureTable label={title} table={table} /> : children}
    </section>
  )
}

function FigureTable({ label, table: { head, rows, foot } }: { label: string; table: ChartTable }) {
  const cells = (row: readonly ReactNode[]) =>
    row.map((cell, index) =>
      index === 0 ? (
        <Table.Th key={head[index]} scope="row">
          {cell}
        </Table.Th>
      ) : (
        <Table.Td key={head[index]} className="end figure">
          {cell}
        </Table.Td>
      ),
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section className={`scroll-x ${classes.table}`} tabIndex={0} aria-label={m.figuresOf({ label })}>
      <Table className="table" verticalSpacing={5} horizontalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            {head.map((text, index) => (
              <Table.Th key={text} scope="col" className={index > 0 ? 'end' : ''}>
                {text}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a chart are their place
            <Table.Tr key={index}>{cells(row)}</Table.Tr>
          ))}
        </Table.Tbody>
        {foot && (
          <Table.Tfoot>
            <Table.Tr>{cells(foot)}</Table.Tr>
          </Table.Tfoot>
        )}
      </Table>
    </section>
  )
}
