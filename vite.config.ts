import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import react from '@vitejs/plugin-react'
import type { Plugin, Rolldown } from 'vite'
import { defineConfig } from 'vite'
import { browserRoutes } from './tools/browser-routes.ts'
import { compressPages } from './tools/compress-pages.ts'
import { firstPaint } from './tools/first-paint.ts'
import { leanMantine } from './tools/lean-mantine.ts'

const outDir = join(import.meta.dirname, 'dist/web')

const pdfjs = join(import.meta.dirname, 'node_modules/pdfjs-dist')
const { version: pdfjsVersion } = JSON.parse(readFileSync(join(pdfjs, 'package.json'), 'utf8')) as { version: string }
/** WebAssembly and the sandbox for scripts in PDFs stay out: the page's security policy allows neither. */
const pdfjsFiles = ['cmaps', 'standard_fonts', 'wasm'].flatMap((folder) =>
  readdirSync(join(pdfjs, folder))
    .filter((name) => !/\.wasm$|^quickjs|_QUICKJS$|QCMS$/.test(name))
    .map((name) => `${folder}/${name}`),
)

/** Character maps, fonts and decoders that the reader of PDFs fetches by name, under an address that changes with its version. */
function pdfReaderFiles(): Plugin {
  const folder = `assets/pdfjs-${pdfjsVersion}`
  return {
    name: 'pdf-reader-files',
    configureServer(server) {
      server.middlewares.use(`/${folder}`, (request, response, next) => {
        const wanted = request.url?.slice(1) ?? ''
        if (!pdfjsFiles.includes(wanted)) return next()
        if (wanted.endsWith('.js')) response.setHeader('content-type', 'text/javascript')
        response.end(readFileSync(join(pdfjs, wanted)))
      })
    },
    generateBundle() {
      for (const name of pdfjsFiles) {
        this.emitFile({ type: 'asset', fileName: `${folder}/${name}`, source: readFileSync(join(pdfjs, name)) })
      }
    },
  }
}

