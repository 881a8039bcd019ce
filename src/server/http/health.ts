import type { FastifyInstance } from 'fastify'
import type { Portal } from '../portal.ts'

interface Health {
  readonly ok: boolean
  readonly detail?: string
}

/**
 * `GET /health`: whether database, files, mail, the seal and the virus scanner (where there is one) are well; 503 when the
 * database or the files are not. A seal that has ended or a scanner that is down stops signing or uploads and nothing else:
 * it does not make the portal unwell.
 */
export function registerHealth(app: FastifyInstance, portal: Portal): void {
  app.get('/health', async (_request, reply) => {
    const [database, files, mail, signing, scanner] = await Promise.all([
      healthAnswer(portal.database.health()),
      healthAnswer(portal.files.health()),
      healthAnswer(portal.mailer.health()),
      healthAnswer(portal.sealer.health()),
      portal.scanner && healthAnswer(portal.scanner.health()),
    ])
    const ok = database.ok && files.ok
    return reply
      .code(ok ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ok: ok && mail.ok, database, files, mail, signing, ...(scanner ? { scanner } : {}) })
  })
}

/** A part that does not answer in 5 s is not well, whatever it would have said later. */
export async function healthAnswer(check: Promise<Health>): Promise<Health> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Health>((resolve) => {
    timer = setTimeout(() => resolve({ ok: false, detail: 'No answer within 5 s' }), 5000)
  })
  try {
    return await Promise.race([check, late])
  } catch (error) {
    return { ok: false, detail: (error as Error).message }
  } finally {
    clearTimeout(timer)
  }
}
