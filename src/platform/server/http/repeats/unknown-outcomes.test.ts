import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { importRoutes } from '#imports/api.ts'
import { applyInBatches } from '#imports/server/apply-job.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import type { RequestOf, Route } from '#platform/api/route.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import { type CommitError, CommitErrors } from '#test/commit-errors.ts'
import { databaseKinds } from '#test/databases.ts'
import { readRows, stage } from '#test/imports.ts'
import { type Client, TestApp } from '#test/test-app.ts'

describe.each(databaseKinds('every'))('a change whose answer is lost on %s', (databaseKind) => {
  let app: TestApp
  let marie: Client
  const errors = new CommitErrors()
  beforeAll(async () => {
    app = await TestApp.open(databaseKind, {}, errors.over, { startWorker: errors.startWorker })
    marie = await app.newPartner('marie@exemple.fr')
  })
  afterAll(async () => {
    await app.close()
    errors.close()
  })

  const lead = (email: string) => ({
    name: 'Paul',
    company: `Bernard ${email}`,
    email,
    estimatedAmountCents: 100_000,
    offerType: 'star' as const,
  })
  /** Names of a record's events. */
  const eventsOf = (subjectId: string) =>
    withTransaction(app.portal, system, async ({ tx }) => {
      const rows = await tx.selectFrom('events').select('name').where('subject_id', '=', subjectId).orderBy('seq').execute()
      return rows.map(({ name }) => name)
    })
  const leadsMatching = async (search: string) => (await marie.call(leadRoutes.listLeads, { query: { search } })).items
  let keys = 0

  /** Sends a change whose commit gets `error`, so that its outcome is unknown, then repeats it. */
  async function twice<R extends Route>(client: Client, error: CommitError, route: R, request: RequestOf<R>) {
    keys += 1
    const headers = { 'idempotency-key': `gesture-${keys}` }
    errors.fail(error)
    const first = await client.try(route, request, headers)
    if (error === 'answer dropped') {
      // The server looks for the key, and finds the answer that was committed with it.
      expect([first.status < 300, first.headers['idempotency-replayed']]).toEqual([true, 'true'])
    } else {
      expect([first.status, first.body.code, first.headers['retry-after']]).toEqual([503, 'outcome_unknown', '1'])
      expect(first.body.detail).toContain('Envoyez à nouveau la même chose : elle ne sera faite qu’une fois.')
    }
    const second = await client.try(route, request, headers)
    expect(second.status).toBeLessThan(300)
    expect(second.headers['idempotency-replayed']).toBe(error === 'answer dropped' ? 'true' : undefined)
    return second.body
  }

  test.each(['answer dropped', 'cut before'] as const)('a lead is added once (%s)', async (error) => {
    const email = `${error.replace(' ', '-')}@exemple.fr`
    const added = await twice(marie, error, leadRoutes.addLead, { body: lead(email) })
    expect((await leadsMatching(email)).map(({ id }) => id)).toEqual([added.id])
    expect(await eventsOf(added.id)).toEqual(['lead.created'])
  })

  test('a lead is moved once, and its commission is validated once', async () => {
    const { id } = await marie.call(leadRoutes.addLead, { body: lead('move@exemple.fr') })
    await twice(marie, 'answer dropped', leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'signe' } })
    expect((await eventsOf(id)).filter((name) => name === 'lead.moved')).toHaveLength(1)
    const { items } = await app.admin.call(commissionRoutes.listCommissions, { query: {} })
    const commission = items.find((each) => each.lead?.id === id)
    const params = { id: commission?.id ?? '' }
    const validated = await twice(app.admin, 'answer dropped', commissionRoutes.validateCommission, { params })
    expect(validated.status).toBe('valide')
    expect((await eventsOf(params.id)).filter((name) => name === 'commission.validated')).toHaveLength(1)
  })

  test('a batch of an import is imported once, known leads and all', async () => {
    const rows = ['un', 'deux'].map((name) => ({
      name,
      company: 'Import',
      email: 'lot@exemple.fr',
      amount: '100',
      offer: 'star',
    }))
    const { id } = await stage(marie, { kind: 'leads', rows, settings: { includeDuplicates: true } })
    await marie.call(importRoutes.applyImport, { params: { id }, body: {} })
    errors.fail('answer dropped')
    await applyInBatches(app.portal, { importId: id }).catch(() => applyInBatches(app.portal, { importId: id }))
    expect((await readRows(marie, id)).map(({ outcome }) => outcome)).toEqual(['imported', 'imported'])
    expect(await leadsMatching('lot@exemple.fr')).toHaveLength(2)
  })
})
