import { expect, test, vi } from 'vitest'
import { toastList } from './toast-list.ts'

test('toasts are shown oldest first, four at most, until they are dismissed', () => {
  const heard = vi.fn()
  const leave = toastList.subscribe(heard)
  for (const title of ['1', '2', '3', '4', '5']) toastList.add('success', title)
  expect(toastList.current().map(({ title }) => title)).toEqual(['2', '3', '4', '5'])
  const [first] = toastList.current()
  if (first) toastList.dismiss(first.id)
  expect(toastList.current().map(({ title }) => title)).toEqual(['3', '4', '5'])
  expect(heard).toHaveBeenCalledTimes(6)
  leave()
  toastList.add('error', '6')
  expect(heard).toHaveBeenCalledTimes(6)
})

test('equal toasts are shown once', () => {
  const before = toastList.current().length
  toastList.add('error', 'Upload failed', 'No')
  toastList.add('success', 'Done')
  toastList.add('error', 'Upload failed', 'No')
  const now = toastList.current().map(({ title }) => title)
  expect(now.slice(-2)).toEqual(['Done', 'Upload failed'])
  expect(now.filter((title) => title === 'Upload failed')).toHaveLength(1)
  expect(now).toHaveLength(Math.min(4, before + 2))
})
