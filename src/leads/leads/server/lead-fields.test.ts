import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { leadImportRoutes } from '#leads/import/api.ts'
import { mapFileColumns } from '#leads/import/domain/lead-import.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { otherSampleLead, sampleLead } from '#test/lead-samples.ts'
import { openWithPartners } from '#test/open-with-partners.ts'
import type { Client, TestApp } from '#test/test-app.ts'
import { leadRoutes } from '../api/leads.ts'
import { type LeadField, leadFieldNames, mapLeadFields } from '../domain/lead-fields.ts'
import { mapFileFields } from '../domain/lead-file.ts'
import { sqlColumns } from './lead-row.ts'

test('the table has an SQL column for each field', () => {
  expectTypeOf<keyof typeof sqlColumns>().toEqualTypeOf<LeadField>()
  // @ts-expect-error a mapping without the phone is none
  expectTypeOf<Exclude<keyof typeof sqlColumns, 'phone'>>().toEqualTypeOf<LeadField>()
  expect(Object.keys(sqlColumns)).toEqual(leadFieldNames)
})

describe.each(databaseKinds())('lead fields on %s', inOrder, (databaseKind) => {
  let app: TestApp
  let marie: Client
  let id: string
  beforeAll(async () => {
    ;({ app, marie } = await openWithPartners(databaseKind, 'marie'))
    id = (await marie.call(leadRoutes.addLead, { body: sampleLead })).id
  })
  afterAll(() => app.close())

  const read = () => marie.call(leadRoutes.getLead, { params: { id } })

  test('is stored and returned', async () => {
    expect(await read()).toMatchObject(sampleLead)
  })

  test.each(leadFieldNames)('%s can be edited alone, and the history shows old and new value', async (field) => {
    const before = await read()
    await marie.call(leadRoutes.editLead, { params: { id }, body: { [field]: otherSampleLead[field] } })
    expect(await read()).toMatchObject({ ...mapLeadFields((each) => before[each]), [field]: otherSampleLead[field] })
    const { items } = await marie.call(leadRoutes.leadTimeline, { params: { id }, query: { limit: 1 } })
    expect(items[0]?.changes).toEqual([{ field, before: sampleLead[field], after: otherSampleLead[field] }])
  })

  test('are exported, and an import of the exported file reads them back', async () => {
    const exported = await marie.send('GET', '/api/leads.csv')
    const [titles = [], row = []] = Papa.parse<string[]>(exported.body, { delimiter: ';' }).data
    const mapping = mapFileColumns(titles)
    const cells = mapFileFields((field) => row[mapping[field] ?? -1] ?? '')
    await marie.call(leadRoutes.deleteLead, { params: { id } })
    const { rows } = await marie.call(leadImportRoutes.importLeads, { body: { rows: [cells] } })
    expect(rows.map(({ outcome, messages }) => [outcome, messages])).toEqual([['imported', []]])
    const { items } = await marie.call(leadRoutes.listLeads, { query: { fields: 'all' } })
    expect(items.map((lead) => mapLeadFields((field) => lead[field]))).toEqual([otherSampleLead])
  })
})
