import { expect, test } from 'vitest'
import { droppedColumns } from './dropped-columns.ts'

const column = (px: number, priority: number | null) => ({ px, priority })
const columns = [column(200, null), column(100, 1), column(100, 2), column(100, 1), column(80, null)]

test('while the columns fit, none goes', () => {
  expect(droppedColumns(columns, 580, 44)).toEqual([])
})

test('the lowest priority goes first, and among equals the last column', () => {
  expect(droppedColumns(columns, 523, 44)).toEqual([3, 1])
  expect(droppedColumns(columns, 524, 44)).toEqual([3])
  expect(droppedColumns(columns, 400, 44)).toEqual([3, 1, 2])
})

test('columns without a priority stay, however narrow it is', () => {
  expect(droppedColumns(columns, 100, 44)).toEqual([3, 1, 2])
})
