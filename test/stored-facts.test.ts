import { expect, test } from 'vitest'
import { readConfig } from '#platform/server/config.ts'
import { startPortal } from '#portal/server/start.ts'
import { seedDemo } from '../demo/seed.ts'
import { cheapPasswords } from './cheap-passwords.ts'
import { createTestEnv, databaseKinds } from './databases.ts'
import { storedSentences } from './stored-sentences.ts'

/** As the sample world's staff hold a commission. */
const heldReason = 'La facture du client est contestée ; nous attendons sa réponse.'

test.each(databaseKinds())(
  'the sample world on %s stores facts, and none of our sentences',
  { timeout: 180_000 },
  async (databaseKind) => {
    const env = await createTestEnv(databaseKind)
    const storage = env.databaseUrl ? { DATABASE_URL: env.databaseUrl } : {}
    const config = readConfig({ DATA_DIR: env.dataDir, PORT: '0', PUBLIC_URL: 'http://portal.test', ...storage }, env)
    const running = await startPortal(config, { listen: false, logLevel: 'error', passwords: cheapPasswords() })
    await seedDemo(running.portal, 'fr')
    expect(await storedSentences(running.portal, [heldReason])).toEqual([])
    await running.stop()
    await env.remove()
  },
)