/** Compresses what is built. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    closeBundle: () => compressPages(outDir),
  }
}

/** A component's name in React's tools. Mantine reads one only to recognize a Card's or an EmptyState's parts of another copy. */
const displayName = /^\s*\w+\.displayName = (["'`])[^"'`]*\1;?$/gm

/** Leaves the display names of the libraries' components out. */
function withoutDisplayNames(): Plugin {
  return {
    name: 'without-display-names',
    apply: 'build',
    transform: { filter: { id: /node_modules/, code: '.displayName = ' }, handler: (code) => code.replace(displayName, '') },
  }
}

const root = import.meta.dirname
/** Pages that visitors see. As inputs of their own their modules are tagged as initial, like those of the entry. */
const firstPages = [
  'portal/web/landing-page',
  ...['auth-page', 'invitation-page', 'reset-page', 'setup-page'].map((page) => `accounts/auth/web/${page}`),
]

const components = (...names: string[]) => names.map((name) => `components.${name}.`)
const ui = (...names: string[]) => names.map((name) => `platform.web.ui.${name}\\.`)
const anyOf = (...paths: string[]) => new RegExp(paths.join('|'))

/**
 * Few files, because each costs a turn on one of the six connections of HTTP/1.1: what the first pages need, what every page
 * of the dashboard needs, what lists, forms and contracts need, and the rest of what is shared. Without these groups every set
 * of pages gets a file for what it shares, about eighty for one page. A group takes along what its modules import, unless a
 * group of higher priority has it.
 */
const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'react', tags: ['$initial'], test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 9 },
  // Pages opened by a link in a mail, and the landing page, load on their own: /auth does not need them.
  {
    name: 'first',
    tags: ['$initial'],
    test: new RegExp(
      '^(?!.*src.(portal.web.landing|platform.web.ui.tier-mark|' +
        'accounts.auth.web.((invitation|reset|setup)-page|forgotten-form|password-field)))',
    ),
    priority: 8,
  },
  { name: 'icons', test: anyOf(...ui('icons?')), priority: 7 },
  // The landing page needs this, and nothing else of the dashboard's.
  { name: 'tier-mark', test: anyOf(...ui('tier-mark')), priority: 7 },
  // Pages with tabs need this, and the search, which needs nothing else of theirs.
  { name: 'tabs', test: anyOf('app.page-tabs\\.'), priority: 7 },
  {
    name: 'dashboard',
    test: anyOf(
      // What surrounds every page. The portal's routes stay a file: the build's manifest names it for the server's hints.
      'shell.(shell|sidebar|palette-button|live|restricted-dialog|account-menu)\\.',
      'tiers.web.status-bar\\.',
      'app.(kept-open|record-in-address)\\.',
      'app.(paced-refetch|lead-reader|when-visible|rights|with-right)\\.',
      'lead-news.web.unread-marks\\.',
      'platform.domain.staff-rights\\.',
      'people.web.partner-link',
      'leads.web.own-rate',
      'registrations.web.protection\\.',
      'ui.styles-dashboard',
      'overview.web.data',
      // Rules that most pages need; those of one form or page come with it.
      'leads.domain.(leads|lead-fields|lead-history)\\.',
      '(commissions|partners).domain\\.',
      'platform.domain.(typed-amounts|typed-days|periods)\\.',
      'leads.api.leads\\.',
      'overview.api\\.',
      'tiers.api.tiers\\.',
      'platform.api.page-headings\\.',
      ...ui('list-(address|page|tools)', 'stat-card', 'confirm-dialog', 'focus-back', 'anchored-menu', 'dates'),
      // On boards too, which load neither lists nor forms.
      ...ui('status-badge', 'counts', 'lazy-mount', 'period-filter'),
      '@mantine.hooks',
      'mantine.core.esm.(core|utils)',
      '@tanstack.(query-core|react-query)',
      ...components('Menu', 'Drawer', 'Modal', 'Tooltip', 'Group', 'Alert'),
    ),
    priority: 6,
  },
  // What comes after the first paint, to follow what others do.
  { name: 'follow', test: anyOf('lead-news.web.follow-unread\\.', 'app.same-for\\.', 'lead-news.api.unread'), priority: 5.7 },
  {
    name: 'contracts',
    test: anyOf('contracts.(contracts|signing).(api|domain)\\.', 'platform.domain.files\\.', 'notifications.domain\\.'),
    priority: 5.5,
  },
  {
    name: 'lists',
    test: anyOf(
      ...components('Table', 'Tabs', 'Select', 'Checkbox', 'SegmentedControl'),
      ...ui('data-(table|row)', 'row-selection', 'sort-header', 'card-sort', 'more-button', 'list-(filter|table)', 'page-tabs'),
      'partner-(field|filter|options|names)',
      'pages-query',
    ),
    priority: 5,
  },
  {
    name: 'forms',
    test: anyOf(
      ...components('Textarea', 'NativeSelect', 'CopyButton'),
      '@noble',
      ...ui('dropzone', 'money-field', 'field-pair'),
      'app.(upload|sha256|document-field|draft-form)',
      '(contracts|resources).web.data',
      'identity-proof',
      'evidence-data',
      'commission-columns',
    ),
    priority: 4,
  },
  { name: 'account', test: anyOf('auth.api.account\\.', 'auth.web.(account-data|password-field)'), priority: 2 },
  { name: 'shared', minShareCount: 3, priority: 1 },
]

const scopedNames = new Map<string, string>()

/** Short class names for CSS modules. Vite's own contain the rule's line number, so they would grow with formatted CSS. */
function scopedName(name: string, file: string): string {
  const source = `${relative(root, file)} .${name}`
  const short = `_${createHash('sha256').update(source).digest('base64url').slice(0, 4)}`
  const other = scopedNames.get(short) ?? source
  if (other !== source) throw new Error(`${source} and ${other} get the same class name`)
  scopedNames.set(short, source)
  return short
}

const portal = { target: process.env.PORTAL_URL ?? 'http://localhost:3000', changeOrigin: false }

export default defineConfig({
  plugins: [browserRoutes(), withoutDisplayNames(), leanMantine(), firstPaint(outDir), react(), pdfReaderFiles(), compressed()],
  css: { modules: { generateScopedName: scopedName } },
  server: { proxy: { '/api': portal, '/health': portal, '/.well-known': portal } },
  build: {
    outDir,
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // Browsers that lack `modulepreload` (Safari until 17) load the modules when they are imported.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    reportCompressedSize: false,
    rolldownOptions: {
      input: ['index.html', ...firstPages.map((page) => `src/${page}.tsx`)].map((each) => join(root, each)),
      output: { codeSplitting: { groups } },
    },
  },
})
