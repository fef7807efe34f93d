import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Kernel } from '../../core/context.ts'
import { type Sql, sql } from '../../core/db/sql.ts'
import { AppError, FORBIDDEN } from '../../core/http/errors.ts'
import { step } from '../../core/http/kernel.ts'

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

function mayRead(kernel: Kernel, request: FastifyRequest): boolean {
  const token = kernel.config.metricsToken
  // A request forwarded by a proxy on this machine comes from elsewhere.
  if (!token) return loopback.has(request.ip) && request.headers['x-forwarded-for'] === undefined
  const actual = Buffer.from(request.headers.authorization?.replace(/^Bearer /, '') ?? '')
  const expected = Buffer.from(token)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/** Creates the metrics, with the Prometheus library. */
async function findFigures(kernel: Kernel) {
  const { Registry, Histogram, Gauge, collectDefaultMetrics } = await import('prom-client')
  const registry = new Registry()
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route, method and status',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await read())
      },
    })
  gauge('db_pool_in_use', 'Connections at work', () => kernel.db.pool.totalCount - kernel.db.pool.idleCount)
  gauge('db_pool_waiting', 'Requests waiting for a connection', () => kernel.db.pool.waitingCount)
  const jobs = async (condition: Sql) =>
    (await kernel.db.one<{ n: number }>(sql`select count(*) as n from graphile_worker.jobs where ${condition}`))?.n ?? 0
  gauge('jobs_due', 'Jobs that could run now', () => jobs(sql`run_at <= now() and attempts < max_attempts`))
  gauge('jobs_failed', 'Jobs that used up their attempts', () => jobs(sql`attempts >= max_attempts`))
  return { registry, seconds, collectDefaultMetrics }
}

/** Prometheus metrics at /metrics: requests, latencies, connections, queue and the process itself. */
export const metrics = fp(
  async (app) => {
    const { kernel } = app
    // Loaded with the first request, so that no start waits for it.
    let made: ReturnType<typeof findFigures> | undefined
    const figures = () => (made ??= findFigures(kernel))
    app.addHook('onResponse', async (request, reply) => {
      const { seconds } = await figures()
      seconds.observe(
        { route: request.routeOptions.url ?? 'unknown', method: request.method, status: reply.statusCode },
        reply.elapsedTime / 1_000,
      )
    })
    let started = false
    app.get('/metrics', { config: { access: 'public' }, logLevel: 'silent', schema: { hide: true } as never }, async (request, reply) => {
      if (!mayRead(kernel, request)) throw new AppError(FORBIDDEN)
      const { registry, collectDefaultMetrics } = await figures()
      if (!started) {
        started = true
        collectDefaultMetrics({ register: registry })
      }
      return reply.type(registry.contentType).send(await registry.metrics())
    })
  },
  step('metrics', ['kernel', 'routes', 'guard']),
)
