import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#platform/server/ids.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { openWithPartners } from '#test/open-with-partners.ts'
import type { Client, TestApp } from '#test/test-app.ts'
import { pdf } from '../../../../demo/pdf.ts'
import { resourceRoutes } from '../api/resources.ts'

describe.each(databaseKinds())('resources on %s', inOrder, (databaseKind) => {
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
  const upload = async (name: string) => {
    const headers = { 'content-type': 'application/octet-stream' }
    const response = await app.admin.send('POST', `/api/uploads?purpose=resource&name=${name}.pdf`, pdf(name), headers)
    return { kind: 'file' as const, uploadId: response.json().id as string }
  }
  const fields = { title: 'Tarifs', description: 'De cette année', category: 'documents' as const }
  const edit = (id: string, body: object) =>
    app.admin.try(resourceRoutes.editResource, { params: { id }, body: { ...fields, ...body } })
  const seenBy = async (client: Client, id: string) => {
    const { items } = await client.call(resourceRoutes.listResources, { query: {} })
    return items.find((each) => each.id === id)
  }
  const open = (id: string) => marie.call(resourceRoutes.openResource, { params: { id } })
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
    const response = await app.admin.send('POST', '/api/uploads?purpose=resource&name=plan.pdf', pdf('Plan'), headers)
    const { id, fileUrl, description, minTier } = await add('Plan', 'outils', { kind: 'file', uploadId: response.json().id })
    expect([description, minTier]).toEqual(['', null])
    expect((await marie.send('GET', fileUrl)).statusCode).toBe(200)
    await app.admin.call(resourceRoutes.deleteResource, { params: { id } })
    expect((await marie.send('GET', fileUrl)).statusCode).toBe(404)
    expect(await titles(marie, 'outils')).toEqual([])
    expect((await app.admin.try(resourceRoutes.deleteResource, { params: { id } })).body.code).toBe('not_found')
  })

  test('what a partner has not opened is new to them, and updated after a new version; nothing is for staff', async () => {
    const { id, version, mark } = await add('Tarifs', 'documents', link)
    expect([version, mark, (await seenBy(marie, id))?.mark]).toEqual([1, null, 'new'])
    await open(id)
    await open(id)
    expect((await seenBy(marie, id))?.mark).toBeNull()
    app.pass(1000)
    await edit(id, { replacement: { document: link, note: 'Janvier', version: 1 } })
    expect(await seenBy(marie, id)).toMatchObject({ mark: 'updated', version: 2, revision: { note: 'Janvier' } })
    expect((await seenBy(app.admin, id))?.mark).toBeNull()
    await open(id)
    expect((await seenBy(marie, id))?.mark).toBeNull()
    const gone = await marie.try(resourceRoutes.openResource, { params: { id: newId() } })
    expect(gone.body.code).toBe('not_found')
  })

  test('partners get the newest version, staff also those before, until the resource is deleted', async () => {
    const { id, fileUrl } = await add('Tarifs', 'documents', await upload('premier'))
    const bytes = async (client: Client, url: string) => {
      const { statusCode, rawPayload } = await client.send('GET', url)
      return statusCode === 200 ? rawPayload.toString('latin1') : statusCode
    }
    app.pass(1000)
    expect((await edit(id, { replacement: { document: await upload('second'), note: 'TVA à 20 %', version: 1 } })).status).toBe(
      200,
    )
    expect(await bytes(marie, fileUrl)).toContain('(second)')
    const { versions } = await app.admin.call(resourceRoutes.resourceVersions, { params: { id } })
    expect(versions).toMatchObject([
      {
        version: 1,
        fileName: 'premier.pdf',
        note: null,
        replacedBy: { name: expect.any(String) },
        replacedAt: app.now.toISOString(),
      },
    ])
    const old = versions[0]?.fileUrl ?? ''
    expect(await bytes(app.admin, old)).toContain('(premier)')
    expect(await bytes(marie, old)).toBe(403)
    expect(await bytes(app.admin, old.replace('/1/', '/2/'))).toBe(404)

    const late = await edit(id, { replacement: { document: link, note: 'Trop tard', version: 1 } })
    expect([late.status, late.body.code]).toEqual([409, 'resource_changed'])
    const wordless = await edit(id, { replacement: { document: link, note: ' ', version: 2 } })
    expect(wordless.body.fields).toMatchObject([{ path: 'replacement.note' }])

    await app.admin.call(resourceRoutes.deleteResource, { params: { id } })
    expect(await bytes(app.admin, old)).toBe(404)
    expect((await edit(id, {})).body.code).toBe('not_found')
  })

  test('an edit without a document keeps it and marks nothing; a tier that is gone is refused', async () => {
    const { id } = await add('Tarif', 'outils', link)
    await open(id)
    const { body } = await edit(id, {})
    expect(body).toMatchObject({ ...fields, version: 1, revision: null, fileUrl: link.url })
    expect((await seenBy(marie, id))?.mark).toBeNull()
    expect((await edit(id, { minTierId: newId() })).body.fields).toMatchObject([{ path: 'minTierId' }])
  })
})
