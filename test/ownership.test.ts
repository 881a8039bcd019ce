import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountRoutes } from '#accounts/auth/api/account.ts'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { passkeyRoutes } from '#accounts/auth/api/passkeys.ts'
import { providerSignInRoutes } from '#accounts/auth/api/provider-sign-in.ts'
import { signInLinkRoutes } from '#accounts/auth/api/sign-in-links.ts'
import { signingRoutes } from '#contracts/contracts/api/signing.ts'
import { importRoutes } from '#imports/api.ts'
import { clientConfirmationRoutes } from '#leads/client-confirmations/api.ts'
import { introductionRoutes } from '#leads/introductions/api.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { searchRoutes } from '#overview/search/api.ts'
import { partnerCorrectionRoutes } from '#partners/corrections/api.ts'
import { objectionRoutes } from '#partners/objections/api.ts'
import { requestRoutes } from '#people-data/requests/api/requests.ts'
import { addressOf, type Route } from '#platform/api/route.ts'
import { linkToken } from '#platform/server/secrets/links.ts'
import { portalRoutes } from '#portal/server/slices.ts'
import { PasskeyDevice } from '#test/passkey-device.ts'
import { type CompanyRecords, companyRecords } from './company-records.ts'
import { databaseKinds } from './databases.ts'
import { stage } from './imports.ts'
import { plainLead } from './lead-samples.ts'
import { readStream } from './read-stream.ts'
import { SigningTestApp } from './signing-app.ts'
import { type Client, password } from './test-app.ts'

/** Routes that are not under row-level security throughout, by name. */
const routes = Object.values(portalRoutes)
  .flatMap((slice) => Object.entries(slice) as [string, Route][])
  .filter(([, route]) => route.transaction)
const declaredAs = (...kinds: string[]) => routes.filter(([, { ownership = '' }]) => kinds.includes(ownership))

