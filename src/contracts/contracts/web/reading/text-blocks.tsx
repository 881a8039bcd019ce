import { createElement, Fragment, type ReactNode } from 'react'
import { typeset } from '#platform/domain/typesetting.ts'
import type { FilledRun, NumberedBlock, TemplateMark } from '../../domain/contract-text.ts'
import classes from './reading.module.css'

const headings = { 1: 'h4', 2: 'h5', 3: 'h6' } as const
const elements = { bold: 'strong', italic: 'em', underline: 'u' } as const satisfies Record<TemplateMark, string>

function Run({ run }: { run: FilledRun }) {
  if (run.type === 'break') return <br />
  let marked: ReactNode = typeset(run.text)
  for (const mark of run.marks ?? []) marked = createElement(elements[mark], null, marked)
  return marked
}

/** Runs have no identity of their own, and a text never changes while it is shown. */
const keyed = <T,>(things: readonly T[]) => things.map((thing, index) => [thing, String(index)] as const)

const Runs = ({ runs }: { runs: readonly FilledRun[] }) =>
  keyed(runs).map(([run, key]) => (
    <Fragment key={key}>
      <Run run={run} />
    </Fragment>
  ))

const partOf = (part: number | null) => (part === null ? {} : { 'data-part': part })

function Table({ head, rows }: Extract<NumberedBlock, { type: 'table' }>) {
  return (
    <table className={classes.table}>
      <thead>
        <tr {...partOf(head.part)}>
          {keyed(head.cells).map(([cell, key]) => (
            <th key={key} scope="col">
              {typeset(cell)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {keyed(rows).map(([row, key]) => (
          <tr key={key} {...partOf(row.part)}>
            {keyed(row.cells).map(([cell, column]) => (
              <td key={column}>{typeset(cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Block({ block }: { block: NumberedBlock }) {
  if (block.type === 'table') return <Table {...block} />
  if (block.type === 'list') {
    const List = block.ordered ? 'ol' : 'ul'
    return (
      <List>
        {keyed(block.items).map(([item, key]) => (
          <li key={key}>
            <TextBlocks blocks={item} />
          </li>
        ))}
      </List>
    )
  }
  if (block.part === null) return <p className={classes.blank} aria-hidden="true" />
  const Element = block.type === 'heading' ? headings[block.depth] : 'p'
  return (
    <Element data-part={block.part}>
      <Runs runs={block.content} />
    </Element>
  )
}

/** The blocks of a contract as elements of a page; text stays text, whatever it looks like. */
export const TextBlocks = ({ blocks }: { blocks: readonly NumberedBlock[] }) =>
  keyed(blocks).map(([block, key]) => <Block key={key} block={block} />)
