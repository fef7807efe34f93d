import { Readable } from 'node:stream'
import Fastify from 'fastify'
import helmet from 'helmet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, type Question } from '../server/in-process.ts'

const app = Fastify({ trustProxy: 'loopback' })
const finished: string[] = []

beforeAll(async () => {
  app.addHook('onRequest', (request, reply, done) => helmet()(request.raw, reply.raw, () => done()))
  await app.register(import('@fastify/cookie'))
  await app.register(import('@fastify/compress'), { globalCompression: true, threshold: 10 })
  app.addHook('onResponse', async (request, reply) => {
    finished.push(`${request.method} ${request.url} ${reply.statusCode}`)
  })
  app.all('/seen', async (request) => ({
    method: request.method,
    query: request.query,
    body: request.body,
    ip: request.ip,
    host: request.host,
    protocol: request.protocol,
    cookies: request.cookies,
    agent: request.headers['user-agent'],
  }))
  app.get('/none', async (_, reply) => reply.code(204).send())
  app.get('/broken', async () => {
    throw new Error('It broke')
  })
  // The three bytes of a character arrive in three chunks.
  app.get('/pieces', async (_, reply) =>
    reply.type('text/plain').send(Readable.from([...Buffer.from('綠茶')].map((byte) => Buffer.of(byte)))),
  )
  app.get('/cut', async (_, reply) => {
    reply.hijack()
    reply.raw.destroy()
  })
  await app.ready()
})
afterAll(() => app.close())

const headers = { host: 'shop.test', 'user-agent': 'A browser', cookie: 'language=zh-HK', 'x-forwarded-proto': 'https' }
const json = { ...headers, 'content-type': 'application/json' }

test('an in-process request gets the same response as an external one', async () => {
  const questions: Question[] = [
    { method: 'GET', url: '/seen?a=1&b=%E8%8C%B6', headers, ip: '127.0.0.1' },
    { method: 'GET', url: '/seen', headers, ip: '203.0.113.9' },
    { method: 'POST', url: '/seen', headers: json, ip: '127.0.0.1', body: '{"name":"綠茶"}' },
    { method: 'DELETE', url: '/seen', headers: json, ip: '127.0.0.1', body: '{"id":1}' },
    { method: 'POST', url: '/seen', headers: json, ip: '127.0.0.1', body: '{"name":' },
    { method: 'POST', url: '/seen', headers: { ...headers, 'content-type': 'text/strange' }, ip: '127.0.0.1', body: 'x' },
    { method: 'GET', url: '/none', headers, ip: '127.0.0.1' },
    { method: 'GET', url: '/broken', headers, ip: '127.0.0.1' },
    { method: 'GET', url: '/nowhere', headers, ip: '127.0.0.1' },
    { method: 'GET', url: '/pieces', headers, ip: '127.0.0.1' },
  ]
  for (const question of questions) {
    const { method, url, ip, body } = question
    const outside = await app.inject({
      method: method as 'GET',
      url,
      headers: question.headers,
      remoteAddress: ip,
      ...(body === undefined ? {} : { payload: body }),
    })
    expect(await ask(app, question), `${method} ${url} ${body ?? ''}`).toEqual({ status: outside.statusCode, body: outside.body })
  }
  expect(JSON.parse((await ask(app, questions[2] as Question)).body)).toMatchObject({
    body: { name: '綠茶' },
    ip: '127.0.0.1',
    host: 'shop.test',
    protocol: 'https',
    cookies: { language: 'zh-HK' },
  })
})

test('response hooks run after an in-process request too', async () => {
  finished.length = 0
  await ask(app, { method: 'GET', url: '/none', headers, ip: '127.0.0.1' })
  await expect.poll(() => finished).toEqual(['GET /none 204'])
})

test('an aborted response is an error and not an endless wait', async () => {
  await expect(ask(app, { method: 'GET', url: '/cut', headers, ip: '127.0.0.1' })).rejects.toThrow('/cut was not answered')
})
