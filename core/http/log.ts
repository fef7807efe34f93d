import type { FastifyServerOptions } from 'fastify'
import type { LoggerOptions } from 'pino'
import type { Config } from '../config.ts'
import { textLimit } from './parse-body.ts'

/**
 * Log configuration. A request is logged with its route pattern instead of its URL, its status, and the error's code and stack.
 * Bodies, cookies, headers, query strings and bound values are never logged.
 */
export function createLogOptions(config: Config): LoggerOptions {
  return {
    level: config.logLevel,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    serializers: {
      req: (request: { method: string; ip?: string; routeOptions?: { url?: string } }) => ({
        method: request.method,
        route: request.routeOptions?.url,
        address: request.ip,
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
      err: (error: { name?: string; message?: string; code?: string; stack?: string }) => ({
        type: error.name,
        code: error.code,
        message: error.message,
        stack: error.stack,
      }),
    },
  }
}

/** Limits of the HTTP server. */
export function createServerOptions(config: Config): FastifyServerOptions {
  return {
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    bodyLimit: textLimit,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    return503OnClosing: true,
    // HEAD requests use the GET route, and Node omits the body: the router holds half as many routes.
    exposeHeadRoutes: false,
    rewriteUrl(request) {
      if (request.method === 'HEAD') Object.assign(request, { method: 'GET', headOnly: true })
      return request.url ?? '/'
    },
    genReqId: (request) => {
      const sent = request.headers['x-request-id']
      return typeof sent === 'string' && /^[\w-]{8,64}$/.test(sent) ? sent : crypto.randomUUID()
    },
  } as FastifyServerOptions
}
