import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FetchApi } from '../src/kit/call.ts'
import type { Cache } from './cache.ts'
import { ask } from './in-process.ts'

const lowered = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/**
 * Calls the API inside the process, as the visitor: same address, same cookies.
 * Reads made with POST pass the same-origin check because they say where they come from.
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

/** An answer as it is kept. */
export interface KeptAnswer {
  status: number
  body: unknown
}

/** The same calls, their answers shared by all who ask alike: for reads that know nothing of the visitor. */
export const shared =
  (fetchApi: FetchApi, answers: Cache<KeptAnswer>, origin: string): FetchApi =>
  async (path, init) => {
    const key = JSON.stringify([origin, init.method, path, init.body ?? ''])
    const { status, body } = await answers.get(key, async () => {
      const answer = await fetchApi(path, init)
      const value = { status: answer.status, body: await answer.json() }
      return { value, keep: value.status === 200 }
    })
    return { status, json: async () => body }
  }
