import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a caller’s many requests delay that caller: the others take turns with one of theirs', async () => {
  const queue = new FairQueue(1)
  const order: string[] = []
  const pass = async (key: string) => {
    const leave = await queue.enter(key)
    order.push(key)
    await settled()
    leave()
    leave()
  }
  await Promise.all([...Array.from({ length: 5 }, () => pass('much')), pass('little'), pass('other'), pass('little')])
  expect(order).toEqual(['much', 'little', 'other', 'much', 'little', 'much', 'much', 'much'])
})

test('no caller exceeds its own concurrency, and the whole capacity is used', async () => {
  const queue = new FairQueue(3, 2)
  const inside: string[] = []
  const leavers: (() => void)[] = []
  for (const key of ['much', 'much', 'much', 'much', 'little']) {
    void queue.enter(key).then((leave) => {
      inside.push(key)
      leavers.push(leave)
    })
  }
  await settled()
  expect(inside).toEqual(['much', 'much', 'little'])
  leavers[2]?.()
  await settled()
  expect(inside).toHaveLength(3)
  leavers[0]?.()
  await settled()
  expect(inside).toEqual(['much', 'much', 'little', 'much'])
})
