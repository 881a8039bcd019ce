import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { m } from '../messages/messages.ts'

const atOnce = 50

/** Renders the first rows, and more of them on demand: a year has as many as there are partners. */
export function ShowMore<Row>({
  rows,
  children,
}: {
  readonly rows: readonly Row[]
  readonly children: (rowsInView: readonly Row[]) => ReactNode
}) {
  const [count, setCount] = useState(atOnce)
  return (
    <>
      {children(rows.slice(0, count))}
      {rows.length > count && (
        <Button variant="default" mt="sm" onClick={() => setCount(count + 4 * atOnce)}>
          {m.showMore()}
        </Button>
      )}
    </>
  )
}
