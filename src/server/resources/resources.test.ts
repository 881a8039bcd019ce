import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resourceRoutes } from '#api/resources.ts'
import { databaseKinds } from '#test/databases.ts'
import { openWithPartners } from '#test/open-with-partners.ts'
import type { Client, TestApp } from '#test/test-app.ts'
import { pdf } from '../../../demo/pdf.ts'

describe.each(databaseKinds())('resources on %s', (databaseKind) => {
  let app: TestApp
  let marie: Client
  beforeAll(async () => {
    ;({ app, marie } = await openWithPartners(databaseKind, 'marie'))
  })
  afterAll(() => app.close())

  const add = (title: string, category: 'documents' | 'visuels' | 'outils', document: object) => {
    app.pass(1000)
    return app.admin.call(resourceRoutes.addResource, {
      body: { title, category, document: document as { kind: 'link'; url: string } },
    })
  }
  const link = { kind: 'link', url: 'https://acme.example/visuels' }
  const titles = async (client: Client, category?: 'documents' | 'visuels' | 'outils') => {
    const { items } = await client.call(resourceRoutes.listResources, { query: category ? { category } : {} })
    return items.map((each) => each.title)
  }

  test('every partner reads all of them, newest first, by category', async () => {
    for (const [title, category] of [
      ['Guide', 'documents'],
      ['Affiche', 'visuels'],
      ['Grille', 'documents'],
    ] as const) {
      await add(title, category, link)
    }
    expect(await titles(marie)).toEqual(['Grille', 'Affiche', 'Guide'])
    expect(await titles(marie, 'documents')).toEqual(['Grille', 'Guide'])
    expect(await titles(marie, 'outils')).toEqual([])
    expect(await titles(app.admin)).toEqual(await titles(marie))
  })

  test('a deleted one disappears from the lists, and its file can no longer be downloaded', async () => {
    const headers = { 'content-type': 'application/octet-stream' }
    const sent = await app.admin.send('POST', '/api/uploads?purpose=resource&name=plan.pdf', pdf('Plan'), headers)
    const { id, fileUrl, description, minTier } = await add('Plan', 'outils', { kind: 'file', uploadId: sent.json().id })
    expect([description, minTier]).toEqual(['', null])
    expect((await marie.send('GET', fileUrl)).statusCode).toBe(200)
    await app.admin.call(resourceRoutes.deleteResource, { params: { id } })
    expect((await marie.send('GET', fileUrl)).statusCode).toBe(404)
    expect(await titles(marie, 'outils')).toEqual([])
    expect((await app.admin.try(resourceRoutes.deleteResource, { params: { id } })).body.code).toBe('not_found')
  })
})
