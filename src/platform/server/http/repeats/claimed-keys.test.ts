import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { signingRoutes } from '#contracts/contracts/api/signing.ts'
import { databaseKinds } from '#test/databases.ts'
import { minute, SigningTestApp } from '#test/signing-app.ts'
import { password } from '#test/test-app.ts'
import { claimSeconds, endClaims } from './idempotency.ts'

describe.each(databaseKinds())('idempotency keys of routes with own transactions on %s', (databaseKind) => {
  let desk: SigningTestApp
  beforeAll(async () => {
    desk = await SigningTestApp.open(databaseKind)
    await desk.app.newPartner('paul@exemple.fr', 'Paul Partenaire')
  })
  afterAll(() => desk.close())

  /** Assigns a contract to the test's partner and opens it. */
  const toSign = async () => {
    desk.app.pass(minute)
    await desk.nextPartner()
    const { id } = await desk.assign()
    await desk.read(id)
    return { id, client: desk.marie }
  }

  test('another body under the same key is refused, and does nothing', async () => {
    const { client, id } = await toSign()
    const headers = { 'idempotency-key': 'declined' }
    const decline = (reason: string) => client.try(signingRoutes.declineContract, { params: { id }, body: { reason } }, headers)
    expect((await decline('Le taux ne convient pas')).body.declined?.reason).toBe('Le taux ne convient pas')
    expect((await decline('Autre chose')).body.code).toBe('idempotency_key_reused')
    const { items } = await client.call(contractRoutes.listContracts, { query: {} })
    expect(items.map(({ declined }) => declined?.reason)).toEqual(['Le taux ne convient pas'])
  })

  test('a refusal releases the key, for another body too', async () => {
    const { client, id } = await toSign()
    const headers = { 'idempotency-key': 'mistyped' }
    const body = (code: string) => desk.form(code, null)
    const refused = await client.try(signingRoutes.signContract, { params: { id }, body: body('000000') }, headers)
    expect([refused.status < 500, refused.body.code]).toEqual([true, 'document_changed'])
    const request = { params: { id }, body: { reason: 'Le taux ne convient pas' } }
    expect((await client.try(signingRoutes.declineContract, request, headers)).status).toBe(200)
  })

  test('while the first is running the second is refused; two at once are done once', async () => {
    const { client, id } = await toSign()
    const request = { params: { id }, body: { reason: 'Le taux ne convient pas' } }
    const headers = { 'idempotency-key': 'at-once' }
    const answers = await Promise.all([1, 2, 3].map(() => client.try(signingRoutes.declineContract, request, headers)))
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => [409, 'idempotency_in_progress']))
    expect(refused.length).toBeLessThan(3)
    const { steps } = await client.call(signingRoutes.contractEvidence, { params: { id } })
    expect(steps.filter(({ name }) => name === 'contract.declined')).toHaveLength(1)
    expect((await client.try(signingRoutes.declineContract, request, headers)).headers['idempotency-replayed']).toBe('true')
  })

  test('a claim of a dead server expires, and then the change is made', async () => {
    const { client, id } = await toSign()
    const request = { params: { id }, body: { reason: 'Le taux ne convient pas' } }
    const headers = { 'idempotency-key': 'server-died' }
    const decline = () => client.try(signingRoutes.declineContract, request, headers)
    await decline()
    // The state that a server leaves when it dies before the change.
    await desk.app.portal.database.asOwner((run) =>
      run(
        `update idempotency_keys set response = null, claimed_by = 'dead', claimed_until = $1
         where key = encode(sha256('server-died'), 'hex')`,
        [new Date(desk.app.now.getTime() + claimSeconds * 1000)],
      ),
    )
    expect((await decline()).body.code).toBe('idempotency_in_progress')
    desk.app.pass(claimSeconds * 1000 + 1)
    const again = await decline()
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([200, undefined])
    expect((await decline()).headers['idempotency-replayed']).toBe('true')
  })

  test('the only server of a database ends the claims of those before it', async () => {
    const { client, id } = await toSign()
    const request = { params: { id }, body: { reason: 'Le taux ne convient pas' } }
    const headers = { 'idempotency-key': 'restarted' }
    const decline = () => client.try(signingRoutes.declineContract, request, headers)
    await decline()
    await desk.app.portal.database.asOwner((run) =>
      run(
        `update idempotency_keys set response = null, claimed_by = 'dead', claimed_until = $1
         where key = encode(sha256('restarted'), 'hex')`,
        [new Date(desk.app.now.getTime() + claimSeconds * 1000)],
      ),
    )
    expect((await decline()).body.code).toBe('idempotency_in_progress')
    await endClaims(desk.app.portal)
    expect((await decline()).body.code).not.toBe('idempotency_in_progress')
  })

  test('a route without idempotency ignores the key: signing in twice creates two sessions', async () => {
    const client = desk.app.anonymous()
    const headers = { 'idempotency-key': 'sign-in' }
    const body = { email: 'paul@exemple.fr', password }
    for (let count = 0; count < 2; count += 1) {
      const answer = await client.try(authRoutes.signIn, { body }, headers)
      expect([answer.status, answer.headers['idempotency-replayed']]).toEqual([200, undefined])
      expect(answer.headers['set-cookie']).toBeDefined()
    }
  })
})
