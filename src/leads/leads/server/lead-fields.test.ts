import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { programmeFileRoutes } from '#overview/programme-file/api/routes.ts'
import { databaseKinds } from '#test/databases.ts'
import { leadsOf } from '#test/imports.ts'
import { inOrder } from '#test/in-order.ts'
import { otherSampleLead, sampleLead } from '#test/lead-samples.ts'
import { mapTitles } from '#test/mapped-files.ts'
import { openWithPartners } from '#test/open-with-partners.ts'
import { fieldChanges } from '#test/saved-lists.ts'
import type { Client, TestApp } from '#test/test-app.ts'
import { leadRoutes } from '../api/leads.ts'
import { leadFieldNames, leadFields, mapLeadFields, waysToReach } from '../domain/lead-fields.ts'
import { mapFileFields } from '../domain/lead-file.ts'
import { emptyOf } from '../domain/lead-input.ts'

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

  test('the database knows the same fields by the same columns', async () => {
    const rows = await app.portal.database.asActor(system, (tx) =>
      tx
        .selectFrom('lead_fields')
        .select(['key', 'kind', 'column_name', 'required_at_start'])
        .where('column_name', 'is not', null)
        .orderBy('place')
        .execute(),
    )
    const ofCode = leadFieldNames.map((key) => {
      const { kind, column, required } = leadFields[key]
      return { key, kind, column_name: column, required_at_start: required }
    })
    expect(rows).toEqual(ofCode)
  })

  test('a later field takes no key that staff may have given, and says so first', async () => {
    const owner = (text: string) => app.portal.database.asOwner((run) => run(text))
    const add = (key: string) => owner(`select app.add_built_in_field('${key}', 'text', 'further')`)
    await expect(add('region')).rejects.toThrow('the key region of a built-in field needs a capital letter')
    await expect(add('offerType')).rejects.toThrow('a field of this portal has the key offerType already')
    const { rows } = await owner("select from pg_attribute where attrelid = 'leads'::regclass and attname = 'further'")
    expect(rows).toEqual([])
  })

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

  // The name stays required, and a lead always has an offer.
  test.each(leadFieldNames.filter((field) => field !== 'name' && leadFields[field].kind !== 'offer'))(
    '%s is asked for by a stage that needs it',
    async (field) => {
      const fields = fieldChanges(() => app.admin)
      const before = await fields.read()
      const other = waysToReach.find((way) => way !== field)
      const asks = ({ key }: { key: string }) => (key === field ? { requiredFrom: 'premier_contact' } : {})
      await fields.save((list) =>
        list.map((each) => ({ ...each, required: each.required || each.key === field || each.key === other, ...asks(each) })),
      )
      const body = { ...sampleLead, company: `Sans ${field}`, email: `sans-${field.toLowerCase()}@client.example` }
      const lead = await marie.call(leadRoutes.addLead, { body: { ...body, [field]: emptyOf(field) ?? 0 } })
      const move = () => marie.try(leadRoutes.moveLead, { params: lead, body: { from: 'nouveau', to: 'premier_contact' } })
      const refused = await move()
      expect([refused.status, refused.body.fields?.map(({ path }: { path: string }) => path)]).toEqual([422, [field]])
      await marie.call(leadRoutes.editLead, { params: lead, body: { [field]: sampleLead[field] } })
      expect((await move()).status).toBe(200)
      await marie.call(leadRoutes.deleteLead, { params: lead })
      await fields.save(() => before)
    },
  )

  test('stand in the file of the programme, which an import reads back', async () => {
    const file = await app.admin.call(programmeFileRoutes.exportProgramme, {})
    expect(file.fields?.map(({ key }) => key)).toEqual(leadFieldNames)
    const { changes, obstacles } = await app.admin.call(programmeFileRoutes.previewProgramme, { body: { file } })
    expect([changes, obstacles]).toEqual([[], []])
  })

  test('are exported, and an import of the exported file reads them back', async () => {
    const exported = await marie.send('GET', '/api/leads.csv')
    const [titles = [], row = []] = Papa.parse<string[]>(exported.body, { delimiter: ';' }).data
    const mapping = mapTitles('leads', titles)
    const cells = mapFileFields((field) => row[mapping[field]?.[0] ?? -1] ?? '')
    await marie.call(leadRoutes.deleteLead, { params: { id } })
    const rows = await leadsOf(app, marie).add([cells])
    expect(rows.map(({ outcome, messages }) => [outcome, messages])).toEqual([['imported', []]])
    const { items } = await marie.call(leadRoutes.listLeads, { query: { fields: 'all' } })
    expect(items.map((lead) => mapLeadFields((field) => lead[field]))).toEqual([otherSampleLead])
  })
})
