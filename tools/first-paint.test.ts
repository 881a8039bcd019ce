import { expect, test } from 'vitest'
import { firstColours, paintingFirst } from './first-paint.ts'

const names = ['page', 'surface', 'line', 'ink', 'ink-soft', 'known-wash']
function scheme(name: string, left: readonly string[]): string {
  const declarations = left.map((each) => `  --${each}: #${name}-${each};\n  --other: 1px;\n`).join('')
  return `:root[data-mantine-color-scheme='${name}'] {\n${declarations}}\n`
}

test('the colours of the first paint are those of both schemes', () => {
  const css = firstColours(scheme('light', names) + scheme('dark', names))
  expect(css).toContain(":root[data-mantine-color-scheme='light']{--page:#light-page;--surface:#light-surface;")
  expect(css).toContain(":root[data-mantine-color-scheme='dark']{--page:#dark-page;")
  expect(css).not.toContain('other')
})

test('a colour that a scheme lacks fails the build', () => {
  const css = scheme('light', names) + scheme('dark', names.slice(1))
  expect(() => firstColours(css)).toThrow("tokens.css: :root[data-mantine-color-scheme='dark'] has no --page")
})

test('styles stand behind the first view, and scripts come after them', () => {
  const head = '<head><script type="module" src="/a.js"></script>\n<link rel="stylesheet" href="/a.css">\n</head>'
  const page = paintingFirst(`${head}<body><div id="root"></div></body>`, scheme('light', names) + scheme('dark', names))
  expect(page).toContain('<script type="module" fetchpriority="low" src="/a.js">')
  expect(page.indexOf('/a.css')).toBeGreaterThan(page.indexOf('id="root"'))
  expect(page.match(/a\.css/g)).toHaveLength(1)
  expect(page.indexOf('--page:#light-page')).toBeLessThan(page.indexOf('</head>'))
})
