import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { suite } from '../support/suite.ts'
import { readConfig } from '../../cli/start/config.ts'
import { sendError } from '../../core/http/error-response.ts'
import { createLogOptions } from '../../core/http/log.ts'

const shop = suite(['people'])

/** Log entries for an error. */
function lines(error: unknown, isDisconnected = false): { level: string; details: Record<string, unknown>; message: string }[] {
  const found: { level: string; details: Record<string, unknown>; message: string }[] = []
  const at = (level: string) => (details: Record<string, unknown>, message: string) => void found.push({ level, details, message })
  const log = { error: at('error'), warn: at('warn') }
  const request = {
    url: '/api/cart/item',
    method: 'POST',
    ip: '10.0.0.7',
    routeOptions: { url: '/api/cart/item' },
    headers: {},
    query: {},
    raw: { destroyed: isDisconnected },
    log,
  }
  const reply = { code: () => reply, headers: () => reply, send: () => reply }
  sendError(shop.it.kernel, request as unknown as FastifyRequest, reply as unknown as FastifyReply, error)
  return found
}

test('a failed request logs its route and client address', () => {
  const [line] = lines(new TypeError('broken'))
  expect(line).toMatchObject({ level: 'error', message: 'request failed', details: { err: { message: 'broken' } } })
  const { req } = createLogOptions(readConfig({})).serializers ?? {}
  expect(req?.(line?.details.req)).toEqual({ method: 'POST', route: '/api/cart/item', address: '10.0.0.7' })
})

test('a lost database connection is logged as such, an aborted request is not', () => {
  const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  expect(lines(lost)).toMatchObject([{ level: 'warn', message: 'database away' }])
  expect(lines(lost, true)).toEqual([])
})
