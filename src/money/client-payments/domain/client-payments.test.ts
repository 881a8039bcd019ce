import { expect, test } from 'vitest'
import { afterPayment, afterRefund, remainderOf } from './client-payments.ts'

const receipts = (expectedCents: number, receivedCents: number) => ({ expectedCents, receivedCents })

test('a payment leaves less to come, and nothing when more was paid than expected', () => {
  expect(remainderOf(afterPayment(receipts(1200, 0), 500))).toBe(700)
  expect(remainderOf(afterPayment(receipts(1200, 500), 800))).toBe(0)
})

test('a refund for good leaves what is still to come as it was', () => {
  expect(afterRefund(receipts(1200, 500), 100, false)).toEqual(receipts(1100, 400))
  expect(afterRefund(receipts(1200, 1300), 50, false)).toEqual(receipts(1200, 1250))
  expect(afterRefund(receipts(1200, 1300), 200, false)).toEqual(receipts(1100, 1100))
})

test('what was recorded by mistake is expected again, at most what was expected at first', () => {
  expect(remainderOf(afterRefund(receipts(1200, 500), 500, true))).toBe(1200)
  expect(remainderOf(afterRefund(receipts(1200, 50_000), 50_000, true))).toBe(1200)
})
