import { readdirSync, readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vite'

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

/** Writes .br and .gz beside what compresses, once at build, so that no request pays for it. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async closeBundle() {
      for (const entry of await readdir(outDir, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !/\.(m?js|css|svg)$/.test(entry.name)) continue
        const path = join(entry.parentPath, entry.name)
        const content = await readFile(path)
        const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
        await writeFile(`${path}.br`, brotliCompressSync(content, quality))
        await writeFile(`${path}.gz`, gzipSync(content, { level: 9 }))
      }
    },
  }
}

/** Sentences about routes are for the API's document: browsers do not load them. */
function withoutSummaries(): Plugin {
  return {
    name: 'without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) =>
      id.includes('/src/contract/') ? code.replace(/summary:\s*'(?:[^'\\]|\\.)*'/g, "summary: ''") : null,
  }
}

const portal = { target: process.env.PORTAL_URL ?? 'http://localhost:3000', changeOrigin: false }

export default defineConfig({
  root: join(import.meta.dirname, 'src/web'),
  plugins: [withoutSummaries(), react(), pdfReaderFiles(), compressed()],
  server: { proxy: { '/api': portal, '/health': portal, '/.well-known': portal } },
  build: {
    outDir,
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    reportCompressedSize: false,
  },
})
