import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseKinds } from '#test/databases.ts'
import { PayoutApp } from '#test/payout-app.ts'
import { PayoutFileApp } from '#test/payout-file-app.ts'

describe.each(databaseKinds())('an IBAN of several partners on %s', (databaseKind) => {
  let world: PayoutApp
  beforeAll(async () => {
    world = await PayoutApp.open(databaseKind)
  })
  afterAll(() => world.app.close())

  test('is asked about with the names of all of them, also of those who are not in the file', async () => {
    const files = new PayoutFileApp(world)
    files.untilMorning()
    const [anne, carl] = [await world.partner('Anne Martin'), await world.partner('Carl Petit')]
    await files.approved(anne, 10_000)
    await world.app.portal.database.asOwner((run) =>
      run(
        `update payment_infos set iban_fingerprint = o.iban_fingerprint from payment_infos o
          where payment_infos.partner_id = $2 and o.partner_id = $1`,
        [anne.userId, carl.userId],
      ),
    )
    const { lines } = await files.preview()
    expect(lines.map(({ partner, problems }) => [partner.name, ...problems.map(({ message }) => message)])).toEqual([
      ['Anne Martin', 'Several partners use this IBAN: Anne Martin, Carl Petit.'],
    ])
  })
})
