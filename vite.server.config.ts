import { dirname, join, relative } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { notesPackages } from './tools/bundled-packages.ts'

const root = import.meta.dirname
const outDir = join(root, 'dist/server')

/** Packages that read files of their own or are imported by a computed name, and so stay packages. */
export const unbundled = ['@electric-sql/pglite', 'pdfmake', 'strtok3']

/** What starts as a process or thread of its own, by the name of its built file. */
const programs = {
  main: 'portal/server/main.ts',
  command: 'operations/backup/server/command.ts',
  'verify-journal': 'portal/server/verify-journal.ts',
  operate: 'portal/server/operator/operate.ts',
  'pglite-worker': 'platform/server/db/embedded/pglite-worker.ts',
  'document-worker': 'money/documents/server/pdf-worker.ts',
  'template-worker': 'contracts/templates/server/pdf-worker.ts',
  'inspect-worker': 'platform/server/sealing/processes/inspect-worker.ts',
  'bank-file-worker': 'money/bank-files/server/bank-file-worker.ts',
  'seal-worker': 'platform/server/sealing/processes/seal-worker.ts',
}
const inputs = Object.fromEntries(Object.entries(programs).map(([name, path]) => [name, join(root, 'src', path)]))
const builtNames = new Map(Object.entries(inputs).map(([name, path]) => [path, name]))

const addresses = /createRequire\(import\.meta\.url\)|new URL\('(\.[^']+\.ts)', import\.meta\.url\)|import\.meta\.url/g

/**
 * The portal's own modules start other programs, and find migrations, pages and files of packages, from where they are. In the
 * built files programs have the addresses of their built files, packages are found from there, and everything else from the
 * address of the source.
 */
function ownAddresses(): Plugin {
  return {
    name: 'own-addresses',
    enforce: 'pre',
    transform(code, id) {
      const path = relative(root, id)
      if (/^(\.\.|node_modules)/.test(path) || !code.includes('import.meta.url')) return null
      const source = `new URL(${JSON.stringify(relative(outDir, id))}, import.meta.url).href`
      const addressed = code.replaceAll(addresses, (found, program?: string) => {
        if (found.startsWith('createRequire')) return found
        if (!program) return source
        const name = builtNames.get(join(dirname(id), program))
        if (!name) throw new Error(`${path} starts ${program}, which is not among the built programs`)
        return `new URL('./${name}.js', import.meta.url)`
      })
      return { code: addressed, map: null }
    },
  }
}

/**
 * Certificates' container of dependencies checks for this polyfill while it loads. Modules import it before the container, but
 * the build runs a package in CommonJS where it is imported, after the chunk that the container is in.
 */
function polyfillFirst(): Plugin {
  return {
    name: 'polyfill-first',
    transform: { filter: { id: /node_modules.tsyringe.*index\.js$/ }, handler: (code) => `import 'reflect-metadata'\n${code}` },
  }
}

/**
 * The server with all its packages in a few files: Node would find, read and compile 1400 modules at each start. Not minified,
 * so that stack traces are readable.
 */
export default defineConfig({
  plugins: [ownAddresses(), polyfillFirst(), notesPackages('server')],
  publicDir: false,
  ssr: { noExternal: true, external: ['pg-native', ...unbundled] },
  build: {
    ssr: true,
    outDir,
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    rolldownOptions: { input: inputs, output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' } },
  },
})
