import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import type { Site } from '../core/app.ts'
import { openApi } from './openapi/document.ts'

/** Staff who may read the settings may read the API description. */
const needs = 'get configuration'

/** The API description at /api/docs, and as JSON at /api/docs/json: a separate server, created on the first request. */
export const docsSite: Site = async (http) => {
  const make = async () => {
    const site = fastify({ loggerInstance: http.log })
    await site.register(import('@fastify/compress'))
    await site.register(import('@fastify/swagger'), { mode: 'static', specification: { document: openApi(http) as never } })
    await site.register(import('@fastify/swagger-ui'), { routePrefix: '/api/docs', staticCSP: true })
    await site.ready()
    return site
  }
  let made: ReturnType<typeof make> | undefined
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const site = await (made ??= make())
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value)
    reply.hijack()
    site.routing(request.raw, reply.raw)
  }
  for (const url of ['/api/docs', '/api/docs/*']) http.get(url, { config: { needs }, schema: { hide: true } as never }, answer)
}
