import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { settingsRoutes } from '#access/api/identity.ts'
import { system } from '#access/domain/actor.ts'
import { programmeFileRoutes } from '#overview/programme-file/api/routes.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { MailRefused } from '#platform/server/mail/mailer.ts'
import { type DatabaseKind, databaseKinds } from '#test/databases.ts'
import { Mailbox } from '#test/mailbox.ts'
import { TestApp } from '#test/test-app.ts'
import { setupRoutes } from '../api.ts'

describe.each(databaseKinds())('the checklist of a new portal on %s', (databaseKind: DatabaseKind) => {
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

  const read = () => app.admin.call(setupRoutes.getSetup, {})
  const open = async () => (await read()).steps.filter(({ done }) => !done).map(({ step }) => step)

  test('each step is done by what it asks for; a test mail that is refused says why', async () => {
    expect(await open()).toEqual(['identity', 'mail', 'tiers', 'template', 'invitation'])
    const {
      timeZone: _zone,
      logoUrl: _logo,
      commission: _commission,
      legalIdentity: _legal,
      passkeys: _passkeys,
      signInProvider: _provider,
      readsSeveralLanguages: _several,
      sendsMail: _mail,
      ...identity
    } = await app.admin.call(settingsRoutes.getSettings, {})
    const body = { ...identity, address: '12 quai de la Fosse, Nantes', contactEmail: 'contact@acme.example' }
    await app.admin.call(settingsRoutes.saveSettings, { body })
    await app.admin.call(setupRoutes.noteTiersSeen, {})
    expect(await open()).toEqual(['mail', 'template', 'invitation'])

    const send = vi.spyOn(app.portal.mailer, 'send').mockRejectedValueOnce(new MailRefused('550 no such user'))
    const sentTo = 'admin@acme.example'
    expect(await app.admin.call(setupRoutes.testMail, {})).toEqual({ sentTo, error: '550 no such user' })
    expect((await read()).mailTest).toMatchObject({ error: '550 no such user' })
    expect(await open()).toContain('mail')
    send.mockRestore()
    expect(await app.admin.call(setupRoutes.testMail, {})).toEqual({ sentTo, error: null })
    expect(await open()).toEqual(['template', 'invitation'])

    const partner = { email: 'marie@exemple.fr', fullName: 'Marie Dupont' }
    const { id } = await app.admin.call(partnerRoutes.invite, { body: partner })
    expect(await open()).toEqual(['template'])
    await app.assignContract(id)
    expect(await read()).toMatchObject({ isOpen: false })
  })

  test('it is hidden for everybody, and only those with the right read it', async () => {
    await app.admin.call(setupRoutes.dismissSetup, {})
    await app.admin.call(setupRoutes.dismissSetup, {})
    expect((await read()).isOpen).toBe(false)
    const manager = await app.newStaff('manon@acme.example', 'partner_manager')
    const { status, body } = await manager.try(setupRoutes.getSetup, {})
    expect([status, body.code]).toEqual([403, 'right_missing'])
  })
})

test('the step of mail stays open without a mail server, that of levels is done without levels', async () => {
  const app = await TestApp.open('pglite')
  try {
    const before = await app.admin.call(setupRoutes.getSetup, {})
    expect(before.mailTrouble).toMatch(/^No mail server is set: .*SMTP_URL/)
    const send = vi.spyOn(app.portal.mailer, 'send')
    expect((await app.admin.call(setupRoutes.testMail, {})).error).toBe(before.mailTrouble)
    expect(send).not.toHaveBeenCalled()
    const after = await app.admin.call(setupRoutes.getSetup, {})
    expect(after.steps).toContainEqual({ step: 'mail', done: false })
    expect(after.mailTest).toMatchObject({ error: before.mailTrouble })
    const stored = await app.portal.database.asActor(system, (tx) =>
      tx.selectFrom('setup_checklist').select('mail_error').execute(),
    )
    expect(stored).toEqual([{ mail_error: 'no_mail_server' }])
    // A programme without levels has none to look at.
    const example = { example: 'trades' } as const
    const { state } = await app.admin.call(programmeFileRoutes.previewProgramme, { body: example })
    await app.admin.call(programmeFileRoutes.importProgramme, { body: { ...example, state, confirmed: true } })
    const { steps } = await app.admin.call(setupRoutes.getSetup, {})
    expect(steps).toContainEqual({ step: 'tiers', done: true })
  } finally {
    await app.close()
  }
})
