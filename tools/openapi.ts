// Writes docs/openapi.json, whose diff is the review of the API, and the schemas of programmes and commission rules; --check
// verifies that all are current.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { ruleDefinition } from '#money/rules/api/rule-definition.ts'
import { programmeFile } from '#overview/programme-file/api/programme-file.ts'
import { openApiDocument } from '#portal/server/openapi/openapi.ts'

const documents = {
  'openapi.json': openApiDocument(),
  'programme.schema.json': { title: 'Programme', ...z.toJSONSchema(programmeFile, { io: 'input' }) },
  'commission-rule.schema.json': { title: 'Commission rule', ...z.toJSONSchema(ruleDefinition, { io: 'input' }) },
}

for (const [name, document] of Object.entries(documents)) {
  const path = fileURLToPath(new URL(`../docs/${name}`, import.meta.url))
  const text = `${JSON.stringify(document, null, 2)}\n`
  if (!process.argv.includes('--check')) writeFileSync(path, text)
  else if (readFileSync(path, 'utf8') !== text) {
    process.stdout.write(`docs/${name} is out of date: run "npm run openapi".\n`)
    process.exitCode = 1
  }
}
