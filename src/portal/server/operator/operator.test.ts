import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { accountRoutes } from '#accounts/auth/api/account.ts'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { plainLead } from '#test/lead-samples.ts'
import { PartnerMail } from '#test/partner-mail.ts'
import { passkeyIn } from '#test/passkey-device.ts'
import { password } from '#test/test-app.ts'
import { totp } from '#test/totp.ts'
import { safeForWebAssembly } from '../../../../tools/node24.mjs'
import { readOperatorRequest } from './command-line.ts'
import { doCommand } from './do-command.ts'

const execute = promisify(execFile)
const other = 'lune-verte-et-douce'
const admin = 'admin@acme.example'

describe.each(databaseKinds('every'))('commands of the operator on %s', inOrder, (databaseKind) => {
  let world: PartnerMail
  let environment: Record<string, string>
  beforeAll(async () => {
    world = await PartnerMail.open(databaseKind)
    const { dataDir, databaseUrl, secret, publicUrl, smtpUrl } = world.app.portal.config
    environment = { DATA_DIR: dataDir, SECRET: secret, PUBLIC_URL: publicUrl, SMTP_URL: smtpUrl ?? '' }
    if (databaseUrl) environment.DATABASE_URL = databaseUrl
    await world.next()
  })
  afterAll(() => world.close())

  const command = async (...line: string[]) => {
    const outcome = await doCommand(environment, readOperatorRequest(line).request)
    return 'refused' in outcome ? outcome.refused : (outcome.answer as { lines: string[] }).lines.join('\n')
  }
  const lastEvent = (name: string) =>
    world.app.portal.database.asActor(system, (tx) =>
      tx
        .selectFrom('events')
        .select(['id', 'actor_id', 'after', 'audience'])
        .where('name', '=', name as never)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow(),
    )
  const byOperator = (after: object = {}) => ({ actor_id: null, after: expect.objectContaining({ by: 'operator', ...after }) })
  const tokenIn = (text: string) => /token=(\S+)/.exec(text)?.[1] ?? ''
  const signIn = (email: string, secret = password) =>
    world.app.anonymous().try(authRoutes.signIn, { body: { email, password: secret } })
  const mailTo = async (address: string) => {
    await world.idle()
    return world.mailbox.mails.filter(({ to }) => to === address).at(-1)
  }

  test('users lists everybody with role, state, second factor and last sign-in', async () => {
    const output = await command('users')
    const [heading, first] = output.split('\n')
    expect(heading).toMatch(/^ADDRESS +NAME +ROLE +STATE +2FA +LAST SIGN-IN$/)
    expect(first).toMatch(/^admin@acme\.example +Admin +administrator +active +off +\d{4}-\d\d-\d\d \d\d:\d\d$/)
    expect(output).toMatch(new RegExp(`${world.address} +Marie Dupont +partner +active`))
  })

  test('create-admin invites an administrator by mail and by the link that it prints', async () => {
    const output = await command('create-admin', 'nina@acme.example', '--name', 'Nina Roux')
    expect(await lastEvent('person.invited')).toMatchObject(byOperator({ role: 'admin', staffRole: 'administrator' }))
    expect((await mailTo('nina@acme.example'))?.subject).toContain('Invitation à rejoindre')
    const accepted = { token: tokenIn(output), fullName: 'Nina Roux', password }
    const me = await world.app.anonymous().call(authRoutes.acceptInvitation, { body: accepted })
    expect(me).toMatchObject({ role: 'admin', staffRole: 'administrator' })
    expect(await command('create-admin', 'nina@acme.example', '--name', 'N')).toBe('nina@acme.example already has an account.')
  })

  test('reset-link prints a link for a new password, and its owner is told by mail', async () => {
    const { address } = world
    const output = await command('reset-link', address)
    expect(await lastEvent('password.reset_requested')).toMatchObject(byOperator({ mailed: false }))
    const notice = await mailTo(address)
    expect(notice?.subject).toBe('Un lien pour choisir un nouveau mot de passe a été créé')
    expect(notice?.text).toContain('L’exploitant du portail a créé')
    expect(notice?.text).not.toContain('token=')
    await world.app.anonymous().call(authRoutes.resetPassword, { body: { token: tokenIn(output), password: other } })
    expect((await signIn(address, other)).status).toBe(200)
  })

  test('reset-link mails the link too if that is asked for', async () => {
    const { address } = world
    const output = await command('reset-link', address, '--send')
    const mail = await mailTo(address)
    expect(tokenIn(mail?.text ?? '')).toBe(tokenIn(output))
    expect(mail?.text).toContain('L’exploitant du portail vous envoie un lien')
  })

  test('reset-link renews the invitation of somebody without a password', async () => {
    expect(await command('reset-link', 'nobody@acme.example')).toBe('Nobody has the address nobody@acme.example.')
    const invited = await command('create-admin', 'late@acme.example', '--name', 'Late')
    const anew = await command('reset-link', 'late@acme.example')
    expect(anew).toContain('has no password yet: this is a new invitation')
    const open = (token: string) => world.app.anonymous().try(authRoutes.openInvitation, { body: { token } })
    expect([(await open(tokenIn(invited))).status, (await open(tokenIn(anew))).status]).toEqual([410, 200])
  })

  test('reset-second-factor and end-sessions do what staff may do, for the only administrator too', async () => {
    const { app } = world
    const { totpUri } = await app.admin.call(accountRoutes.startTwoFactor, { body: { password } })
    await app.admin.call(accountRoutes.confirmTwoFactor, { body: { code: totp(totpUri) } })
    expect(await command('users')).toMatch(/^admin@acme\.example .* on /m)
    expect(await command('reset-second-factor', admin, '--reason', 'Téléphone perdu')).toContain('is off')
    expect(await lastEvent('two_factor.reset')).toMatchObject(byOperator({ reason: 'Téléphone perdu' }))
    expect((await mailTo(admin))?.text).toContain('Motif : « Téléphone perdu »')
    expect(await command('reset-second-factor', admin, '--reason', 'x')).toContain('has no two-factor authentication')
    expect((await signIn(admin)).body).toMatchObject({ next: 'done' })
    expect(await command('end-sessions', admin)).toContain('that have ended: 1.')
    expect(await lastEvent('sessions.ended')).toMatchObject(byOperator({ count: 1 }))
    expect((await mailTo(admin))?.subject).toBe('Vos sessions ont été fermées')
    expect(await command('end-sessions', admin)).toBe(`${admin} had no session.`)
    await app.signIn(app.admin, admin)
    await passkeyIn(app.admin, app.portal.config)
    expect(await command('end-sessions', admin)).toContain('Passkeys that still open the account: 1.')
    await command('reset-second-factor', admin, '--reason', 'Téléphone perdu')
    await app.signIn(app.admin, admin)
  })

  test('role changes a role, tells its owner, and keeps the last administrator', async () => {
    expect(await command('role', 'nina@acme.example', 'finance')).toContain('had the role administrator, and has finance now')
    expect(await lastEvent('role.changed')).toMatchObject(byOperator({ role: 'admin', staffRole: 'finance' }))
    const mail = await mailTo('nina@acme.example')
    expect([mail?.subject, mail?.text]).toEqual(['Votre rôle a été modifié', expect.stringContaining('équipe, finances')])
    expect(await command('role', 'nina@acme.example', 'finance')).toContain('has the role finance already')
    // Somebody who is invited may never come.
    await command('role', 'late@acme.example', 'viewer')
    expect(await command('role', admin, 'partner')).toBe('The last administrator cannot be removed.')
  })

  test('unlock lets a locked-out person try again, wherever the attempts came from, and tells them', async () => {
    const { address } = world
    for (let attempt = 0; attempt < 11; attempt += 1) await signIn(address, 'not the right one')
    expect((await signIn(address, other)).status).toBe(429)
    expect(await command('unlock', address, '--address', '127.0.0.1')).toContain('may sign in')
    expect((await signIn(address, other)).status).toBe(200)
    expect(await lastEvent('sign_in.unlocked')).toMatchObject(byOperator({ count: 6 }))
    expect((await mailTo(address))?.subject).toBe('Vous pouvez de nouveau vous connecter')
    // The sign-in between has left counters.
    await command('unlock', address)
    const before = await lastEvent('sign_in.unlocked')
    expect(await command('unlock', address)).toBe(`${address} may sign in: no attempt was counted.`)
    expect(await lastEvent('sign_in.unlocked'), 'nobody is told of nothing').toEqual(before)
  })

  test('test-mail says what the mail server says', async () => {
    expect(await command('test-mail', 'ops@acme.example')).toBe('The mail server took the test mail to ops@acme.example.')
    expect(await lastEvent('setup.changed')).toMatchObject(byOperator({ what: 'mail_tested', error: null }))
    expect((await mailTo('ops@acme.example'))?.subject).toContain('Message d’essai')
    world.mailbox.behave({ rcpt: [550, 'no such user'] })
    expect(await command('test-mail', 'gone@acme.example')).toContain('The test mail was not sent: ')
    world.mailbox.behave({})
  })

  test('repair-leads sets right what was changed behind the triggers, and says how many leads were wrong', async () => {
    const { portal } = world.app
    await world.app.admin.call(leadRoutes.addLead, { body: { ...plainLead, partnerId: world.partner.userId } })
    expect(await command('repair-leads')).toBe('Every lead is right.')
    await portal.database.asOwner((run) => run("update leads set registration_state = 'merged', settled = true", []))
    expect(await command('repair-leads')).toBe('One lead was wrong and is right now.')
    expect(await command('repair-leads')).toBe('Every lead is right.')
  })

  test('the program prints, and ends with 0, with 1 for a refusal or with 2 for its usage', async () => {
    const program = (...args: string[]) =>
      execute(process.execPath, [...safeForWebAssembly, 'src/portal/server/operator/operate.ts', ...args], {
        env: { ...process.env, ...environment },
      })
        .then(({ stdout }) => ({ code: 0, said: stdout }))
        .catch(({ code, stderr }) => ({ code, said: stderr }))
    const list = await program('users', '--json')
    expect([list.code, JSON.parse(list.said)[0]]).toMatchObject([0, { email: admin, role: 'administrator', twoFactor: false }])
    const usage = await program('end-sessions')
    expect(usage).toMatchObject({
      code: 2,
      said: expect.stringMatching(/^The e-mail address is missing\.\n\nnpm run portal -- users/),
    })
    await world.app.running.stop()
    const compacted = await program('compact')
    if (databaseKind === 'pglite') expect(compacted.said).toMatch(/^The database was written anew: [\d.]+ MB became [\d.]+ MB/)
    else expect(compacted).toMatchObject({ code: 1, said: expect.stringContaining('docs/operating/stored-data.md') })
    expect(await program('role', admin, 'partner')).toEqual({ code: 1, said: 'The last administrator cannot be removed.\n' })
    expect(await command('reset-link', admin)).toContain('https://portal.test/reset?token=')
    const wrong = { ...environment, SECRET: 'x'.repeat(40) }
    await expect(doCommand(wrong, { command: 'users' })).rejects.toThrow('is not the one of this portal')
    await expect(doCommand({ DATA_DIR: '/nowhere' }, { command: 'users' })).rejects.toThrow('There is no portal in /nowhere')
  }, 120_000)
})

test('a command line is read as it is meant, or refused with what is wrong', () => {
  const read = (...line: string[]) => readOperatorRequest(line)
  expect(read('unlock', 'a@b.fr')).toEqual({ request: { command: 'unlock', email: 'a@b.fr', address: null }, asJson: false })
  const wrong: [string[], string][] = [
    [['usres'], 'There is no command "usres".'],
    [['users', '--send'], 'users has no option --send.'],
    [['users', 'x'], 'users does not take "x".'],
    [['create-admin', 'a@b.fr'], '--name is missing.'],
    [['role', 'a@b.fr', 'boss'], 'The role should be one of partner, administrator, partner_manager, finance, viewer.'],
    [['unlock', 'a@b.fr', '--address', 'home'], '--address should be an IP address.'],
    [['end-sessions', 'somebody'], 'This is no e-mail address.'],
    [['users', '--jsn'], "Unknown option '--jsn'"],
  ]
  for (const [line, message] of wrong) expect(() => read(...line)).toThrow(message)
})
