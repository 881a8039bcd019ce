import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { verificationRoutes } from '#contracts/verification/api.ts'
import { leadFileRoutes } from '#leads/leads/api/lead-files.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { appendNow } from '#operations/journal/server/append-commands.ts'
import { checkJournal } from '#operations/journal/server/check-journal.ts'
import { databaseJournal } from '#operations/journal/server/database-journal.ts'
import { fileKey } from '#platform/server/files/store.ts'
import { sweepFiles } from '#platform/server/files/sweep.ts'
import { ClientWords } from '#test/client-words.ts'
import { databaseKinds } from '#test/databases.ts'
import { everythingIn, tablesWith } from '#test/everything-in.ts'
import { isFullRun } from '#test/full-run.ts'
import { stage } from '#test/imports.ts'
import { leadUpload } from '#test/lead-files.ts'
import { password } from '#test/test-app.ts'
import { filesWith } from '#test/texts-in-files.ts'
import { erasureRoutes } from '../api.ts'
import { followErasures } from './follow.ts'

const day = 86_400_000
const people = isFullRun ? 100 : 2
const params = (id: string) => ({ params: { id } })
/** What is paid, booked and counted says the same before and after. */
const money = ['commission_facts', 'lead_signings', 'client_payments', 'payouts', 'accounting_entries', 'partner_revenue']

describe.each(databaseKinds('full'))('clients who left traces everywhere, on %s', (kind) => {
  let words: ClientWords
  beforeAll(async () => {
    words = await ClientWords.open(kind)
    await words.next()
  })
  afterAll(() => words.close())

  /** A signed lead with a mail that its client has answered, a file, a comment and a receipt. */
  const trace = async (canary: string, at: number) => {
    const { partner } = words
    const email = `${canary}@moulins-${at}.example`
    const phone = `06 98 ${String(760_000 + at).replace(/(..)(?!$)/g, '$1 ')}`
    const { id } = await words.typed({ name: `${canary} Martin`, email, phone, notes: `${canary} note` })
    expect((await words.ask(id)).status).toBe(200)
    expect((await words.answer(await words.linkTo(email), 'yes')).status).toBe(200)
    const uploadId = await leadUpload(partner, false, `${canary}.pdf`)
    await partner.call(leadFileRoutes.addLeadFile, { ...params(id), body: { uploadId } })
    await partner.call(leadRoutes.editLead, { ...params(id), body: { notes: `${canary} autre note` } })
    const receipt = (await partner.send('GET', `/api/leads/${id}/receipt`)).rawPayload
    const { company } = await partner.call(leadRoutes.getLead, params(id))
    await partner.call(leadRoutes.moveLead, { ...params(id), body: { from: 'nouveau', to: 'signe' } })
    await words.mail.idle()
    return { id, uploadId, receipt, partner, company }
  }

  /** In which tables and files a word stands, and how often. */
  const hits = (everything: ReadonlyMap<string, string>, word: string) => {
    const { dataDir } = words.app
    const files = filesWith(dataDir, word).filter((path) => !path.startsWith(join(dataDir, 'database')))
    const rows = [...everything].map(([name, text]) => [name, text.toLowerCase().split(word).length - 1] as const)
    return { tables: rows.filter(([, count]) => count > 0), files }
  }

  test(`are erased from every table and file; ${people} others, money and the confirmations are as before`, async () => {
    const { app } = words
    const gone = []
    for (let at = 0; at < people; at += 1) {
      // What one partner may ask of clients in a day.
      if (at % 5 === 0) await words.next()
      gone.push(await trace(`canarix${at}`, at))
      await trace(`restix${at}`, people + at)
    }
    await appendNow(app.portal)
    const before = await everythingIn(app)
    const found = hits(before, 'canarix')
    expect(found.tables.length).toBeGreaterThan(6)
    const ofOthers = (all: typeof before) =>
      [...all].map(([name, text]) => [name, text.split('\n').filter((row) => row.includes('restix'))])
    const leads = gone.map(({ id }) => ({ id, soleTrader: false }))
    await app.proven(erasureRoutes.planErasure, { body: { leads, password } })
    app.pass(3 * day)
    await followErasures(app.portal)
    await sweepFiles(app.portal)
    await words.mail.idle()
    const after = await everythingIn(app)
    expect(hits(after, 'canarix')).toEqual({ tables: [], files: [] })
    expect(ofOthers(after)).toEqual(ofOthers(before))
    for (const name of money) expect(after.get(`public.${name}`), name).toBe(before.get(`public.${name}`))
    for (const { id, uploadId, receipt, partner, company } of gone) {
      await expect(app.portal.files.read(fileKey({ id: uploadId, purpose: 'lead_file' }))).rejects.toThrow()
      const lead = await partner.call(leadRoutes.getLead, params(id))
      expect([lead.company, lead.email, lead.client?.word]).toEqual([company, '', 'yes'])
      // Whoever holds the receipt proves it, and the journal is whole.
      const sha256 = createHash('sha256').update(receipt).digest('hex')
      const verdict = await app.anonymous().call(verificationRoutes.verifyFile, { query: { sha256 } })
      expect(verdict).toMatchObject({
        verdict: 'genuine',
        receipt: { company: null, recordSha256: null, journal: { holds: true } },
      })
    }
    expect(await checkJournal(await databaseJournal(app.portal.database))).toMatchObject({ error: null })
    if (process.env.SHOW_HITS) process.stdout.write(`${JSON.stringify(found.tables)} ${found.files.length} files\n`)
  }, 600_000)

  test('with an address of two people leaves what the other one has, and takes what waits in a file', async () => {
    const { app, partner } = words
    await words.next()
    const [email, other] = ['accueil@deux.example', 'accueil+lea@deux.example']
    const { id } = await words.typed({ name: 'Deuxix Un', email, phone: '', company: 'Deux SARL' })
    const { id: kept } = await words.typed({ name: 'Deuxix Autre', email: other, phone: '', company: 'Trois SARL' })
    for (const each of [id, kept]) expect((await words.ask(each)).status).toBe(200)
    await words.mail.idle()
    const cells = {
      name: 'Deuxix En attente',
      company: 'Quatre SARL',
      email: 'ACCUEIL+x@deux.example',
      amount: '10',
      offer: 'star',
    }
    await stage(partner, { kind: 'leads', rows: [cells] })
    await app.proven(erasureRoutes.planErasure, { body: { leads: [{ id, soleTrader: false }], password } })
    app.pass(3 * day)
    await followErasures(app.portal)
    expect(await tablesWith(app, 'Deuxix En attente')).toEqual([])
    expect(await tablesWith(app, 'Deuxix Un')).toEqual([])
    const asked = await app.portal.database.asActor(system, (tx) =>
      tx.selectFrom('client_confirmations').select(['lead_id', 'email']).where('lead_id', 'in', [id, kept]).execute(),
    )
    expect(asked).toEqual([{ lead_id: kept, email: other }])
    const mails = await app.portal.database.asActor(system, (tx) =>
      tx
        .selectFrom('mails as m')
        .innerJoin('events as e', 'e.id', 'm.event_id')
        .select('m.recipient')
        .where('e.subject_id', '=', kept)
        .where('m.user_id', 'is', null)
        .execute(),
    )
    expect(mails).toEqual([{ recipient: other }])
  })
})
