import { expect, test } from 'vitest'
import { growthOf } from './soak.ts'

const minutes = (resident: readonly number[], heap: readonly number[]) =>
  resident.map((each, index) => ({ resident: each, heap: heap[index] ?? 0 }))
const steady = Array.from({ length: 9 }, () => 42)

test('caches that fill in the first minutes are no growth', () => {
  expect(growthOf(minutes([147, 300, 360, 400, 402, 405, 410, 412, 411], steady))).toBe(null)
})

test('memory that goes on growing is, of the process or of the heap', () => {
  const rising = [300, 330, 360, 390, 420, 450, 480, 510, 540]
  expect(growthOf(minutes(rising, steady))).toBe('resident memory grew from 420 to 510 MB')
  const leaking = [40, 43, 46, 49, 52, 55, 58, 61, 64]
  expect(
    growthOf(
      minutes(
        Array.from({ length: 9 }, () => 400),
        leaking,
      ),
    ),
  ).toBe('heap memory grew from 52 to 61 MB')
})
