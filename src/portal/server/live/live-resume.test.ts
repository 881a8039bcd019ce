import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import { databaseKinds } from '#test/databases.ts'
import { LiveListener } from '#test/live-listener.ts'
import { type Client, TestApp } from '#test/test-app.ts'

const lead = { name: 'Paul', company: 'Bernard', email: 'p@b.fr', estimatedAmountCents: 100, offerType: 'star' as const }

describe.each(databaseKinds('every'))('resuming the live stream on %s', (databaseKind) => {
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

  /** Reads a page. Returns its live cursor. */
  async function read(): Promise<string> {
    const { statusCode, headers } = await marie.send('GET', '/api/leads')
    expect(statusCode).toBe(200)
    return String(headers['live-seq'])
  }
  /** Sequence numbers that a new stream sends until `awaited`, in their order. */
  async function streamed(after: string, awaited: number): Promise<number[]> {
    const signal = AbortSignal.timeout(5000)
    const response = await fetch(`${address}/api/live?after=${after}`, { headers: { cookie: marie.cookie }, signal })
    let text = ''
    const received = () => [...text.matchAll(/^id: (\d+)/gm)].map(([, id]) => Number(id))
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString()
      if (received().includes(awaited)) break
    }
    return received()
  }
  const seqOf = (subjectId: string) =>
    withTransaction(app.portal, system, async ({ tx }) => {
      const row = await tx.selectFrom('events').select('seq').where('subject_id', '=', subjectId).executeTakeFirstOrThrow()
      return row.seq
    })
  const add = async () => seqOf((await marie.call(leadRoutes.addLead, { body: lead })).id)
  /** The cursor of a page that is read once this server has received the event, which is announced after the commit. */
  async function readAfter(seq: number): Promise<string> {
    for (let attempt = 0; attempt < 200; attempt += 1) {
      const cursor = await read()
      if (Number.parseInt(cursor, 10) >= seq) return cursor
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    throw new Error('the event was not announced')
  }

  test('a change between the page and the stream is delivered in 20 of 20 tries, and nothing twice', async () => {
    let cursor = await readAfter(await add())
    for (let round = 0; round < 20; round += 1) {
      const seq = await add()
      expect(await streamed(cursor, seq)).toEqual([seq])
      cursor = await readAfter(seq)
    }
  })

  test('a message names the change, its partner and, to its sender, the request', async () => {
    const port = (app.running.app.server.address() as AddressInfo).port
    const [hers, staffs] = [await LiveListener.open(port, marie), await LiveListener.open(port, app.admin)]
    const { id } = await marie.call(leadRoutes.addLead, { body: lead })
    const requestId = '0123456789abcdef0123456789abcdef'
    const move = { from: 'nouveau', to: 'premier_contact' }
    await marie.send('POST', `/api/leads/${id}/move`, move, { 'x-request-id': requestId })
    const message = { subject: { kind: 'lead', id }, ...move, partnerId: marie.userId }
    expect(await hers.message('lead.moved', id)).toMatchObject({ ...message, requestId })
    expect(await staffs.message('lead.moved', id)).toMatchObject({ ...message, requestId: null })
    expect(await hers.message('lead.created', id)).toMatchObject({ from: null, to: 'nouveau' })
    hers.leave()
    staffs.leave()
    const replayed = await LiveListener.open(port, marie, '1')
    expect(await replayed.message('lead.moved', id)).toMatchObject({ ...message, requestId })
    replayed.leave()
  })

  if (databaseKind === 'postgres')
    test('and nothing twice while an unrelated transaction stays open', async () => {
      let release = () => {}
      let isOpen = () => {}
      const opened = new Promise<void>((resolve) => (isOpen = resolve))
      const unrelated = withTransaction(app.portal, system, async ({ tx }) => {
        await tx
          .updateTable('installation')
          .set((set) => ({ store_mark: set.ref('store_mark') }))
          .execute()
        isOpen()
        await new Promise<void>((resolve) => (release = resolve))
      })
      await opened
      await add()
      await add()
      const cursor = await readAfter(await add())
      const missed = await add()
      expect(await streamed(cursor, missed)).toEqual([missed])
      release()
      await unrelated
    })

  if (databaseKind === 'postgres')
    test('and so is an event with a lower number that is committed later', async () => {
      let mayCommit = () => {}
      let isWritten = () => {}
      const written = new Promise<void>((resolve) => (isWritten = resolve))
      const subjectId = '01900000-0000-7000-8000-00000000000a'
      const slow = withTransaction(app.portal, system, async ({ recordEvent, tx }) => {
        await recordEvent({
          name: 'lead.commented',
          subjectId,
          audience: { kind: 'partner', partnerId: marie.userId },
          after: { commentId: subjectId },
        })
        // Events are sent with what follows: only its answer tells that this one has its number.
        await tx.selectFrom('settings').select('id').execute()
        isWritten()
        await new Promise<void>((resolve) => (mayCommit = resolve))
      })
      await written
      const later = await add()
      const cursor = await readAfter(later)
      mayCommit()
      await slow
      const seq = await seqOf(subjectId)
      expect(seq).toBeLessThan(later)
      expect(await streamed(cursor, seq)).toContain(seq)
    })
})
