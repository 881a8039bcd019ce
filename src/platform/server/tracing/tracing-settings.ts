type Environment = Readonly<Record<string, string | undefined>>

/** The receiver of spans and the share that is sent, from the standard variables of OpenTelemetry. */
export interface TracingSettings {
  /** Where OTLP over HTTP is taken, such as `http://collector:4318/v1/traces`. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  /** Milliseconds between two batches. */
  readonly everyMs: number
  /** Attributes of the resource: `service.name` and what the operator adds. */
  readonly resource: Readonly<Record<string, string>>
  /** Share of the traces that begin here, from 0 to 1; those of a caller follow its decision. */
  readonly share: number
}

/** Null unless an endpoint is set. Wrong values are as absent, as OpenTelemetry has it. */
export function tracingSettings(environment: Environment): TracingSettings | null {
  const base = environment.OTEL_EXPORTER_OTLP_ENDPOINT
  const url = environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base ? `${base.replace(/\/+$/, '')}/v1/traces` : '')
  const isOff = environment.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || environment.OTEL_TRACES_EXPORTER === 'none'
  if (isOff || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return null
  const timeout = Number(environment.OTEL_EXPORTER_OTLP_TRACES_TIMEOUT ?? environment.OTEL_EXPORTER_OTLP_TIMEOUT)
  const every = Number(environment.OTEL_BSP_SCHEDULE_DELAY)
  const resource = pairs(environment.OTEL_RESOURCE_ATTRIBUTES)
  return {
    url,
    headers: { ...pairs(environment.OTEL_EXPORTER_OTLP_HEADERS), ...pairs(environment.OTEL_EXPORTER_OTLP_TRACES_HEADERS) },
    timeoutMs: timeout > 0 ? timeout : 10_000,
    everyMs: every > 0 ? every : 5000,
    resource: { ...resource, 'service.name': environment.OTEL_SERVICE_NAME ?? resource['service.name'] ?? 'passerelle' },
    share: shareOf(
      environment.OTEL_TRACES_SAMPLER?.replace('parentbased_', ''),
      Number(environment.OTEL_TRACES_SAMPLER_ARG ?? 1),
    ),
  }
}

function shareOf(sampler: string | undefined, share: number): number {
  if (sampler === 'always_off') return 0
  return sampler === 'traceidratio' && share >= 0 && share <= 1 ? share : 1
}

/** `key=value,other=text`, percent-encoded. */
function pairs(text = ''): Record<string, string> {
  return Object.fromEntries(
    text.split(',').flatMap((pair) => {
      const [, key, value = ''] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? []
      if (!key) return []
      try {
        return [[key, decodeURIComponent(value)]]
      } catch {
        return [[key, value]]
      }
    }),
  )
}
