import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { addToErasedLists, type ErasedLine, erasedListName } from '#operations/backup/server/erased-list-commands.ts'
import { newId } from '#platform/server/ids.ts'
import { databaseKinds } from '#test/databases.ts'
import { tablesWith } from '#test/everything-in.ts'
import { plainLead } from '#test/lead-samples.ts'
import { queueAtRest } from '#test/partner-mail.ts'
import { joinPartner } from '#test/partner-people.ts'
import { type Client, password, TestApp } from '#test/test-app.ts'
import { erasureRoutes } from '../api.ts'
import { eraseAgain } from './erase-again.ts'
import { followErasures } from './follow.ts'

const day = 86_400_000
const params = (id: string) => ({ params: { id } })

describe.each(databaseKinds('full'))('what a start does about erasures on %s', (kind) => {
  let app: TestApp
  let marie: Client
  let logged: string[]
  beforeAll(async () => {
    app = await TestApp.open(kind)
    marie = await app.newPartner('marie@exemple.fr')
    // There is a list.
    await erase((await add()).id)
  })
  beforeEach(async () => {
    logged = []
    await queueAtRest(app)
  })
  afterAll(() => app.close())

  const list = () => join(app.dataDir, erasedListName)
  /** What a start does before it answers anybody. */
  const start = () => {
    const log = Object.create(app.portal.log)
    log.warn = log.error = (_: unknown, text: string) => void logged.push(text)
    return eraseAgain({ ...app.portal, log })
  }
  const listed = (...lines: readonly Omit<ErasedLine, 'at'>[]) =>
    addToErasedLists(
      [list()],
      lines.map(({ erasure, ...line }) => ({ erasure, at: app.now.toISOString(), ...line })),
    )
  const owner = (text: string, values: readonly unknown[] = []) => app.portal.database.asOwner((run) => run(text, values))
  let count = 0
  const add = async (fields: object = {}) => {
    count += 1
    const name = `canari${count}x nom`
    const body = { ...plainLead, name, company: `Canari${count}x SARL`, email: `canari${count}x@c.example`, phone: '', ...fields }
    return { ...body, ...(await marie.call(leadRoutes.addLead, { body })) }
  }
  const plan = (id: string) => app.proven(erasureRoutes.planErasure, { body: { leads: [{ id, soleTrader: false }], password } })
  const erase = async (id: string) => {
    const erasure = (await plan(id)).id
    // Nothing goes on with it beside this.
    await queueAtRest(app)
    app.pass(3 * day)
    await followErasures(app.portal)
    return erasure
  }
  const notesOf = async (id: string) => (await marie.call(leadRoutes.getLead, params(id))).notes
  const write = (id: string, notes: string) => marie.call(leadRoutes.editLead, { ...params(id), body: { notes } })
  const erasureOf = async (id: string) =>
    (await app.admin.call(erasureRoutes.listErasures, {})).items.find((each) => each.id === id)
  const empty = async (erasure: string) => {
    const [mention] = (await erasureOf(erasure))?.mentions ?? []
    return app.admin.call(erasureRoutes.decideMention, { ...params(mention?.id ?? ''), body: { decision: 'empty' } })
  }
  /** A text that was taken out of another lead, and the line that says so. */
  const takenOut = async () => {
    const gone = await add()
    const other = await add({ notes: `Ami de ${gone.name}` })
    const erasure = await erase(gone.id)
    await empty(erasure)
    await queueAtRest(app)
    await followErasures(app.portal)
    expect(await notesOf(other.id)).toBe('[…]')
    const lines = readFileSync(list(), 'utf8').split('\n')
    const line: ErasedLine = JSON.parse(lines.find((each) => each.includes('"text"') && each.includes(other.id)) ?? '')
    return { said: other.notes, id: other.id, erasure, line }
  }
  /** As a backup of before the erasure has it, which knows nothing of it. */
  const bringBack = async (id: string, erasure: string, notes: string) => {
    await owner('update leads set notes = $2 where id = $1', [id, notes])
    await owner('delete from erasures where id = $1', [erasure])
  }
  /** The lists of before, which said nothing of what a text was. */
  const withoutMarks = (at: Date) => {
    const lines = readFileSync(list(), 'utf8').split('\n').filter(Boolean)
    const former = lines.map((each) => {
      const { text, ...line } = JSON.parse(each)
      return JSON.stringify(text ? { ...line, at: at.toISOString(), text: { ...text, said: undefined } } : line)
    })
    writeFileSync(list(), former.map((each) => `${each}\n`).join(''))
  }

  test('what is written where a text was taken out stays, and the events that say it', async () => {
    const { id } = await takenOut()
    await write(id, 'Nouvelles notes')
    const before = await tablesWith(app, 'Nouvelles notes')
    expect(before).not.toEqual(['public.leads'])
    await start()
    withoutMarks(app.now)
    await start()
    // The database need not have been read by anybody since.
    withoutMarks(new Date(app.now.getTime() + day))
    await start()
    expect([await notesOf(id), await tablesWith(app, 'Nouvelles notes')]).toEqual(['Nouvelles notes', before])
  })

  test('a backup that has the text again loses it again, and keeps another one', async () => {
    const { id, erasure, said } = await takenOut()
    await bringBack(id, erasure, `${said}, changé`)
    await start()
    expect(await notesOf(id)).toBe(`${said}, changé`)
    await bringBack(id, erasure, said)
    await start()
    expect(await notesOf(id)).toBe('[…]')
  })

  test('by a list of before, it loses the text as long as nobody has done anything since', async () => {
    const { id, erasure, said } = await takenOut()
    await bringBack(id, erasure, said)
    const at = new Date(app.now.getTime() + 1000)
    withoutMarks(at)
    await start()
    expect(await notesOf(id)).toBe('[…]')
    app.pass(2000)
    await write(id, said)
    await start()
    expect(await notesOf(id)).toBe(said)
  })

  test('a text that is changed between decision and erasure is asked about again', async () => {
    const gone = await add()
    const other = await add({ notes: `Ami de ${gone.name}` })
    const erasure = (await plan(gone.id)).id
    await queueAtRest(app)
    await followErasures(app.portal)
    await empty(erasure)
    await write(other.id, `Voisin de ${gone.name}`)
    app.pass(3 * day)
    await followErasures(app.portal)
    expect(await notesOf(other.id)).toBe(`Voisin de ${gone.name}`)
    expect((await erasureOf(erasure))?.mentions).toMatchObject([{ decision: null }])
    await empty(erasure)
    await queueAtRest(app)
    await followErasures(app.portal)
    expect(await notesOf(other.id)).toBe('[…]')
  })

  test('a text that is gone, and one that cannot be taken out, keep neither the start nor others', async () => {
    const [first, second] = [await add({ notes: 'À garder' }), await add({ notes: 'À retirer' })]
    app.pass(1000)
    const at = (table: string, column: string, key: string) => ({ erasure: newId(), text: { table, column, key } })
    await owner(`alter table leads add constraint kept check (id <> '${first.id}' or notes = 'À garder')`)
    await listed(
      at('lead_registrations', 'appeal', first.id),
      at('lead_registrations', 'extension_reason', first.id),
      at('lead_gone', 'notes', first.id),
      at('leads', 'notes', first.id),
      at('leads', 'notes', second.id),
    )
    await start()
    await owner('alter table leads drop constraint kept')
    expect([await notesOf(first.id), await notesOf(second.id), logged.length]).toEqual(['À garder', '[…]', 1])
  })

  test('an account that a backup has as it was before its end is ended and erased', async () => {
    const colleague = await joinPartner(app, marie, { email: 'parti@canaribis.example', role: 'member', fullName: 'Canaribis' })
    const alone = await app.newPartner('seul@canaribis.example', 'Canaribis Seul')
    const staff = await app.newStaff('equipe@canaribis.example', 'finance', 'Canaribis Équipe')
    const people = [colleague, alone, staff]
    await queueAtRest(app)
    await listed(...people.map(({ userId: account }) => ({ erasure: newId(), account })))
    await start()
    expect(logged).toEqual([expect.stringContaining('3 leads and accounts')])
    expect(await tablesWith(app, 'canaribis')).toEqual([])
    for (const email of ['parti', 'seul', 'equipe']) {
      const body = { email: `${email}@canaribis.example`, password }
      expect((await app.anonymous().try(authRoutes.signIn, { body })).body.code).toBe('invalid_credentials')
    }
    logged = []
    await start()
    expect(logged).toEqual([])
  })

  test('a main person with colleagues, and the last administrator, stay, and the log says what to do', async () => {
    await joinPartner(app, marie, { email: 'reste@exemple.fr', role: 'member' })
    const before = readFileSync(list(), 'utf8')
    const people = [marie, app.admin]
    await listed(...people.map(({ userId: account }) => ({ erasure: newId(), account })))
    await start()
    expect(logged).toHaveLength(2)
    for (const { userId } of people) expect(logged.join()).toContain(`end the access of ${userId}`)
    const open = await app.portal.database.asActor(system, (tx) =>
      tx
        .selectFrom('profiles')
        .select('deleted_at')
        .where(
          'user_id',
          'in',
          people.map(({ userId }) => userId),
        )
        .execute(),
    )
    expect(open.map(({ deleted_at }) => deleted_at)).toEqual([null, null])
    writeFileSync(list(), before)
  })

  const told = async (id: string) => {
    const rows = await app.portal.database.asActor(system, (tx) =>
      tx.selectFrom('events').select('after').where('subject_id', '=', id).where('name', '=', 'person.erased').execute(),
    )
    return rows.map(({ after }) => after)
  }

  test('the events of a lead that was deleted before are emptied again, and receivers are told of it', async () => {
    const lead = await add()
    await marie.call(leadRoutes.deleteLead, params(lead.id))
    await queueAtRest(app)
    expect(await tablesWith(app, lead.name)).not.toEqual([])
    const erasure = newId()
    await listed({ erasure, leads: [{ id: lead.id, soleTrader: false }] })
    await start()
    expect(await tablesWith(app, lead.name)).toEqual([])
    expect(logged).toEqual([expect.stringContaining('1 leads and accounts')])
    expect(await told(lead.id)).toEqual([{ erasureId: erasure, outcome: 'deleted' }])
    logged = []
    await start()
    expect(logged).toEqual([])
  })

  test('receivers are told of a client whose lead was deleted before it was planned', async () => {
    const lead = await add()
    await marie.call(leadRoutes.deleteLead, params(lead.id))
    const erasureId = await erase(lead.id)
    expect(await told(lead.id)).toEqual([{ erasureId, outcome: 'deleted' }])
  })

  test('an erasure that is done and not told is told by the next start', async () => {
    const lead = await add()
    const id = await erase(lead.id)
    await owner('update erasures set told_at = null where id = $1', [id])
    await start()
    expect(await told(lead.id)).toHaveLength(2)
  })

  test('a list that lacks what the database knows is said to be old, until when it goes, and is completed', async () => {
    const known = readFileSync(list(), 'utf8')
    const [at] = [...known.matchAll(/"at":"([^"]+)"/g)]
      .map(([, each]) => each)
      .sort()
      .reverse()
    const lead = await add()
    await erase(lead.id)
    writeFileSync(list(), known)
    await start()
    expect(logged).toEqual([expect.stringMatching(`^1 erasures that were done .*${list()}, goes until ${at}`)])
    expect(readFileSync(list(), 'utf8')).toContain(lead.id)
    rmSync(list())
    logged = []
    await start()
    expect(logged).toEqual([expect.stringContaining('there is no erased.jsonl')])
    expect(existsSync(list())).toBe(true)
  })
})
