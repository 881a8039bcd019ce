import { createServer } from 'node:http'
import type { Registry } from '@prometheus-io/client'
import type { FastifyInstance } from 'fastify'
import { jobNames } from '#platform/domain/job-names.ts'
import { StartError } from '#platform/server/db/start-error.ts'
import type { Portal } from '#platform/server/portal.ts'
import { productVersion } from '#platform/server/version.ts'
import { addHealthGauge, addQueueGauges } from './queue-gauges.ts'
import { openRegistry } from './registry.ts'

const livePath = '/api/live'

export interface MetricsServer {
  readonly port: number
  close(): Promise<void>
}

interface MetricsOptions {
  readonly host: string
  readonly port: number
  /** Adds the gauges of the slices. */
  readonly addGauges: (registry: Registry, portal: Portal) => void
}

/**
 * Serves `GET /metrics` in Prometheus's text format on an address of its own, so that a proxy never publishes it. Has to be
 * opened before the routes are registered: it measures them.
 */
export async function openMetrics(
  app: FastifyInstance,
  portal: Portal,
  { host, port, addGauges }: MetricsOptions,
): Promise<MetricsServer> {
  const { registry, countRequest, close } = openRegistry(productVersion, portal.database.kind, jobNames)
  addQueueGauges(registry, portal, jobNames)
  addHealthGauge(registry, portal)
  addGauges(registry, portal)
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const seconds = route === livePath ? null : reply.elapsedTime / 1000
    countRequest({ method: request.method, route, status: reply.statusCode, seconds })
    done()
  })
  const server = createServer((request, response) => {
    if (request.url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end()
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (error: unknown) => {
        portal.log.error({ err: error }, 'the metrics could not be collected')
        response.writeHead(503).end()
      },
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new StartError(`METRICS_PORT ${port} cannot be used on ${host}: ${error.message}`))
    })
    server.listen(port, host, resolve)
  })
  const bound = server.address()
  return {
    port: typeof bound === 'object' && bound ? bound.port : port,
    async close() {
      close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
