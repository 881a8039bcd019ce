import { join, relative } from 'node:path'
import type { Plugin } from 'vite'
import { defineConfig } from 'vite'

const root = import.meta.dirname
const outDir = join(root, 'dist/server')

/**
 * The portal's own modules find migrations, pages, fonts and the modules of child processes from where they are. In one file
 * with all others they keep the address of their source.
 */
function sourceAddresses(): Plugin {
  return {
    name: 'source-addresses',
    enforce: 'pre',
    transform(code, id) {
      const path = relative(root, id)
      if (/^(\.\.|node_modules)/.test(path) || !code.includes('import.meta.url')) return null
      const address = `new URL(${JSON.stringify(relative(outDir, id))}, import.meta.url).href`
      return { code: code.replaceAll('import.meta.url', address), map: null }
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
 * The server with all its packages in one file, and what it loads later in a few others: Node would find, read and compile
 * 1400 modules at each start. Not minified, so that stack traces are readable.
 */
export default defineConfig({
  plugins: [sourceAddresses(), polyfillFirst()],
  publicDir: false,
  ssr: { noExternal: true, external: ['pg-native'] },
  build: {
    ssr: 'src/server/main.ts',
    outDir,
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' } },
  },
})
