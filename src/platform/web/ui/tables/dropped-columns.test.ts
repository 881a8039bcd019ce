import { expect, test } from 'vitest'
import { droppedColumns } from './dropped-columns.ts'

const column = (px: number, priority: number | null, isEmpty = false) => ({ px, priority, isEmpty })
const columns = [column(200, null), column(100, 1), column(100, 2), column(100, 1), column(80, null)]

test('while the columns fit, none goes', () => {
  expect(droppedColumns(columns, 580, 44)).toEqual({ dropped: [], fits: true })
})

test('the lowest priority goes first, and among equals the last column', () => {
  expect(droppedColumns(columns, 523, 44).dropped).toEqual([3, 1])
  expect(droppedColumns(columns, 524, 44).dropped).toEqual([3])
  expect(droppedColumns(columns, 400, 44)).toEqual({ dropped: [3, 1, 2], fits: true })
})

test('columns without a priority stay, and it is told that they do not fit', () => {
  expect(droppedColumns(columns, 323, 44)).toEqual({ dropped: [3, 1, 2], fits: false })
})

test('empty columns go first, even one that is kept, and need no button', () => {
  const some = [column(200, null), column(100, 3), column(100, 2, true), column(100, 1), column(80, null, true)]
  expect(droppedColumns(some, 500, 44)).toEqual({ dropped: [4], fits: true })
  expect(droppedColumns(some, 499, 44)).toEqual({ dropped: [4, 2], fits: true })
  expect(droppedColumns(some, 399, 44)).toEqual({ dropped: [4, 2, 3], fits: true })
})
