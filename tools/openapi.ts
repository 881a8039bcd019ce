// Writes docs/openapi.json, whose diff is the review of the API; --check verifies that it is current.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openApiDocument } from '#portal/server/openapi/openapi.ts'

const path = fileURLToPath(new URL('../docs/openapi.json', import.meta.url))
const current = `${JSON.stringify(openApiDocument(), null, 2)}\n`
if (!process.argv.includes('--check')) writeFileSync(path, current)
else if (readFileSync(path, 'utf8') !== current) {
  process.stdout.write('docs/openapi.json is out of date: run "npm run openapi".\n')
  process.exitCode = 1
}
