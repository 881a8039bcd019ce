import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Upload } from '#access/api/uploads.ts'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { build } from '../../tools/bootstrap.mjs'
import { copyEmbedded } from '../databases.ts'
import { isFullRun } from '../full-run.ts'
import { HttpClient } from '../http-client.ts'
import { has, leftOutNote } from '../installed-programs.ts'
import { until } from '../lock-waits.ts'
import { builtPortal, type PortalProcess } from '../running-portal.ts'
import { contractOf } from '../samples/pdf/numbered-pages.ts'
import { password } from '../test-app.ts'
import type { DrivenTab } from './driven-tab.ts'
import { openFirefox } from './firefox.ts'
import { openWebkit } from './webkit.ts'

const marie = { fullName: 'Marie Dupont', email: 'marie@exemple.fr' }
const title = 'Contrat de partenariat 2026'
const tokenIn = (link: string) => new URL(link).searchParams.get('token') ?? ''

/** A portal with a partner who has come in and has a contract to sign. */
async function portalOf(portal: PortalProcess): Promise<void> {
  await portal.start()
  const admin = new HttpClient(portal.url)
  const administrator = { fullName: 'Alice Martin', email: 'admin@acme.example', password }
  await admin.call(authRoutes.setUp, { body: { token: tokenIn(await portal.setupLink()), ...administrator } })
  const { id: partnerId } = await admin.call(partnerRoutes.invite, { body: { ...marie, role: 'partner' } })
  const octets = { 'content-type': 'application/octet-stream' }
  const pdf = new Uint8Array(contractOf(1))
  const upload = await admin.send('POST', '/api/uploads?purpose=contract&name=contrat.pdf', pdf, octets)
  const document = { kind: 'file' as const, uploadId: ((await upload.json()) as Upload).id }
  await admin.call(contractRoutes.assignContract, { body: { partnerId, title, contractType: 'main', document } })
  const token = tokenIn(await portal.linkMailedTo(marie.email, 'invitation'))
  await new HttpClient(portal.url).call(authRoutes.acceptInvitation, { body: { token, fullName: marie.fullName, password } })
}

async function mailedCode(portal: PortalProcess): Promise<string> {
  const code = () =>
    portal
      .mails()
      .flatMap((mail) => (/^Subject: .*code de signature/im.test(mail) ? (/^(\d{6})\r?$/m.exec(mail)?.[1] ?? []) : []))
      .at(-1)
  await until(
    () => code() !== undefined,
    () => 'code in the mails',
  )
  return code() ?? ''
}

const leadsOf = async (portal: PortalProcess) => {
  const client = new HttpClient(portal.url)
  await client.call(authRoutes.signIn, { body: { email: marie.email, password } })
  return (await client.call(leadRoutes.listLeads, { query: {} })).items.map(({ name }) => name).sort()
}

async function addLead(tab: DrivenTab, name: string, company: string): Promise<void> {
  await tab.click('button', 'Add Lead')
  await tab.sees('Importer une vCard')
  await tab.until(`document.activeElement.matches('[role=dialog] input')`, 'focus in the dialog')
  await tab.type('Société', company)
  await tab.type('Email', `contact@${company.toLowerCase()}.example`)
  await tab.type('Nom du contact', name)
  await tab.choose('Type d', 'star')
  await tab.click('[role=dialog] button[type=submit]', 'Ajouter')
}

// The journeys drive Chromium. What browsers of other makers do otherwise shows in one journey through what partners do most.
describe.each([
  ['Firefox', openFirefox, ['firefox-esr']],
  ['WebKitGTK', openWebkit, ['WebKitWebDriver', 'xvfb-run']],
] as const)('%s', (_name, open, programs) => {
  let portal: PortalProcess
  let tab: DrivenTab
  const isPossible = isFullRun && programs.every(has)
  beforeAll(async () => {
    if (!isPossible) return
    build(process.execPath)
    portal = builtPortal()
    copyEmbedded(portal.dataDir)
    await portalOf(portal)
    tab = await open()
  }, 240_000)
  afterAll(async () => {
    await tab?.close()
    await portal?.remove()
  })

  test.runIf(isPossible)(
    `signs, shows the board and keeps a lead while the portal is away${leftOutNote(...programs)}`,
    async () => {
      await tab.goto(`${portal.url}/auth`)
      await tab.type('E-mail', marie.email)
      await tab.type('Mot de passe', password)
      await tab.click('button', 'Se connecter')
      await tab.until("location.pathname.startsWith('/dashboard')")

      await tab.goto(`${portal.url}/dashboard/contract`)
      await tab.click('button', 'Sign Contract Electronically')
      await tab.until(`document.querySelector('[role=dialog] article canvas')`)
      await tab.click('[role=dialog] button', 'Aller à la fin du document')
      await tab.until(`document.querySelector('[role=dialog] input[type=checkbox]:not(:disabled)')`)
      await tab.click('[role=dialog] label', 'J’')
      await tab.click('[role=dialog] button', 'Recevoir le code')
      await tab.until(`document.activeElement.matches('input')`, 'field of the code')
      await tab.type('Code reçu par e-mail', await mailedCode(portal))
      await tab.click('[role=dialog] button', 'Signer')
      await tab.sees('Contrat signé')

      // Nobody is offered what this browser has not.
      await tab.click('button', 'MD')
      await tab.sees('Sessions')
      const knowsPasskeys = await tab.evaluate(`'PublicKeyCredential' in window`)
      expect(await tab.evaluate(`document.body.innerText.includes('Clés d’accès')`)).toBe(knowsPasskeys)

      await tab.goto(`${portal.url}/dashboard/leads`)
      await addLead(tab, 'Anne Ici', 'Forge')
      await tab.sees('Anne Ici')
      await tab.until(`navigator.serviceWorker.controller`)
      expect(tab.errors()).toEqual([])

      await portal.stop()
      await addLead(tab, 'Yves Loin', 'Scierie')
      await tab.sees('Attend le réseau')
      await tab.evaluate('void location.reload()')
      await tab.sees('Vous êtes hors ligne')
      await tab.sees('Scierie')
      // What the network did not answer is said in the console by the browser itself.
      const before = tab.errors().length
      await portal.start()
      await tab.sees('Yves Loin')
      await expect.poll(() => leadsOf(portal)).toEqual(['Anne Ici', 'Yves Loin'])
      expect(tab.errors().slice(before)).toEqual([])
    },
  )
})
