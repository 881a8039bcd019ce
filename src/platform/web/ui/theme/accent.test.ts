import { expect, test } from 'vitest'
import { accentPalette, contrast } from './accent.ts'

test.each(['#1f4d3f', '#ffee00', '#ffffff', '#000000', '#ff0000', 'nonsense'])(
  'text on any accent colour is legible: %s',
  (colour) => {
    const palette = accentPalette(colour)
    expect(palette).toHaveLength(10)
    expect(contrast(palette[8] ?? '', '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(contrast(palette[8] ?? '', '#faf9f6')).toBeGreaterThanOrEqual(4.5)
    expect(contrast(palette[7] ?? '', '#ffffff')).toBeGreaterThanOrEqual(4.5)
  },
)
