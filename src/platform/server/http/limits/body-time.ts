import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the body of a request may take to arrive; two minutes when it is not said. */
    bodySeconds?: number
  }
}

/** `afterAnswer` is for what still comes after the answer, such as the rest of a file that was refused. */
const defaultLimits = { usualSeconds: 120, afterAnswerSeconds: 30 }

/**
 * Ends requests whose body does not arrive in time. Node's own time-out is one for the whole server: one that lets a large
 * file come over a slow line would let a few hundred idle connections hold it.
 */
export function limitBodyTime(app: FastifyInstance, { usualSeconds, afterAnswerSeconds } = defaultLimits): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()
  const endIn = (request: FastifyRequest, seconds: number) => {
    clearTimeout(timers.get(request))
    const { raw } = request
    if (raw.readableEnded) return
    const timer = setTimeout(() => raw.readableEnded || raw.destroy(), seconds * 1000).unref()
    timers.set(request, timer)
    raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
  }
  app.addHook('onRequest', async (request) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
    if (length !== '0' || encoding) endIn(request, request.routeOptions.config.bodySeconds ?? usualSeconds)
  })
  app.addHook('onResponse', async (request) => {
    if (timers.has(request)) endIn(request, afterAnswerSeconds)
  })
}
