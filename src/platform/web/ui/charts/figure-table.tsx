import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { m } from '#platform/messages/messages.ts'
import classes from './chart.module.css'
import type { ChartTable } from './chart-table.ts'

export default function FigureTable({ label, table: { head, rows, foot } }: { label: string; table: ChartTable }) {
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