describe.each(databaseKinds())('routes outside row-level security on %s', (databaseKind) => {
  let desk: SigningTestApp
  let marie: Client
  /** A second partner with the same permissions. */
  let paul: Client
  let ids: CompanyRecords
  let fileUrl = ''
  let importId = ''
  beforeAll(async () => {
    desk = await SigningTestApp.open(databaseKind)
    ids = await companyRecords(desk)
    marie = ids.owner
    fileUrl = ids.fileUrl
    paul = await desk.app.newPartner('paul@exemple.fr', 'Paul Autre')
    importId = (await stage(marie, { kind: 'leads', rows: [{}] })).id
  })
  afterAll(() => desk.close())

  const sha256 = '0'.repeat(64)
  /** Requests with which Paul tries to reach Marie's records. */
  const attempts: Readonly<Record<string, () => { params?: Record<string, string>; body?: object; query?: object }>> = {
    applyImport: () => ({ params: { id: importId }, body: {} }),
    undoImport: () => ({ params: { id: importId } }),
    refusedRowsCsv: () => ({ query: { importId } }),
    changeColleague: () => ({ params: { id: marie.userId }, body: { role: 'member', seesAmounts: false } }),
    resendToColleague: () => ({ params: { id: marie.userId } }),
    endColleague: () => ({ params: { id: marie.userId } }),
    passLead: () => ({ params: { id: ids.lead }, body: { personId: paul.userId } }),
    openSigning: () => ({ params: { id: ids.pending } }),
    noteShownPages: () => ({ params: { id: ids.pending }, body: { documentSha256: sha256, pages: [1], pageCount: 1 } }),
    sendSigningCode: () => ({ params: { id: ids.pending } }),
    signContract: () => ({ params: { id: ids.pending }, body: desk.form('123456', sha256) }),
    declineContract: () => ({ params: { id: ids.pending }, body: { reason: 'Pas le mien' } }),
    contractEvidence: () => ({ params: { id: ids.signed } }),
    sealedVersion: () => ({ params: { id: ids.signed, signature: ids.signature } }),
    contractText: () => ({ params: { id: ids.signed } }),
    contractLink: () => ({ params: { id: ids.link } }),
    invoiceFile: () => ({ params: { id: ids.invoice } }),
    payoutStatement: () => ({ params: { id: ids.payout } }),
    leadReceipt: () => ({ params: { id: ids.lead } }),
    certificate: () => ({ params: { id: marie.userId, year: '2025' } }),
    documentFile: () => ({ params: { id: ids.document } }),
    leadFile: () => ({ params: { id: ids.leadFile } }),
    vigilanceFile: () => ({ params: { id: ids.vigilance } }),
    documentXml: () => ({ params: { id: ids.document } }),
    invoicesZip: () => ({ query: { partnerId: marie.userId } }),
    invoicesCsv: () => ({ query: { partnerId: marie.userId } }),
    payoutsCsv: () => ({ query: { partnerId: marie.userId } }),
    resourceFile: () => ({ params: { id: ids.resource } }),
    removePasskey: () => ({ params: { id: ids.passkey }, body: { password } }),
    endSession: () => ({ params: { id: ids.session } }),
    leadsCsv: () => ({ query: { partnerId: marie.userId } }),
    clientPaymentsCsv: () => ({ query: { partnerId: marie.userId } }),
    commissionsCsv: () => ({ query: { partnerId: marie.userId } }),
    live: () => ({ query: { after: '0' } }),
    search: () => ({ query: { q: 'Contrat 2026' } }),
  }

  test('each route that looks up a record has an attempt to reach another partner’s', () => {
    const names = declaredAs('rowSecurity', 'command').map(([name]) => name)
    expect(Object.keys(attempts).toSorted()).toEqual(names.toSorted())
  })

  test.each(
    declaredAs('rowSecurity', 'command').filter(
      ([name, { answer }]) => name !== 'search' && !['csv', 'zip', 'eventStream'].includes(answer ?? ''),
    ),
  )('%s does not find another partner’s record', async (name, route) => {
    const { params = {}, body } = attempts[name]?.() ?? {}
    const url = addressOf(route).replace(/:(\w+)/g, (_, part: string) => params[part] ?? '')
    expect(url).toMatch(/[0-9a-f]{8}-/)
    const answer = await paul.send(route.method, url, body)
    expect([name, answer.statusCode, answer.json().code]).toEqual([name, 404, 'not_found'])
    // Whether there is such a record somewhere is not told.
    const ofNothing = await paul.send(
      route.method,
      url.replaceAll(/[0-9a-f-]{36}/g, () => randomUUID()),
      body,
    )
    const said = ({ body: text }: { body: string }) => ({ ...JSON.parse(text), requestId: null })
    expect([name, said(ofNothing)]).toEqual([name, said(answer)])
  })

  test('search finds no record of another partner, whatever is searched for', async () => {
    const url = `${addressOf(searchRoutes.search)}?${new URLSearchParams(Object.entries(attempts.search?.().query ?? {}))}`
    const [his, hers] = await Promise.all([paul.send('GET', url), marie.send('GET', url)])
    expect([his.statusCode, his.body.includes(ids.signed), hers.body.includes(ids.signed)]).toEqual([200, false, true])
  })

  test('attempts that fail for Paul succeed for Marie', async () => {
    for (const url of [
      `/api/contracts/${ids.signed}/evidence`,
      `/api/contracts/${ids.signed}/signatures/${ids.signature}/file`,
      `/api/contracts/${ids.link}/link`,
    ]) {
      expect([url, (await marie.send('GET', url)).statusCode < 400]).toEqual([url, true])
    }
    expect((await marie.try(signingRoutes.openSigning, { params: { id: ids.pending } })).status).toBe(200)
  })

  test('the refused rows of another partner’s import are not found', async () => {
    const url = `${addressOf(importRoutes.refusedRowsCsv)}?importId=${importId}`
    const [his, hers] = await Promise.all([paul.send('GET', url), marie.send('GET', url)])
    expect([his.statusCode, hers.statusCode, hers.body.trimEnd().split('\r\n').length]).toEqual([404, 200, 2])
  })

  const ofLists = ([name, { answer }]: (typeof routes)[number]) => answer === 'csv' && name !== 'refusedRowsCsv'
  test.each(declaredAs('rowSecurity').filter(ofLists))(
    '%s has no row of another partner, whatever partner is requested',
    async (name, route) => {
      const query = new URLSearchParams(Object.entries(attempts[name]?.().query ?? {}))
      const answer = await paul.send('GET', `${addressOf(route)}?${query}`)
      expect([answer.statusCode, answer.body.trimEnd().split('\r\n').length]).toEqual([200, 1])
    },
  )

  test.each(declaredAs('rowSecurity').filter(([, { answer }]) => answer === 'zip'))(
    '%s has no document of another partner, whatever partner is requested',
    async (name, route) => {
      const url = `${addressOf(route)}?${new URLSearchParams(Object.entries(attempts[name]?.().query ?? {}))}`
      const [his, hers] = await Promise.all([paul.send('GET', url), marie.send('GET', url)])
      expect([his.statusCode, his.body.includes(ids.document), hers.body.includes(ids.document)]).toEqual([200, false, true])
    },
  )

  test('a replayed live stream contains nothing of another partner', async () => {
    const address = await desk.app.running.app.listen({ port: 0, host: '127.0.0.1' })
    // Events come in their order: with his last one Paul has received all that he is going to.
    const body = { ...plainLead, company: 'Dernière', email: 'derniere@exemple.fr' }
    const last = (await paul.call(leadRoutes.addLead, { body })).id
    const heardBy = async (client: Client, id: string) => {
      const isEnough = (text: string) => text.includes(id)
      return (await readStream(`${address}/api/live?after=0`, client, 30_000, isEnough)).text
    }
    const [hers, his] = await Promise.all([heardBy(marie, ids.signed), heardBy(paul, last)])
    expect(hers).toContain(ids.signed)
    expect(his).toContain(paul.userId)
    expect(his).toContain(last)
    for (const id of [marie.userId, ids.signed, ids.pending, ids.link]) expect(his).not.toContain(id)
  })

  test.each(declaredAs('staff'))('%s is refused to partners before any look-up', async (name, route) => {
    const url = addressOf(route).replace(/:\w+/g, ids.signed)
    for (const client of [paul, marie]) {
      const answer = await client.send(route.method, url, route.method === 'GET' ? undefined : {})
      expect([name, answer.statusCode, answer.json().code]).toEqual([name, 403, 'not_allowed'])
    }
  })

  test.each(declaredAs('account'))('%s has no person in its URL: it concerns the session’s account', (_name, route) => {
    expect(route.params).toBeUndefined()
    const fields = Object.keys((route.body as { shape?: object } | undefined)?.shape ?? {})
    expect(fields.filter((field) => /id$/i.test(field))).toEqual([])
  })

  test('the account route returns the session’s person', async () => {
    expect((await paul.call(accountRoutes.getMe, {})).id).toBe(paul.userId)
    expect((await paul.call(authRoutes.currentSession, {})).me?.id).toBe(paul.userId)
    const { sessions } = await paul.call(accountRoutes.listSessions, {})
    expect(sessions.map(({ id }) => id)).not.toContain(ids.session)
  })

  test('a link opens its own target only, and nothing when tampered with or of another person', async () => {
    const ofAddresses = ['openEmailChange', 'confirmEmailChange', 'openObjection', 'object']
    const ofClients = [
      'openIntroduction',
      'leaveDetails',
      'openClientConfirmation',
      'answerClientConfirmation',
      'unsubscribeClient',
      'openRequest',
      'proveRequest',
      'ownArchive',
    ]
    const ofPartners = [
      'setUp',
      'openInvitation',
      'acceptInvitation',
      'openReset',
      'resetPassword',
      'signInByLink',
      'unsubscribe',
      'contractFile',
    ]
    const links = [...ofPartners, ...ofAddresses, ...ofClients]
    expect(
      declaredAs('link')
        .map(([name]) => name)
        .toSorted(),
    ).toEqual(links.toSorted())
    // A token of another purpose, issued for Marie.
    const token = linkToken(desk.app.portal.config, 'invitation', ids.signed)
    const refused = [
      await paul.try(authRoutes.setUp, { body: { token, fullName: 'Paul Autre', email: 'p@exemple.fr', password } }),
      await paul.try(authRoutes.openInvitation, { body: { token } }),
      await paul.try(authRoutes.acceptInvitation, { body: { token, fullName: 'Paul Autre', password } }),
      await paul.try(authRoutes.openReset, { body: { token } }),
      await paul.try(authRoutes.resetPassword, { body: { token, password: 'sentier-de-montagne' } }),
      await paul.try(signInLinkRoutes.signInByLink, { body: { token } }),
      await paul.try(partnerCorrectionRoutes.openEmailChange, { body: { token } }),
      await paul.try(partnerCorrectionRoutes.confirmEmailChange, { body: { token } }),
      await paul.try(objectionRoutes.openObjection, { body: { token } }),
      await paul.try(objectionRoutes.object, { body: { token } }),
      await paul.try(introductionRoutes.openIntroduction, { body: { token: token.slice(0, 22) } }),
      await paul.try(clientConfirmationRoutes.openClientConfirmation, { body: { token } }),
      await paul.try(clientConfirmationRoutes.answerClientConfirmation, { body: { token, answer: 'never' } }),
      await paul.try(clientConfirmationRoutes.unsubscribeClient, { query: { token } }),
      await paul.try(requestRoutes.openRequest, { body: { token } }),
      await paul.try(requestRoutes.proveRequest, { body: { token } }),
      await paul.try(requestRoutes.ownArchive, { query: { token } }),
    ]
    expect(refused.map(({ body }) => body.code)).toEqual(refused.map(() => 'link_invalid'))
    const forged = `${marie.userId}.contract_assigned.${'A'.repeat(43)}`
    expect((await paul.send('POST', `/api/notifications/unsubscribe?token=${forged}`)).json().code).toBe('link_invalid')
    expect((await marie.send('GET', fileUrl)).statusCode).toBe(200)
    expect((await paul.send('GET', fileUrl)).statusCode).toBe(404)
    expect((await paul.send('GET', fileUrl.replace(marie.userId, paul.userId))).statusCode).toBe(404)
  })

  test('signing in requires the account’s own password', async () => {
    expect(declaredAs('credentials').map(([name]) => name)).toEqual([
      'signIn',
      'signInSecondFactor',
      'secondFactorHelp',
      'signInWithPasskey',
      'finishProviderSignIn',
    ])
    const body = { email: desk.address, password: 'sentier-de-montagne' }
    expect((await paul.try(authRoutes.signIn, { body })).body.code).toBe('invalid_credentials')
    const second = await paul.try(authRoutes.signInSecondFactor, { body: { code: '123456', kind: 'totp' } })
    expect(second.body.code).toBe('second_factor_expired')
    expect((await paul.try(authRoutes.secondFactorHelp, {})).body.code).toBe('second_factor_expired')
    const asked = await paul.call(passkeyRoutes.passkeySignInQuestion, {})
    const passkey = new PasskeyDevice(desk.app.portal.config.publicUrl).answer(asked)
    expect((await paul.try(passkeyRoutes.signInWithPasskey, { body: { passkey } })).body.code).toBe('passkey_invalid')
    const answer = await paul.try(providerSignInRoutes.finishProviderSignIn, { body: { query: 'code=x&state=x' } })
    expect(answer.body.code).toBe('sign_in_way_off')
  })
})
