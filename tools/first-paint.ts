import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const tokens = join(import.meta.dirname, '../src/platform/web/ui/tokens.css')
/** What the document draws with before its styles have come (x.html, platform/server/http/first-view.ts). */
const names = ['page', 'surface', 'line', 'ink', 'ink-soft', 'known-wash']

/** The colours of both schemes that the first paint needs, as CSS. */
export function firstColours(css: string): string {
  const schemes = [...css.matchAll(/^(:root\[data-mantine-color-scheme='\w+'\]) \{([^}]*)\}/gm)]
  const rules = schemes.map(([, selector, declarations = '']) => {
    const values = names.map((name) => {
      const [, value] = new RegExp(`--${name}: ([^;]+);`).exec(declarations) ?? []
      if (!value) throw new Error(`tokens.css: ${selector} has no --${name}`)
      return `--${name}:${value}`
    })
    return `${selector}{${values.join(';')}}`
  })
  return `${rules.join('')}body{margin:0;background:var(--page);color:var(--ink)}`
}

/**
 * The document of pages with a first view of their own, which paints before styles and scripts have come: its colours stand in
 * it, the style sheet follows that view, and scripts have a low priority. With the same one, a phone's connection shares its
 * bandwidth among styles and scripts, and shows both later.
 */
export function paintingFirst(html: string, tokensCss: string): string {
  const sheets = [...html.matchAll(/\s*<link rel="stylesheet"[^>]*>/g)].map(([link]) => link)
  return sheets
    .reduce((page, link) => page.replace(link, ''), html)
    .replace('</head>', `  <style nonce="__CSP_NONCE__">${firstColours(tokensCss)}</style>\n  </head>`)
    .replace('</body>', `${sheets.join('')}\n  </body>`)
    .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
}

/** Where Vite's helper puts the styles of a page that is opened. */
const appended = 'document.head.appendChild('

/**
 * In that document the first styles stand in the body. What a page brings comes after them there, too: in the head it would come
 * before them, and lose to them.
 */
function stylesInOrder(): Plugin {
  return {
    name: 'styles-in-order',
    apply: 'build',
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler(code) {
        if (!code.includes(appended)) throw new Error(`Vite's preload helper has no ${appended}`)
        return code.replaceAll(
          appended,
          `(document.querySelector('body>link[rel=stylesheet]')?.parentElement??document.head).appendChild(`,
        )
      },
    },
  }
}

/** Writes that document beside the page that all others have. */
export function firstPaint(outDir: string): Plugin[] {
  const written: Plugin = {
    name: 'first-paint',
    apply: 'build',
    writeBundle() {
      const html = readFileSync(join(outDir, 'index.html'), 'utf8')
      writeFileSync(join(outDir, 'first-view.html'), paintingFirst(html, readFileSync(tokens, 'utf8')))
    },
  }
  return [written, stylesInOrder()]
}
