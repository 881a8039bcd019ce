import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { browserRoutes } from './tools/browser-routes.ts'
import { notesPackages } from './tools/bundled-packages.ts'
import { compressPages } from './tools/compress-pages.ts'
import { inlinedMessages } from './tools/inline-messages.ts'

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
        const file = request.url?.slice(1) ?? ''
        if (!pdfjsFiles.includes(file)) return next()
        if (file.endsWith('.js')) response.setHeader('content-type', 'text/javascript')
        response.end(readFileSync(join(pdfjs, file)))
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

/** What opens at a button. */
const menus = /[\\/](Menu|Popover)[\\/]|(anchored|row)-menu/

/** What opens over the page: dialogs, and the forms in them. */
const dialogs = /[\\/](ModalBase|Modal|Drawer|ScrollArea|FocusTrap|react-remove-scroll)[\\/]|ui[\\/]dialogs|app[\\/]forms/

/** What draws tables and searchable choices, and what is about contracts, payouts and invoices. */
const lists = [
  /components[\\/](Table|Tabs|Combobox|Select|Checkbox|Progress)[\\/]/,
  /[\\/]tables[\\/](?!list-(?!table)|period|view|filter|row-button)/,
  /[\\/]fields[\\/](?!money|field-pair|dropzone|long-text)/,
  /partner-field/,
  /src[\\/](contracts|money[\\/](?![\w-]+[\\/]domain))/,
]

/** What reads the address of a list: neither the first page nor the board needs it. */
const addressOfList = /[\\/]use-list\.ts$/

/**
 * Files that pages share, each with what it needs: React, what /auth needs, the portal's frame, and what at least eleven pages
 * and dialogs need. Of the last, menus and lists are apart, since neither the first page nor the board shows any when it opens.
 * Without these files a page loads some eighty. A lower count makes fewer files and longer first loads, which first-load.spec.ts
 * bounds.
 */
const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'react', tags: ['$initial'], test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 6 },
  { name: 'first', tags: ['$initial'], priority: 5 },
  {
    name: 'portal',
    test: /[\\/](portal-routes\.tsx|import-link\.tsx|use-merged-ref\.mjs)$|@mantine[\\/]core[\\/]esm[\\/]core[\\/]/,
    priority: 4,
  },
  { name: 'menus', test: menus, minShareCount: 11, priority: 3 },
  { name: 'pages', test: (id) => ![dialogs, ...lists].some((each) => each.test(id)), minShareCount: 11, priority: 2 },
  { name: 'dialogs', test: dialogs, minShareCount: 11, priority: 2 },
  {
    name: 'leads',
    test: /src[\\/]leads[\\/](fields|registrations[\\/](domain|web)|leads[\\/](api|domain))/,
    minShareCount: 3,
    priority: 1.5,
  },
  { name: 'lists', test: (id) => !addressOfList.test(id), minShareCount: 11, priority: 1 },
]

/** The layers that only declare: a page leaves out what it does not use of them, as of a route whose shapes it drops. */
const declarations = /[\\/]src[\\/](?:[\w-]+[\\/]){1,2}(?:domain|api)(?:\.ts$|[\\/])/

const portal = { target: process.env.PORTAL_URL ?? 'http://localhost:3000', changeOrigin: false }

export default defineConfig({
  plugins: [inlinedMessages(), browserRoutes(), react(), pdfReaderFiles(), notesPackages('pages'), compressed()],
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
      // As an input of its own the sign-in page is tagged as initial, like the entry.
      input: ['index.html', 'src/accounts/auth/web/auth-page.tsx'].map((each) => join(import.meta.dirname, each)),
      output: { codeSplitting: { groups } },
      treeshake: { moduleSideEffects: [{ test: declarations, sideEffects: false }] },
    },
  },
})
