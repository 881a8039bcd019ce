import { readConfig } from '#platform/server/config.ts'
import { type RunningPortal, startPortal } from '#portal/server/start.ts'
import { closeJournalDay } from './carried-journal.ts'
import { cheapPasswords } from './cheap-passwords.ts'
import type { TestEnv } from './databases.ts'
import { MergingWorld } from './merging-world.ts'
import { PayoutApp } from './payout-app.ts'
import { SigningTestApp } from './signing-app.ts'
import type { Client, TestApp } from './test-app.ts'

/**
 * An embedded portal with a sealed contract, bank details, money that was paid out, two partners who were merged, and people who
 * are signed in.
 */
export class RichPortal {
  readonly #signing: SigningTestApp
  readonly rich: Client & { email: string }
  /** A partner that was merged into the rich one. */
  readonly mergedId: string
  readonly sealedContract: Buffer
  /** The reference of the payout that was paid. */
  readonly reference: string
  /** A job that waits in the queue until `later`. */
  readonly jobId = '0190a000-0000-7000-8000-0000000000aa'
  readonly later = new Date(Date.now() + 3 * 3_600_000).toISOString()
  /** An event of a month for which there is no partition yet. */
  readonly oldEvent = '01955e73-c400-7000-8000-000000000001'

  private constructor(
    signing: SigningTestApp,
    { rich, mergedId }: Pick<RichPortal, 'rich' | 'mergedId'>,
    { sealedContract, reference }: Pick<RichPortal, 'sealedContract' | 'reference'>,
  ) {
    this.#signing = signing
    this.rich = rich
    this.mergedId = mergedId
    this.sealedContract = sealedContract
    this.reference = reference
  }

  static async open(): Promise<RichPortal> {
    const signing = await SigningTestApp.open('pglite')
    const payouts = await PayoutApp.around(signing.app)
    const rich = await payouts.partner('Riche Dupont')
    await signing.nextPartner()
    const contract = await signing.assign()
    await signing.signed(contract)
    const sealedContract = await signing.download(signing.app.admin, await signing.countersign(contract.id))
    await payouts.payable(rich, 10_000)
    const reference = (await payouts.issued())[0]?.reference ?? ''
    const [merging, merged] = [new MergingWorld(signing.app), await payouts.partner('Cédée Martin')]
    await merging.addLead(merged, 'Reprise SARL')
    const { status } = await merging.merge(merged, rich)
    if (status !== 200) throw new Error('the partners were not merged')
    await payouts.idle()
    const portal = new RichPortal(signing, { rich, mergedId: merged.userId }, { sealedContract, reference })
    const { jobId, later, oldEvent } = portal
    await signing.app.portal.database.asOwner((run) =>
      run(`insert into pgboss.job (id, name, data, start_after) values ('${jobId}', 'event', '{"eventId":"x"}', '${later}');
        insert into events (id, name, occurred_at, audience) values ('${oldEvent}', 'lead.deleted', '2025-03-04', 'staff')`),
    )
    await closeJournalDay(signing.app.portal)
    return portal
  }

  /** The reference that the next payout has. */
  get nextReference(): string {
    return this.reference.replace(/\d+$/, (digits) => String(Number(digits) + 1).padStart(digits.length, '0'))
  }

  get app(): TestApp {
    return this.#signing.app
  }

  /** Starts a portal on a storage, at the time of this one. */
  startOn(
    { dataDir, databaseUrl }: Pick<TestEnv, 'dataDir' | 'databaseUrl'>,
    more: Record<string, string>,
  ): Promise<RunningPortal> {
    const smtp = this.#signing.mailbox.url
    const environment = { DATA_DIR: dataDir, PORT: '0', PUBLIC_URL: 'http://portal.test', SMTP_URL: smtp, ...more }
    const config = readConfig(databaseUrl ? { ...environment, DATABASE_URL: databaseUrl } : environment, { dataDir })
    return startPortal(config, {
      listen: false,
      logLevel: 'error',
      clock: { now: () => this.app.now },
      passwords: cheapPasswords(),
    })
  }

  close(): Promise<void> {
    return this.#signing.close()
  }
}
