import { useMemo } from 'react'
import { type Column, isFixed } from './column.ts'
import type { ListAddress } from './list-address.ts'

/** Parameter of the address: the keys of the chosen columns; absent: all of them. */
export const columnsName = 'columns'
const separator = '.'

/** Whether the address shows this column. */
export function isChosen(column: Pick<Column<never>, 'key' | 'card'>, address: ListAddress): boolean {
  const chosen = address.written(columnsName)
  return chosen === undefined || isFixed(column) || chosen.split(separator).includes(column.key)
}

/** The value of the parameter that shows these columns; null for all. */
export function columnsText(columns: readonly Pick<Column<never>, 'key' | 'card'>[], shown: ReadonlySet<string>): string | null {
  const choices = columns.filter((column) => !isFixed(column))
  const chosen = choices.filter(({ key }) => shown.has(key))
  if (chosen.length === choices.length) return null
  // A parameter without a value would be left out of the address, and then all columns would be shown.
  return chosen.map(({ key }) => key).join(separator) || separator
}

/** The columns that the address shows; they keep their identity until it changes. */
export function useChosenColumns<Row>(columns: readonly Column<Row>[], address: ListAddress): readonly Column<Row>[] {
  const chosen = address.written(columnsName)
  return useMemo(() => {
    if (chosen === undefined) return columns
    const keys = new Set(chosen.split(separator))
    return columns.filter((column) => isFixed(column) || keys.has(column.key))
  }, [columns, chosen])
}
