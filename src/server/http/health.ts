import type { FastifyInstance } from 'fastify'
import type { Portal } from '../portal.ts'

interface Health {
  readonly ok: boolean
  readonly detail?: string
}

/** `GET /health`: whether database, files and mail answer; 503 when the database or the files do not. */
export function registerHealth(app: FastifyInstance, portal: Portal): void {
  app.get('/health', async (_request, reply) => {
    const [database, files, mail] = await Promise.all([
      answered(portal.database.health()),
      answered(portal.files.health()),
      answered(portal.mailer.health()),
    ])
    const ok = database.ok && files.ok
    return reply
      .code(ok ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ok: ok && mail.ok, database, files, mail })
  })
}

/** A part that does not answer in 5 s is not well, whatever it would have said later. */
async function answered(check: Promise<Health>): Promise<Health> {
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
