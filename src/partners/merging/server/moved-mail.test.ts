import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountRoutes } from '#accounts/auth/api/account.ts'
import { databaseKinds } from '#test/databases.ts'
import { MergingWorld } from '#test/merging-world.ts'
import { PartnerMail } from '#test/partner-mail.ts'
import type { Client } from '#test/test-app.ts'

describe.each(databaseKinds())('whoever belongs to another partner on %s', (databaseKind) => {
  let mail: PartnerMail
  let world: MergingWorld
  beforeAll(async () => {
    mail = await PartnerMail.open(databaseKind)
    world = new MergingWorld(mail.app)
  })
  afterAll(() => mail.close())

  /** The mail of a change to somebody. */
  const received = async (who: Client) => {
    mail.address = (await who.call(accountRoutes.getMe, {})).email
    return (await mail.received()).map(({ subject, text }) => ({ subject, text }))
  }
  /** Takes no account of the mails that were on their way. */
  const sent = async () => {
    await mail.idle()
    mail.mailbox.mails.length = 0
  }
  const two = async () => {
    const [from, into] = [await world.owner('Alma Cédée'), await world.owner('Béatrice Prend')]
    const person = await world.join(from, 'member', 'Paul Parti')
    await sent()
    return { from, into, person }
  }

  test('is told by mail who moved them, where to, as what, and how many leads came along', async () => {
    const { from, into, person } = await two()
    await world.addLead(person, 'Suivie SARL')
    await sent()
    expect((await world.move(from, person, into, { role: 'manager', withLeads: true })).status).toBe(200)
    const [told, ...more] = await received(person)
    expect([told?.subject, more]).toEqual(['Vous faites maintenant partie de Béatrice Prend', []])
    expect(told?.text).toMatch(/, d’Acme & Fils, a déplacé votre accès d’Alma Cédée vers Béatrice Prend\./)
    expect(told?.text).toContain('Votre rôle : Responsable. ')
    expect(told?.text).toContain('Un lead que vous avez saisi vous suit, tout le reste demeure à Alma Cédée.')
  })

  test('is told the same when their partner is merged, or when they are split off', async () => {
    const { from, into, person } = await two()
    expect((await world.split(from, [person], person)).status).toBe(200)
    const [split] = await received(person)
    expect(split?.text).toContain('a déplacé votre accès d’Alma Cédée vers Neuf SARL.')
    expect((await world.merge(from, into, { ownersBecome: 'manager' })).status).toBe(200)
    const [merged] = await received(from)
    expect(merged?.text).toContain('a déplacé votre accès d’Alma Cédée vers Béatrice Prend.')
    expect(merged?.text).toContain('Votre rôle : Responsable. ')
  })
})
