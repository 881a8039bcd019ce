import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { ClientWords } from '#test/client-words.ts'
import { databaseKinds } from '#test/databases.ts'
import { plainLead } from '#test/lead-samples.ts'
import { password } from '#test/test-app.ts'
import { erasureRoutes } from '../api.ts'
import { followErasures } from './follow.ts'

describe.each(databaseKinds('full'))('mails of erasures on %s', (kind) => {
  let words: ClientWords
  beforeAll(async () => {
    words = await ClientWords.open(kind)
    await words.next()
  })
  afterAll(() => words.close())

  const told = async () => {
    const mails = await words.mailsTo('admin@acme.example')
    return mails.filter(({ subject }) => subject.includes('effacement')).map(({ subject, text }) => ({ subject, text }))
  }
  const plan = async (name: string) => {
    const { id } = await words.partner.call(leadRoutes.addLead, { body: { ...plainLead, name, email: `${name}@arret.example` } })
    const leads = [{ id, soleTrader: false }]
    return words.app.admin.call(erasureRoutes.planErasure, { body: { leads, password } })
  }

  test('a plan and its stop are told, each once; what is done at once is told when it is done alone', async () => {
    const { id } = await plan('arretee')
    await words.app.admin.call(erasureRoutes.stopErasure, { params: { id } })
    const stopped = await told()
    expect(stopped.map(({ subject }) => subject)).toEqual(['Un effacement est prévu', 'Un effacement a été arrêté'])
    expect(stopped[1]?.text).toContain('a arrêté l’effacement prévu le')
    await words.app.admin.call(erasureRoutes.setErasureDays, { body: { days: 0 } })
    await plan('aussitot')
    await followErasures(words.app.portal)
    expect((await told()).slice(2).map(({ subject }) => subject)).toEqual(['Un effacement a été exécuté'])
  })
})
