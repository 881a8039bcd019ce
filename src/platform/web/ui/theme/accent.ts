import type { MantineColorsTuple } from '@mantine/core'

type Channels = readonly [number, number, number]

function parseHex(hex: string): Channels {
  return [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16)) as unknown as Channels
}

function toHex(channels: Channels): string {
  return `#${channels.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}

function mix(one: string, other: string, share: number): string {
  const [from, to] = [parseHex(one), parseHex(other)]
  return toHex(from.map((value, index) => value + ((to[index] ?? 0) - value) * share) as unknown as Channels)
}

/** WCAG 2.2 relative luminance, 0 (black) to 1 (white). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = parseHex(hex).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG 2.2 contrast ratio, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** Enough for white text on it, also a shade lighter at night, and for itself as text on off-white (AA wants 4.5). */
const minContrast = 5.6

/**
 * Ten shades, lightest first, from the provider's colour. Shade 8 carries text and buttons: a colour too light to be read
 * on white is darkened until it can be.
 */
export function accentPalette(colour: string): MantineColorsTuple {
  let base = /^#[0-9a-f]{6}$/i.test(colour) ? colour.toLowerCase() : '#1f4d3f'
  while (contrast(base, '#ffffff') < minContrast) base = mix(base, '#000000', 0.06)
  const lighter = [0.94, 0.87, 0.75, 0.62, 0.48, 0.34, 0.2, 0.08].map((share) => mix(base, '#ffffff', share))
  return [...lighter, base, mix(base, '#000000', 0.22)] as unknown as MantineColorsTuple
}
