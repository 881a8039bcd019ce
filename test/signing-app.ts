import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Upload } from '#access/api/uploads.ts'
import { type Contract, contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { signingRoutes } from '#contracts/contracts/api/signing.ts'
import { consents, countersignConsents } from '#contracts/contracts/domain/signing.ts'
import { pdf } from '../demo/pdf.ts'
import type { DatabaseKind } from './databases.ts'
import { Mailbox } from './mailbox.ts'
import { missingTools } from './samples/pdf/external-tools.ts'
import { type Client, TestApp } from './test-app.ts'

export const minute = 60_000

/** A portal with a mailbox and one partner at a time who reads, gets codes and signs. */
export class SigningTestApp {
  readonly app: TestApp
  readonly mailbox: Mailbox
  readonly folder = mkdtempSync(join(tmpdir(), 'passerelle-signing-'))
  /** The partner of the current test. */
  marie!: Client
  people = 0

  private constructor(app: TestApp, mailbox: Mailbox) {
    this.app = app
    this.mailbox = mailbox
  }

  static async open(databaseKind: DatabaseKind): Promise<SigningTestApp> {
    const mailbox = await Mailbox.open()
    return new SigningTestApp(await TestApp.open(databaseKind, { SMTP_URL: mailbox.url }), mailbox)
  }

  get address(): string {
    return `marie${this.people}@exemple.fr`
  }

  async nextPartner(): Promise<void> {
    this.people += 1
    this.marie = await this.app.newPerson(this.address, 'partner', `Marie Dupré ${this.people}`)
  }

  async upload(content: Buffer, purpose = 'contract') {
    const url = `/api/uploads?purpose=${purpose}&name=contrat.pdf`
    const response = await this.app.admin.send('POST', url, content, { 'content-type': 'application/octet-stream' })
    return { status: response.statusCode, body: response.json() as Upload & { code?: string; detail?: string } }
  }

  async assign(contractType: 'main' | 'amendment' = 'main', title = 'Contrat 2026', content?: Buffer): Promise<Contract> {
    const { body } = await this.upload(content ?? pdf(`${title} de ${this.address}`))
    const document = { kind: 'file' as const, uploadId: body.id }
    const partnerId = this.marie.userId
    return this.app.admin.call(contractRoutes.assignContract, { body: { partnerId, title, contractType, document } })
  }

  /** Opens a pending contract and its document as the page does: displayed, downloaded, or by its link. */
  async read(id: string, client = this.marie) {
    const answer = await client.try(signingRoutes.openSigning, { params: { id } })
    const { pdfUrl, linkUrl, contract } = answer.body
    const url = pdfUrl ?? linkUrl ?? contract?.document?.url
    if (answer.status === 200 && url) await client.send('GET', url)
    return answer
  }

  /** Waits for `count` mails to an address whose subject matches. */
  async mailed(to: string, subject: RegExp, count = 1) {
    for (let attempt = 0; attempt < 400; attempt += 1) {
      const mails = this.mailbox.to(to).filter((mail) => subject.test(mail.subject))
      if (mails.length >= count) return mails
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`no ${count} mails ${subject} to ${to}`)
  }

  /** Requests a code for contracts and reads it from the administrator's mailbox. */
  async countersignCode(...ids: string[]) {
    this.app.pass(minute)
    const isCode = /^Votre code de contresignature /
    const before = this.mailbox.to('admin@acme.example').filter((mail) => isCode.test(mail.subject)).length
    await this.app.admin.call(signingRoutes.sendCountersignCode, { body: { contractIds: ids } })
    const mail = (await this.mailed('admin@acme.example', isCode, before + 1)).at(-1)
    return { mail, code: /^\d{6}$/m.exec(mail?.text ?? '')?.[0] ?? '' }
  }

  /** Counter-signs a contract with a fresh code. */
  async countersign(id: string) {
    const { code } = await this.countersignCode(id)
    const answer = await this.countersigned(id, code)
    if (answer.status !== 200) throw new Error(`not counter-signed: ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  /** Counter-signs one contract with an existing code. */
  countersigned(id: string, code: string) {
    const body = { code, consent: true as const, consentVersion: countersignConsents.fr.version }
    return this.app.admin.try(signingRoutes.countersignContract, { params: { id }, body })
  }

  async newCode(id: string) {
    const isCode = /^Votre code de signature /
    const before = this.mailbox.to(this.address).filter((mail) => isCode.test(mail.subject)).length
    const answer = await this.marie.try(signingRoutes.sendSigningCode, { params: { id } })
    if (answer.status !== 200) return { answer, code: '' }
    const mails = await this.mailed(this.address, isCode, before + 1)
    return { answer, code: /^\d{6}$/m.exec(mails.at(-1)?.text ?? '')?.[0] ?? '' }
  }

  form(code: string, documentSha256: string | null) {
    return { code, name: 'Marie Dupré', consent: true as const, consentVersion: consents.fr.version, documentSha256 }
  }

  sign(id: string, code: string, documentSha256: string | null, client = this.marie) {
    return client.try(signingRoutes.signContract, { params: { id }, body: this.form(code, documentSha256) })
  }

  /** Reads a contract, requests a code and signs. */
  async signed(contract: Contract) {
    const { body: sheet } = await this.read(contract.id)
    const { code } = await this.newCode(contract.id)
    const answer = await this.sign(contract.id, code, sheet.documentSha256)
    if (answer.status !== 200) throw new Error(`not signed: ${JSON.stringify(answer.body)}`)
    return { sheet, code, contract: answer.body }
  }

  async download(client: Client, contract: Contract, part = ''): Promise<Buffer> {
    const response = await client.send('GET', `${contract.document?.url}${part}`)
    if (response.statusCode !== 200) throw new Error(`no document: ${response.statusCode}`)
    return response.rawPayload
  }

  /** The number of seals that pdfsig finds valid, or `expected` where it is missing (the seal's own tests report that). */
  validSeals(content: Buffer, expected: number): number {
    if (missingTools.includes('pdfsig')) return expected
    const path = join(this.folder, 'signed.pdf')
    writeFileSync(path, content)
    const report = execFileSync('pdfsig', ['-nocert', path], { encoding: 'utf8' })
    return report.match(/Signature Validation: Signature is Valid/g)?.length ?? 0
  }

  async close(): Promise<void> {
    await this.app.close()
    await this.mailbox.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
