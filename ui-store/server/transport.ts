import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FetchApi } from '../src/kit/call.ts'
import type { Cache } from './cache.ts'
import { ask } from './in-process.ts'

const lowered = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/**
 * Calls the API in process as the visitor: with their address and cookies. POST requests carry the shop's origin and pass the
 * same-origin check.
 */
export const inProcess = (app: FastifyInstance, request: FastifyRequest, origin: string, cookie: string): FetchApi => {
  const { host, protocol } = new URL(origin)
  return async (path, init) => {
    const { status, body } = await ask(app, {
      method: init.method,
      url: path,
      ip: request.ip,
      headers: {
        ...lowered(init.headers),
        host,
        origin,
        'sec-fetch-site': 'same-origin',
        'x-forwarded-proto': protocol.slice(0, -1),
        'user-agent': request.headers['user-agent'] ?? '',
        ...(cookie ? { cookie } : {}),
      },
      body: init.body,
    })
    return { status, json: async () => JSON.parse(body) as unknown }
  }
}

/** A cached response. */
export interface CachedResponse {
  status: number
  body: unknown
}

/** The same calls with responses shared between visitors: for reads that do not depend on the visitor. */
export const shared =
  (fetchApi: FetchApi, answers: Cache<CachedResponse>, origin: string): FetchApi =>
  async (path, init) => {
    const key = JSON.stringify([origin, init.method, path, init.body ?? ''])
    const { status, body } = await answers.get(key, async () => {
      const answer = await fetchApi(path, init)
      const value = { status: answer.status, body: await answer.json() }
      return { value, keep: value.status === 200 }
    })
    return { status, json: async () => body }
  }
