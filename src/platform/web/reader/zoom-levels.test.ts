import { expect, test } from 'vitest'
import { clampZoom, nextZoom, readablePx, readableZoom, textSize } from './zoom-levels.ts'

test('buttons go to the next step from wherever two fingers left the zoom', () => {
  expect([nextZoom(1, 1), nextZoom(1.3, 1), nextZoom(3, 1)]).toEqual([1.25, 1.5, null])
  expect([nextZoom(1, -1), nextZoom(1.3, -1), nextZoom(4.2, -1)]).toEqual([null, 1.25, 3])
  expect([clampZoom(0.4), clampZoom(9)]).toEqual([1, 5])
})

test('the size of a page’s text is that of nine in ten letters, without footnotes and titles', () => {
  const page = [
    { size: 21, count: 40 },
    { size: 10.5, count: 1800 },
    { size: 6, count: 90 },
  ]
  expect(textSize(page)).toBe(10.5)
  expect(textSize([])).toBe(0)
  expect(
    textSize([
      { size: 8, count: 500 },
      { size: 12, count: 500 },
    ]),
  ).toBe(8)
})

test('a tap makes the text at least 12 pixels high, on any width of a phone', () => {
  for (const width of [320, 340, 390, 412]) {
    for (const size of [7, 8, 10.5, 12]) {
      const px = (size * width) / 595
      expect(px * readableZoom(px)).toBeGreaterThanOrEqual(Math.min(readablePx, px * 5) - 1e-9)
    }
  }
  expect(readableZoom(0)).toBe(2.5)
  expect(readableZoom(14)).toBe(1.5)
})
