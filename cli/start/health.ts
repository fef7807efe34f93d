import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fp from 'fastify-plugin'
import { sql } from '../../core/db/sql.ts'
import { kernelsWithoutSpace } from '../../core/http/error-response.ts'
import { step } from '../../core/http/kernel.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether this process is shutting down; readiness then fails at once. */
    draining: { now: boolean }
  }
}

/** Whether the data folder is writable: writes a page of bytes, because a full disk may still create empty files. */
async function writable(folder: string): Promise<boolean> {
  const file = join(folder, `.ready-${process.pid}`)
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(file, Buffer.alloc(4_096))
    await rm(file)
    return true
  } catch {
    return false
  }
}

const HERE = sql`select 1 as ok`
/** Writes a temporary megabyte: whether a database with a full disk has space again. */
const SPACE_PROBE = sql`create temp table room on commit drop as select md5(i::text) as filler from generate_series(1, 16384) i`

/** Liveness without I/O; readiness with at most one database ping and one small file per second, so that frequent probes cost nothing. */
export const health = fp(
  async (app) => {
    const draining = { now: false }
    app.decorate('draining', draining)
    // Otherwise shutdown would wait for idle keep-alive connections.
    app.addHook('onSend', (_request, reply, payload, done) => {
      if (draining.now) void reply.header('connection', 'close')
      done(null, payload)
    })
    let last: { at: number; failed: string[] } = { at: 0, failed: ['start'] }
    const probe = async () => {
      if (Date.now() - last.at < 1_000) return last.failed
      const failed: string[] = []
      try {
        await app.kernel.db.run(kernelsWithoutSpace.has(app.kernel) ? SPACE_PROBE : HERE)
        kernelsWithoutSpace.delete(app.kernel)
      } catch {
        failed.push('database')
      }
      if (!(await writable(app.kernel.config.dataDir))) failed.push('data folder')
      last = { at: Date.now(), failed }
      return failed
    }
    const quiet = { config: { access: 'public' }, logLevel: 'silent', schema: { hide: true } as never } as const
    app.get('/health/live', quiet, async () => ({ status: 'ok' }))
    app.get('/health/ready', quiet, async (_request, reply) => {
      const failed = draining.now ? ['draining'] : await probe()
      return reply.code(failed.length > 0 ? 503 : 200).send({ status: failed.length > 0 ? 'unavailable' : 'ok', failed })
    })
  },
  step('health', ['kernel', 'routes', 'guard']),
)
