import { expect, test } from 'vitest'
import { toasterPlace } from './toaster-place.ts'

const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})
const toast = { width: 400, height: 80 }
const desktop = { width: 1440, height: 900 }

test('toasts stand at the bottom right, out of the way of what a page says and does', () => {
  const header = { box: box(0, 0, 1440, 64), weight: 4 }
  expect(toasterPlace(desktop, toast, [header])).toEqual({ left: 1024, top: 804 })
})

test('where a drawer has its buttons at the bottom right they stand at the left', () => {
  const send = { box: box(1300, 840, 120, 44), weight: 4 }
  expect(toasterPlace(desktop, toast, [send])).toEqual({ left: 16, top: 804 })
})

test('on a phone they stand above the buttons and below the title, beside the field that is being filled', () => {
  const phone = { width: 360, height: 780 }
  const size = { width: 328, height: 80 }
  const title = { box: box(0, 0, 360, 60), weight: 4 }
  const send = { box: box(0, 716, 360, 64), weight: 4 }
  const field = { box: box(16, 600, 328, 70), weight: 2 }
  const { top } = toasterPlace(phone, size, [title, send, field])
  expect(top).toBeLessThanOrEqual(520)
  expect(top).toBeGreaterThan(500)
  expect(toasterPlace({ width: 360, height: 300 }, size, [title, { box: box(0, 236, 360, 64), weight: 4 }]).top).toBeGreaterThan(
    59,
  )
})

test('without room they cover what matters least, inside the window', () => {
  const small = { width: 360, height: 150 }
  const place = toasterPlace(small, { width: 328, height: 120 }, [
    { box: box(0, 0, 360, 60), weight: 4 },
    { box: box(0, 60, 360, 90), weight: 1 },
  ])
  expect(place).toEqual({ left: 16, top: 14 })
})
