import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { defaultTimeZone } from '#platform/domain/time-zones.ts'
import { mailDay, mailMoment } from '#platform/server/mail/mail-dates.ts'
import { databaseKinds } from '#test/databases.ts'
import { PartnerMail } from '#test/partner-mail.ts'
import { password } from '#test/test-app.ts'

const day = 86_400_000

describe.each(databaseKinds())('notification mail on %s', (databaseKind) => {
  let world: PartnerMail
  beforeAll(async () => {
    world = await PartnerMail.open(databaseKind)
  })
  afterAll(() => world.close())
  beforeEach(() => world.next())

  test('an invitation names inviter, purpose, next steps and link, and what to do if unexpected', async () => {
    const invite = async (email: string, role: 'partner' | 'admin') => {
      await world.app.admin.call(partnerRoutes.invite, { body: { email, fullName: 'Noé Nouveau', role, password } })
      await world.idle()
      const mail = world.mailbox.mails.find((each) => each.to === email)
      if (!mail) throw new Error(`no mail for ${email}`)
      return mail
    }
    const { me } = await world.app.admin.call(authRoutes.currentSession, {})
    const partner = await invite('noe@exemple.fr', 'partner')
    const link = /https:\/\/portal\.test\/invitation\?token=[\w.-]+/.exec(partner.text)?.[0] ?? 'no link'
    for (const text of [
      `${me?.fullName}, d’Acme & Fils, vous invite à devenir apporteur d’affaires`,
      'vous y présente votre contrat de partenariat, vous le signez en ligne',
      'Si vous n’attendiez pas cette invitation, écrivez à aide@acme.example ou ignorez ce message',
      link,
    ])
      expect(partner.text).toContain(text)
    expect(partner.html.split(link)).toHaveLength(4)
    expect(partner.html).toContain(`>${link}</a>`)
    expect((await invite('ada@acme.example', 'admin')).text).toContain('vous invite à administrer l’espace partenaires')
  })

  test('a contract to sign is mailed with its title, an amendment as such', async () => {
    await world.app.assignContract(world.partner.userId)
    const [main, ...others] = await world.received()
    expect(others).toEqual([])
    expect(main?.subject).toBe('Votre contrat Acme & Fils est à signer')
    expect(main?.text).toContain('« Contrat 2026 »')
    expect(main?.text).toContain('https://portal.test/dashboard/contract')
    expect(main?.html).toContain('« Contrat 2026 »')
    await world.app.assignContract(world.partner.userId, 'amendment')
    expect((await world.received()).map((mail) => mail.subject)).toEqual(['Un avenant Acme & Fils est à signer'])
  })

  test('a validated contract is mailed as signed, by the provider and with its date', async () => {
    const { id } = await world.app.assignContract(world.partner.userId)
    await world.received()
    await world.app.admin.call(contractRoutes.validateContract, { params: { id } })
    const [mail] = await world.received()
    expect(mail?.subject).toBe('Votre contrat Acme & Fils est signé')
    expect(mail?.text).toContain(
      `Acme & Fils a validé votre contrat « Contrat 2026 » le ${mailDay(world.app.now, defaultTimeZone)} : il est signé.`,
    )
    expect(mail?.text).toContain('Toutes les rubriques de votre espace sont ouvertes.')
    expect(mail?.html).toContain('Acme &#38; Fils a validé')
  })

  test('a validated commission is mailed once: exact amount, calculation, payable 30 days later', async () => {
    await world.saveBank()
    const id = await world.sign(123_456)
    await world.received()
    await world.validate(id)
    const [mail, ...others] = await world.received()
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Votre commission de 185,18 € est validée')
    for (const half of [mail?.text, mail?.html]) {
      expect(half).toContain('Boulangerie Bernard : 1 234,56 € × 15 % (Bronze) = 185,18 €.')
      expect(half).toContain(
        `Elle est payable au plus tard le ${mailDay(new Date(world.app.now.getTime() + 30 * day), defaultTimeZone)}.`,
      )
      expect(half).toContain('Vous pouvez choisir les messages que vous recevez')
      expect(half).toContain('https://portal.test/dashboard?account=notifications')
      expect(half).toContain('https://portal.test/dashboard/commissions')
      expect(half).not.toContain('IBAN')
    }
  })

  test('a commission that cannot be paid yet says what is missing', async () => {
    const ids = [await world.sign(1000), await world.sign(1000)]
    await world.validate(ids[0] ?? '')
    const [without] = await world.received()
    expect(without?.text).toContain('Vos coordonnées bancaires manquent encore')
    expect(without?.text).toContain('https://portal.test/dashboard/payment-info')
    await world.saveBank({ iban: 'FR7630006000011234567890180' })
    await world.received()
    await world.validate(ids[1] ?? '')
    expect((await world.received())[0]?.text).toContain('Votre IBAN semble comporter une erreur')
  })

  test('partners are told by mail what is held and what is taken back, and why', async () => {
    const id = await world.sign(100_000)
    await world.validate(id)
    await world.received()
    await world.app.admin.call(commissionRoutes.holdCommission, { params: { id }, body: { reason: 'Facture à éclaircir' } })
    const [held] = await world.received()
    expect(held?.subject).toBe('Votre commission de 150,00 € est suspendue')
    expect(held?.text).toContain('Motif : Facture à éclaircir.')
    const body = { revenueCents: 40_000, leftCents: 100_000, reason: 'Client remboursé' }
    await world.app.admin.call(commissionRoutes.reverseCommission, { params: { id }, body })
    const [mail] = await world.received()
    expect(mail?.subject).toBe('Reprise de 60,00 € sur une commission')
    expect(mail?.text).toContain('Calcul : 400,00 € × 15 % = 60,00 €.')
    expect(mail?.text).toContain('Motif : Client remboursé.')
  })

  test('a paid commission is mailed with its amount and its day', async () => {
    const id = await world.sign(1_200_000)
    await world.validate(id)
    await world.received()
    await world.pay(id)
    const [mail, ...others] = await world.received()
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Votre commission de 1 800,00 € est payée')
    for (const half of [mail?.text, mail?.html]) {
      expect(half).toContain(`vous a payé une commission de 1 800,00 € le ${mailDay(world.app.now, defaultTimeZone)}.`)
      expect(half).toContain('12 000,00 € × 15 % (Bronze) = 1 800,00 €')
    }
  })

  test('a reached tier is mailed with the validation that reaches it, beside its commission, and never again', async () => {
    const [small, large, next] = [await world.sign(999_999), await world.sign(1), await world.sign(100)]
    await world.validate(small)
    expect((await world.received()).map((mail) => mail.subject)).toEqual(['Votre commission de 1 500,00 € est validée'])
    await world.validate(large)
    const mails = await world.received()
    expect(mails.map((mail) => mail.subject).sort()).toEqual([
      'Félicitations, vous êtes Silver',
      'Votre commission de 0,00 € est validée',
    ])
    const tier = mails.find((mail) => mail.subject.startsWith('Félicitations'))
    expect(tier?.text).toContain('passer de Bronze à Silver chez Acme & Fils')
    expect(tier?.text).toContain('au taux de 20 %.')
    expect(new Set(mails.map((mail) => mail.headers.get('message-id'))).size).toBe(2)
    await world.validate(next)
    await world.pay(small)
    expect((await world.received()).some((mail) => mail.subject.startsWith('Félicitations'))).toBe(false)
  })

  test('commissions settled together are one mail per partner, with every amount, and one for the tier', async () => {
    await world.saveBank()
    const ids = [await world.sign(999_999), await world.sign(2_000_001), await world.sign(100_000, 'Cave Martin')]
    await world.received()
    const body = { ids, amountCents: 150_000 + 300_000 + 15_000 }
    await world.app.admin.call(commissionRoutes.validateCommissions, { body })
    const mails = await world.received()
    expect(mails.map((mail) => mail.subject).sort()).toEqual([
      'Commissions validées : 3 commissions, 4 650,00 € au total',
      'Félicitations, vous êtes Gold',
    ])
    const validated = mails.find(({ subject }) => subject.startsWith('Commissions validées'))
    const tier = mails.find(({ subject }) => subject.startsWith('Félicitations'))
    expect(validated?.text).toContain('a validé vos commissions : 3 commissions, 4 650,00 € au total.')
    expect(validated?.text).toContain('Boulangerie Bernard : 20 000,01 € × 15 % (Bronze) = 3 000,00 €.')
    expect(validated?.text).toContain('Cave Martin : 1 000,00 € × 15 % (Bronze) = 150,00 €.')
    expect(validated?.text).toContain('Elles sont payables au plus tard le')
    expect(tier?.text).toContain('passer de Bronze à Gold')
    await world.app.admin.call(commissionRoutes.payCommissions, { body })
    const [paid, ...others] = await world.received()
    expect(others).toEqual([])
    expect(paid?.subject).toBe('Commissions payées : 3 commissions, 4 650,00 € au total')
    expect(paid?.text).toContain('Cave Martin')
  })

  test('the first save of bank details is confirmed, and the same once more is silent', async () => {
    await world.saveBank()
    const [first] = await world.received()
    expect(first?.subject).toBe('Vos coordonnées bancaires sont enregistrées')
    const until = new Date(world.app.now.getTime() + 72 * 3_600_000)
    const held = `les versements commencent le ${mailMoment(until, defaultTimeZone)}.`
    expect(first?.text.replace(/\s+/g, ' ')).toContain(`Par sécurité, rien n’est versé sur ce compte pendant 72 heures : ${held}`)
    await world.saveBank()
    expect(await world.received()).toEqual([])
  })

  test('a change of bank details is told by the names of its fields, without their values', async () => {
    await world.saveBank()
    await world.received()
    await world.saveBank({ iban: 'FR7630004000031234567890143', address: '2 avenue Foch, Lyon' })
    const [mail, ...others] = await world.received()
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Vos coordonnées bancaires ont été modifiées')
    for (const half of [mail?.text, mail?.html]) {
      expect(half).toContain('Ce qui a changé : IBAN et adresse.')
      // The mail shows the last four characters, by which an owner recognises an IBAN, and no more.
      expect(half).toContain('L’ancien IBAN se terminait par 0189, le nouveau se termine par 0143.')
      expect(half).toContain('rien n’est versé sur ce nouveau compte pendant 72 heures')
      expect(half).toContain('Si ce n’était pas vous, changez votre mot de passe et contactez aide@acme.example')
      expect(half).not.toMatch(/FR76|3000|Foch|Vous pouvez choisir/)
    }
    expect(mail?.headers.has('list-unsubscribe')).toBe(false)
    await world.saveBank({ iban: 'FR7630004000031234567890143', address: '3 avenue Foch, Lyon' })
    expect((await world.received())[0]?.text).not.toMatch(/se termin|72 heures/)
  })

  test('no payment is promised to a wrong IBAN, which is saved if its owner insists', async () => {
    await world.saveBank()
    await world.received()
    await world.saveBank({ iban: 'FR7630004000031234567890144' })
    const wrong = (await world.received())[0]?.text.replace(/\s+/g, ' ')
    expect(wrong).toContain('Rien n’y sera versé tant qu’il n’est pas corrigé')
    expect(wrong).not.toMatch(/72 heures|commencent le|y seront versées/)
  })
})
