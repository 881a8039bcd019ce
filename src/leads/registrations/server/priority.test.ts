import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { registrationStates } from '#leads/leads/domain/registration-states.ts'
import { programmeRoutes } from '#provider/programme/api.ts'
import { databaseKinds } from '#test/databases.ts'
import { plainLead } from '#test/lead-samples.ts'
import { openWithPartners } from '#test/open-with-partners.ts'
import { programmeForm } from '#test/payout-app.ts'
import type { Client, TestApp } from '#test/test-app.ts'
import { registrationRoutes } from '../api/registrations.ts'
import { registrationSteps } from '../domain/registrations.ts'
import { readClaims } from './queries.ts'

describe.each(databaseKinds())('who was first, on %s', (databaseKind) => {
  let app: TestApp
  let marie: Client
  let jean: Client
  beforeAll(async () => {
    ;({ app, marie, jean } = await openWithPartners(databaseKind, 'marie', 'jean'))
    await app.admin.call(programmeRoutes.saveProgramme, { body: { ...programmeForm, registrations: true } })
  })
  afterAll(() => app.close())

  const add = async (client: Client, company: string, email: string) =>
    (await client.call(leadRoutes.addLead, { body: { ...plainLead, company, email } })).id
  const accept = (ids: readonly string[], message = '') =>
    app.admin.call(registrationRoutes.acceptRegistrations, { body: { ids: [...ids], message } })
  const claims = (leadId: string) => app.portal.database.asActor(system, (tx) => readClaims(tx, [leadId]))

  test('of submissions at once exactly one is first, and whatever staff answer at once, one is accepted', async () => {
    let seed = 5
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % below
    }
    for (let run = 0; run < 6; run += 1) {
      const spelling = [`Énergie ${run}`, `ENERGIE ${run} SARL`, `Énergie ${run} S.A.S.`]
      const ids = await Promise.all(
        Array.from({ length: 5 }, (_, n) =>
          // The same company, or the same address under another name.
          n === 4
            ? add(marie, `Autre nom ${run}`, `run${run}-0@energie.example`)
            : add(n % 2 === 0 ? marie : jean, spelling[random(3)] ?? '', `run${run}-${n}@energie.example`),
        ),
      )
      const all = await claims(ids[0] ?? '')
      expect(new Set(all.map(({ seq }) => seq)).size).toBe(all.length)
      const { items } = await app.admin.call(registrationRoutes.listRegistrations, { query: { queue: 'waiting', limit: 200 } })
      const registrations = items.filter((each) => ids.slice(0, 4).includes(each.id))
      expect(registrations.filter(({ isFirst }) => isFirst).length).toBe(1)
      // The first is the one without a mark: who came later saw it.
      const marks = await Promise.all(ids.slice(0, 4).map((id) => app.admin.call(leadRoutes.getLead, { params: { id } })))
      const unmarked = marks.filter(({ possibleDuplicate }) => !possibleDuplicate).map(({ id }) => id)
      const bySeq = all.toSorted((a, b) => a.seq - b.seq)
      // The lead with the shared address alone may have come first and be nobody's rival by its name.
      const firstOfCompany = registrations.find(({ isFirst }) => isFirst)?.id
      if (bySeq[0]?.leadId !== ids[4]) expect(unmarked).toEqual([firstOfCompany])

      // Each is accepted by somebody at the same time, some of them with a reason.
      const answers = await Promise.all(
        ids.slice(0, 4).map((id, n) => accept([id], random(2) === 0 ? '' : `Motif écrit numéro ${n}`)),
      )
      const inForce = (await claims(ids[0] ?? '')).filter(({ state }) => state === 'accepted')
      const owners = new Set(inForce.map(({ partnerId }) => partnerId))
      expect(owners.size).toBeLessThanOrEqual(1)
      expect(answers.reduce((sum, { done }) => sum + done, 0)).toBe(
        (await claims(ids[0] ?? '')).filter(({ leadId, state }) => leadId !== ids[4] && state === 'accepted').length,
      )
      // In the end the rule's own proposal is accepted, if nobody else was.
      if (owners.size === 0) expect((await accept([firstOfCompany ?? ''])).done).toBe(1)
    }
  })

  test('two leads of one company that are signed at once: one is', async () => {
    for (let run = 0; run < 4; run += 1) {
      const ids = await Promise.all([
        add(marie, `Duo ${run}`, `a${run}@duo.example`),
        add(jean, `Duo ${run}`, `b${run}@duo.example`),
      ])
      const answers = await Promise.all(
        ids.map((id, n) =>
          (n === 0 ? marie : jean).try(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'signe' } }),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(answers.find(({ status }) => status === 409)?.body.code).toBe('company_held')
    }
  })

  test('the database takes the steps of the domain and no other', async () => {
    const id = await add(marie, 'Étapes', 'etapes@etapes.example')
    const possible: Record<string, string[]> = {}
    await app.portal.database.asOwner(async (run) => {
      for (const from of registrationStates) {
        possible[from] = []
        for (const to of registrationStates.filter((each) => each !== from)) {
          const row = (state: string) => `state = '${state}',
            decided_at = ${state === 'submitted' ? 'null' : 'now()'},
            reason = ${state === 'refused' || state === 'appealed' ? "'doublon'" : 'null'},
            appealed_at = ${state === 'appealed' ? 'now()' : 'null'}, appeal = '${state === 'appealed' ? 'Encore' : ''}'`
          const extended = `extension_state = 'granted', extension_asked_at = now(), extension_reason = 'Devis',
            extension_answered_at = now()`
          await run('begin')
          await run(`alter table lead_registrations disable trigger user; alter table leads disable trigger user`)
          await run(`update lead_registrations set ${row(from)}, ${extended} where lead_id = '${id}'`)
          await run(`update leads set status = '${to === 'converted' ? 'signe' : 'nouveau'}' where id = '${id}'`)
          await run(`alter table lead_registrations enable trigger user`)
          try {
            await run(`update lead_registrations set ${row(to)} where lead_id = '${id}'`)
            possible[from].push(to)
          } catch (error) {
            expect((error as { constraint?: string }).constraint).toBe('lead_registrations_forward')
          }
          await run('rollback')
        }
      }
    })
    expect(possible).toEqual(registrationSteps)
  })
})
