import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { stageColours } from '#leads/stages/domain/stages.ts'
import { contrast } from './accent.ts'

const source = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
const [, light = '', dark = ''] = source.split(/:root\[data-mantine-color-scheme='(?:light|dark)'\] \{/)
const colour = (theme: string, name: string) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(theme)?.[1] ?? ''

describe.each([
  ['light', light],
  ['dark', dark],
])('the colours of stages in the %s theme', (_, theme) => {
  test.each(stageColours)('%s is read as words and seen as a mark (WCAG 1.4.3 and 1.4.11)', (name) => {
    const [mark, ink, wash] = [colour(theme, name), colour(theme, `${name}-ink`), colour(theme, `${name}-wash`)]
    expect(contrast(ink, wash)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(mark, colour(theme, 'surface'))).toBeGreaterThanOrEqual(3)
    expect(contrast(mark, colour(theme, 'page'))).toBeGreaterThanOrEqual(3)
  })
})
