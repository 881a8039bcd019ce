import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leadRoutes } from '#api/leads.ts'
import { withTransaction } from '#server/transaction.ts'
import { databaseKinds } from '#test/databases.ts'
import type { Client } from '#test/test-app.ts'
import { TestApp } from '#test/test-app.ts'

const lead = { name: 'Paul', company: 'Bernard', email: 'p@b.fr', estimatedAmountCents: 100, offerType: 'star' as const }

describe.each(databaseKinds())('between reading a page and following it on %s', (databaseKind) => {
  let app: TestApp
  let marie: Client
  let address: string
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    marie = await app.newPartner('marie@exemple.fr')
    await app.running.app.listen({ port: 0, host: '127.0.0.1' })
    address = `http://127.0.0.1:${(app.running.app.server.address() as AddressInfo).port}`
  })
  afterAll(() => app.close())

  /** Reads a page; how far it shows the events. */
  async function read(): Promise<string> {
    const { statusCode, headers } = await marie.send('GET', '/api/leads')
    expect(statusCode).toBe(200)
    return String(headers['live-seq'])
  }
  /** What a new stream says until it is told of `awaited`: numbers of events, one that comes twice once. */
  async function followed(after: string, awaited: number): Promise<number[]> {
    const signal = AbortSignal.timeout(5000)
    const response = await fetch(`${address}/api/live?after=${after}`, { headers: { cookie: marie.cookie }, signal })
    let text = ''
    const heard = () => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString()
      if (heard().includes(awaited)) break
    }
    return [...new Set(heard())]
  }
  const seqOf = (subjectId: string) =>
    withTransaction(app.portal, { kind: 'system' }, async ({ tx }) => {
      const row = await tx.selectFrom('events').select('seq').where('subject_id', '=', subjectId).executeTakeFirstOrThrow()
      return row.seq
    })
  const add = async () => seqOf((await marie.call(leadRoutes.addLead, { body: lead })).id)
  /** Until this server has heard of the event, which the database tells it after the commit. */
  async function known(seq: number): Promise<string> {
    for (let attempt = 0; attempt < 200; attempt += 1) {
      const cursor = await read()
      if (Number.parseInt(cursor, 10) >= seq) return cursor
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    throw new Error('the server did not hear of it')
  }

  test('a change is told by the stream that is opened afterwards, 20 times of 20, and nothing that was shown', async () => {
    let shown = await known(await add())
    for (let round = 0; round < 20; round += 1) {
      const seq = await add()
      expect(await followed(shown, seq)).toEqual([seq])
      shown = await known(seq)
    }
  })

  test.runIf(databaseKind === 'postgres')('so is one with a lower number that is committed later', async () => {
    let mayCommit = () => {}
    let isWritten = () => {}
    const written = new Promise<void>((resolve) => (isWritten = resolve))
    const subjectId = '01900000-0000-7000-8000-00000000000a'
    const slow = withTransaction(app.portal, { kind: 'system' }, async ({ recordEvent }) => {
      await recordEvent({ name: 'lead.changed', subjectId, audience: { kind: 'partner', userId: marie.userId } })
      isWritten()
      await new Promise<void>((resolve) => (mayCommit = resolve))
    })
    await written
    const later = await add()
    const shown = await known(later)
    mayCommit()
    await slow
    const seq = await seqOf(subjectId)
    expect(seq).toBeLessThan(later)
    expect(await followed(shown, seq)).toContain(seq)
  })
})
