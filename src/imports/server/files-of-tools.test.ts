/// <reference path="../../platform/api/papaparse.d.ts" />
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseKinds } from '#test/databases.ts'
import { sampleCell, sampleTitles } from '#test/import-samples.ts'
import { apply, stage } from '#test/imports.ts'
import { proposeFile } from '#test/mapped-files.ts'
import { openWithPartners } from '#test/open-with-partners.ts'
import type { Client, TestApp } from '#test/test-app.ts'
import { importRoutes } from '../api.ts'
import type { Format } from '../domain/formats.ts'
import { formats } from '../web/formats.ts'

/** Kinds of file whose rows become something here. */
const entries = [...formats].filter(
  ([, { tool, record }]) => tool !== '' && !['commission', 'payout', 'payment'].includes(record),
)
const rowCount = 40
const csvOfTools = { delimiter: ',', newline: '\r\n' } as const

/** A file of such a tool, with all of its columns, known or not: a `generation` is another language, or older titles. */
function fileOf(format: Format, generation: number): Uint8Array<ArrayBuffer> {
  const titles = sampleTitles(format, generation)
  const rows = Array.from({ length: rowCount }, (_, at) => titles.map(([field]) => sampleCell(format, field, at)))
  const text = Papa.unparse([titles.map(([, title]) => title), ...rows], csvOfTools)
  return new TextEncoder().encode(text)
}

describe.each(databaseKinds())('files as other tools write them on %s', (databaseKind) => {
  let app: TestApp
  let marie: Client
  beforeAll(async () => {
    ;({ app, marie } = await openWithPartners(databaseKind, 'marie'))
  })
  afterAll(() => app.close())

  const generations = entries.flatMap(([name, format]) => [0, 1].map((generation) => [name, generation, format] as const))
  test.each(generations)('%s in generation %i is in, and nothing of the file is touched', async (name, generation, format) => {
    const kind = format.record === 'partner' ? 'partners' : 'leads'
    const { rows, asked, ignored } = await proposeFile(kind, fileOf(format, generation), {
      address: 'ada@acme.example',
      partner: marie.userId,
    })
    const { id, rows: checked } = await stage(app.admin, { kind, rows, tool: format.tool })
    expect(checked.filter(({ outcome }) => outcome === 'refused').flatMap(({ messages }) => messages)).toEqual([])
    const applied = await apply(app, app.admin, id)
    // The next file is of the same made-up people.
    expect(await app.admin.call(importRoutes.undoImport, { params: { id } })).toEqual({ obstacles: [] })
    const outcomes = [...new Set(applied.map(({ outcome }) => outcome))]
    expect({ name, asked, ignored, outcomes }).toMatchObject({ name, outcomes: ['imported'] })
    // What was left out is of a state that is no lead, or of a partner who has left.
    expect(rows.length).toBeGreaterThan(rowCount / 3)
  })
})
