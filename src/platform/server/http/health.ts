import type { Portal } from '#platform/server/portal.ts'

interface Health {
  readonly ok: boolean
  readonly detail?: string
}

/**
 * Health of database, files, mail, seal and virus scanner. An expired seal or an unreachable scanner only stops signing or
 * uploads, so the portal as a whole stays healthy.
 */
export async function portalHealth(portal: Portal) {
  const [database, files, mail, signing, scanner] = await Promise.all([
    healthAnswer(portal.database.health()),
    healthAnswer(portal.files.health()),
    healthAnswer(portal.mailer.health()),
    healthAnswer(portal.sealer.health()),
    portal.scanner && healthAnswer(portal.scanner.health()),
  ])
  const parts = { database, files, mail, signing, ...(scanner ? { scanner } : {}) }
  return { ok: database.ok && files.ok && mail.ok, serves: database.ok && files.ok, parts }
}

/** Checks time out after 5 s. */
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
