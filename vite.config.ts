import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vite'

const outDir = join(import.meta.dirname, 'dist/web')

/** Writes .br and .gz beside what compresses, once at build, so that no request pays for it. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async closeBundle() {
      for (const entry of await readdir(outDir, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !/\.(js|css|svg)$/.test(entry.name)) continue
        const path = join(entry.parentPath, entry.name)
        const content = await readFile(path)
        const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
        await writeFile(`${path}.br`, brotliCompressSync(content, quality))
        await writeFile(`${path}.gz`, gzipSync(content, { level: 9 }))
      }
    },
  }
}

const portal = { target: process.env.PORTAL_URL ?? 'http://localhost:3000', changeOrigin: false }

export default defineConfig({
  root: join(import.meta.dirname, 'src/web'),
  plugins: [react(), compressed()],
  server: { proxy: { '/api': portal, '/health': portal } },
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
