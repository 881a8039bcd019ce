import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { failureRoutes } from '#operations/failures/api.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { databaseKinds } from '#test/databases.ts'
import { Mailbox } from '#test/mailbox.ts'
import { retryJobsNow, wakeWorkers } from '#test/retry-jobs.ts'
import { inboxOf } from '#test/staff-inbox.ts'
import { TestApp } from '#test/test-app.ts'

describe.each(databaseKinds())('mail delivery on %s', (databaseKind) => {
  let app: TestApp
  let mailbox: Mailbox
  beforeAll(async () => {
    mailbox = await Mailbox.open()
    app = await TestApp.open(databaseKind, { SMTP_URL: mailbox.url })
  })
  afterAll(async () => {
    await app.close()
    await mailbox.close()
  })
  beforeEach(() => mailbox.behave())

  const mailTo = (address: string) =>
    app.portal.database.asActor(system, (tx) =>
      tx.selectFrom('mails').selectAll().where('recipient', '=', address).executeTakeFirst(),
    )
  const invite = (email: string) =>
    app.admin.call(partnerRoutes.invite, { body: { email, fullName: 'Marie Dupont', role: 'partner' } })
  const jobsOf = async (mailId: string | undefined) => {
    const { rows } = await app.portal.database.runAsJobs(
      "select state, priority, retry_limit as retries from pgboss.job where name = 'mail' and data->>'mailId' = $1",
      [mailId],
    )
    return rows as { state: string; priority: number; retries: number }[]
  }
  const soon = <T>(check: () => Promise<T>) => vi.waitFor(check, { timeout: 15_000, interval: 50 })

  test('the mail server’s reply is stored with the mail, beside its Message-ID', async () => {
    await invite('prise@exemple.fr')
    const mail = await soon(async () => {
      const row = await mailTo('prise@exemple.fr')
      expect(row?.sent_at).toEqual(app.now)
      return row
    })
    expect(mail).toMatchObject({ attempts: 1, last_error: null, failed_at: null })
    expect(mail?.response).toMatch(/^250 /)
    expect(mailbox.to('prise@exemple.fr')[0]?.headers.get('message-id')).toBe(mail?.message_id)
  })

  test('no line of a mail ends before a mark that French sets apart', async () => {
    await invite('espaces@exemple.fr')
    const mail = await soon(async () => {
      expect(mailbox.to('espaces@exemple.fr')).toHaveLength(1)
      return mailbox.to('espaces@exemple.fr')[0]
    })
    expect(mail?.asSent).toMatch(/\u00a0:/)
    expect(mail?.asSent).not.toMatch(/ [:;?!»%€]|« /)
    expect(mail?.html).toContain('copiez cette adresse dans votre navigateur :')
  })

  test.each([
    ['its recipient', { rcpt: [550, '5.1.1 User unknown'] }, '550 5.1.1 User unknown'],
    ['the message', { data: [554, '5.6.0 Not wanted here'] }, '554 5.6.0 Not wanted here'],
  ] as const)('a mail refused permanently, for %s, is not retried, and the reason is stored', async (what, how, reason) => {
    mailbox.behave(how)
    const address = `${what.replace(/\W+/g, '.')}@exemple.fr`
    await invite(address)
    const mail = await soon(async () => {
      const row = await mailTo(address)
      expect(row?.failed_at).toEqual(app.now)
      return row
    })
    expect(mail).toMatchObject({ attempts: 1, sent_at: null, last_error: reason })
    await soon(async () => expect(await jobsOf(mail?.id)).toMatchObject([{ state: 'completed' }]))
  })

  test('a temporary failure is retried with the same Message-ID; after the last try the mail is given up', async () => {
    const ways = [
      [{ rcpt: [452, '4.2.2 Mailbox full'] }, '452 4.2.2 Mailbox full'],
      [{ rcpt: [421, '4.3.2 Closing'] }, '421 4.3.2 Closing'],
      [{ from: [550, '5.7.1 Not your domain'] }, '550 5.7.1 Not your domain'],
      [{ drop: true }, 'closed'],
    ] as const
    const waiting: { address: string; messageId: string | null | undefined }[] = []
    for (const [number, [how, reason]] of ways.entries()) {
      mailbox.behave(how)
      const address = `plus.tard.${number}@exemple.fr`
      await invite(address)
      const mail = await soon(async () => {
        const row = await mailTo(address)
        expect(row?.last_error).toContain(reason)
        return row
      })
      expect(mail).toMatchObject({ attempts: 1, sent_at: null, failed_at: null })
      await soon(async () => expect(await jobsOf(mail?.id)).toMatchObject([{ state: 'retry' }]))
      waiting.push({ address, messageId: mail?.message_id })
    }
    mailbox.behave({ rcpt: [452, '4.2.2 Still full'] })
    await invite('trop@exemple.fr')
    const hopeless = await soon(async () => {
      const row = await mailTo('trop@exemple.fr')
      expect(await jobsOf(row?.id)).toMatchObject([{ state: 'retry' }])
      return row
    })
    mailbox.behave({ rcptOf: (address) => (address === 'trop@exemple.fr' ? [452, '4.2.2 Still full'] : null) })
    await retryJobsNow(app.portal.database, 'mail', 1)
    for (const { address, messageId } of waiting) {
      const mail = await soon(async () => {
        const row = await mailTo(address)
        expect(row?.sent_at).not.toBeNull()
        return row
      })
      expect(mail).toMatchObject({ attempts: 2, last_error: null, message_id: messageId })
    }
    await soon(async () => {
      await wakeWorkers(app.portal.database, 'given-up')
      expect((await mailTo('trop@exemple.fr'))?.failed_at).toEqual(app.now)
    })
    expect(await mailTo('trop@exemple.fr')).toMatchObject({ id: hopeless?.id, attempts: 2, last_error: '452 4.2.2 Still full' })
  })

  test('a failed job is stored with its reason', async () => {
    const eventId = '01900000-0000-7000-8000-00000000dead'
    await app.portal.database.asActor(system, (tx) => app.portal.queue.send(tx, 'event', { eventId }))
    await soon(async () => expect(await retryJobsNow(app.portal.database, 'event', 1)).toBe(1))
    const failed = await soon(async () => {
      await wakeWorkers(app.portal.database, 'given-up')
      const rows = await app.portal.database.asActor(system, (tx) => tx.selectFrom('failed_jobs').selectAll().execute())
      expect(rows).toHaveLength(1)
      return rows
    })
    expect(failed).toMatchObject([{ name: 'event', data: { eventId }, attempts: 2, error: 'no result', failed_at: app.now }])
    const params = { id: failed[0]?.id ?? '' }
    await app.admin.call(failureRoutes.retryFailure, { params })
    expect((await app.admin.call(failureRoutes.listFailures, {})).items.filter(({ job }) => job)).toEqual([])
  })

  test('staff see undelivered mail with its reason at the invitation and in the list, and resend it', async () => {
    mailbox.behave({ rcpt: [550, '5.1.1 User unknown'] })
    const { id } = await invite('refuse@exemple.fr')
    const delivery = async () => {
      const { items } = await app.admin.call(partnerRoutes.listPartners, { query: { search: 'refuse@exemple.fr' } })
      return items[0]?.invitationMail
    }
    await soon(async () => expect(await delivery()).toEqual({ state: 'failed', reason: '550 5.1.1 User unknown' }))
    const list = () => app.admin.call(failureRoutes.listFailures, {})
    const ofInvitation = async () => (await list()).items.filter(({ mail }) => mail?.recipient === 'refuse@exemple.fr')
    const [failure] = await ofInvitation()
    expect(failure).toMatchObject({
      mail: { kind: 'invitation', person: { id, name: 'Marie Dupont', deleted: false } },
      reason: '550 5.1.1 User unknown',
      attempts: 1,
      can: { retry: true },
    })
    expect((await inboxOf(app.admin)).undelivered).toBe((await list()).count)
    mailbox.behave()
    const params = { id: failure?.id ?? '' }
    await app.admin.call(failureRoutes.retryFailure, { params })
    await soon(async () => expect(mailbox.to('refuse@exemple.fr')).toHaveLength(1))
    await soon(async () => expect(await delivery()).toBeNull())
    expect((await app.admin.try(failureRoutes.retryFailure, { params })).status).toBe(404)
  })

  test('a failure is dismissed once; that of an invitation leaves the list when it is resent', async () => {
    mailbox.behave({ rcpt: [550, '5.1.1 User unknown'] })
    const [one, other] = [await invite('range@exemple.fr'), await invite('renvoi@exemple.fr')]
    const failures = async () =>
      (await app.admin.call(failureRoutes.listFailures, {})).items.filter(({ mail }) =>
        [one.id, other.id].includes(mail?.person?.id ?? ''),
      )
    await soon(async () => expect(await failures()).toHaveLength(2))
    const params = { id: (await failures()).find(({ mail }) => mail?.person?.id === one.id)?.id ?? '' }
    await app.admin.call(failureRoutes.dismissFailure, { params })
    expect((await app.admin.try(failureRoutes.dismissFailure, { params })).status).toBe(404)
    mailbox.behave()
    await app.admin.call(partnerRoutes.resendInvitation, { params: { id: other.id } })
    expect(await failures()).toEqual([])
  })

  test('a password reset overtakes queued mails, and a hanging mail server does not delay it', async () => {
    await app.newPerson('presse@exemple.fr')
    mailbox.behave({ hang: (address) => address.startsWith('lent') })
    const slow = Array.from({ length: 6 }, (_, each) => `lent${each}@exemple.fr`)
    for (const address of slow) await invite(address)
    await soon(async () => expect(mailbox.hanging).toBe(3))
    await app.anonymous().call(authRoutes.requestPasswordReset, { body: { email: 'presse@exemple.fr' } })
    await soon(async () =>
      expect(mailbox.to('presse@exemple.fr').map(({ subject }) => subject)).toContainEqual(
        expect.stringContaining('mot de passe'),
      ),
    )
    expect(mailbox.hanging).toBe(3)
    const { rows } = await app.portal.database.runAsJobs(
      "select priority, retry_limit as retries from pgboss.job where name = 'mail' and priority > 0",
    )
    expect(rows).toEqual([{ priority: 10, retries: 9 }])
    mailbox.behave()
    await soon(async () => {
      for (const address of slow) expect((await mailTo(address))?.sent_at).not.toBeNull()
    })
  })
})
