import type * as Dns from 'node:dns'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { outgoing, getErrorCode } from 'stoa'
import { findAddressProblem } from '../../core/http/outgoing.ts'

const addressesByHost = vi.hoisted(() => new Map<string, string[]>())
vi.mock('node:dns', async (original) => {
  const real = await original<typeof Dns>()
  const lookup = (host: string, options: object, done: (error: Error | null, found: unknown) => void) => {
    const addresses = addressesByHost.get(host)
    if (addresses)
      return done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )
    return real.lookup(host, options as { all: true }, done)
  }
  return { ...real, lookup, default: { ...real, lookup } }
})

let server: Server
let url: string
let hits = 0
beforeAll(async () => {
  server = createServer((request, response) => {
    hits++
    const { pathname } = new URL(request.url ?? '/', 'http://fake')
    if (pathname === '/redirect') return response.writeHead(302, { location: '/inside' }).end('moved')
    if (pathname === '/long') return response.end('x'.repeat(3 * 1024 * 1024))
    if (pathname === '/slow') return undefined
    if (pathname === '/drip') {
      response.write('a')
      return undefined
    }
    if (pathname === '/empty') return response.writeHead(204).end()
    let body = ''
    request.on('data', (part) => (body += String(part)))
    request.on('end', () =>
      response
        .writeHead(201, { 'content-type': 'application/json', 'x-seen': 'yes' })
        .end(JSON.stringify({ method: request.method, type: request.headers['content-type'], body, said: request.headers['x-said'] })),
    )
    return undefined
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const open = outgoing({ outgoing: 'public' })
const any = outgoing({ outgoing: 'any' })

describe('only the public internet', () => {
  test.each([
    '127.0.0.1',
    '127.1',
    '0x7f000001',
    '2130706433',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '[::1]',
    '[::]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd12:3456::1]',
    '[ff02::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:a00:1]',
    '[::ffff:0:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[2001::1]',
    'localhost',
    'localhost.',
    'shop.localhost',
  ])('is called, and not https://%s/', async (host) => {
    await expect(open(`https://${host}/`)).rejects.toMatchObject({ code: 'private' })
    expect(findAddressProblem({ outgoing: 'public' }, `https://${host}/`)).toEqual({ key: 'core:rule.address_private' })
  })

  test.each(['127.0.0.1', '::1', '10.0.0.5', '8.8.8.8 192.168.0.1', '2606:4700::1111 fd00::1', '::ffff:10.0.0.1'])(
    'is called, and no name that resolves to %s',
    async (addresses) => {
      addressesByHost.set('rebound.example.com', addresses.split(' '))
      await expect(open('https://rebound.example.com/')).rejects.toMatchObject({ code: 'private' })
    },
  )

  test('is called, with https only', async () => {
    const before = hits
    await expect(open(`${url}/`)).rejects.toMatchObject({ code: 'insecure' })
    await expect(open('http://example.com/')).rejects.toMatchObject({ code: 'insecure' })
    expect(findAddressProblem({ outgoing: 'public' }, 'http://example.com')).toEqual({ key: 'core:rule.address_insecure' })
    expect(hits).toBe(before)
  })

  test('is recognized by IP addresses: a public one is called', async () => {
    // No server responds at this port; the test only checks that the address is not rejected.
    addressesByHost.set('right.example.com', ['93.184.215.14'])
    const error = await open('https://right.example.com:9/', { timeoutMs: 50 }).catch((e: unknown) => e)
    expect(error).not.toMatchObject({ code: 'private' })
    expect(findAddressProblem({ outgoing: 'public' }, 'https://right.example.com/')).toBeUndefined()
  })
})

describe('an outgoing call', () => {
  test('sends its body and headers, and returns the whole response', async () => {
    const answer = await any(`${url}/x`, { method: 'POST', body: new URLSearchParams({ a: 'ü' }), headers: { 'x-said': 'that' } })
    expect([answer.status, answer.ok, answer.headers.get('x-seen')]).toEqual([201, true, 'yes'])
    expect(await answer.json()).toEqual({ method: 'POST', type: 'application/x-www-form-urlencoded', body: 'a=%C3%BC', said: 'that' })
    expect(await (await any(`${url}/x`, { method: 'PUT', body: '{"ä":1}' })).json()).toMatchObject({ body: '{"ä":1}' })
    expect((await any(`${url}/empty`)).status).toBe(204)
  })

  test('follows no redirect', async () => {
    const before = hits
    await expect(any(`${url}/redirect`)).rejects.toMatchObject({ code: 'status' })
    expect(hits).toBe(before + 1)
  })

  test('aborts on a response that is too long or too slow, also in the middle of it', async () => {
    await expect(any(`${url}/long`)).rejects.toMatchObject({ code: 'too_long' })
    for (const slow of ['slow', 'drip']) {
      const begun = Date.now()
      await expect(any(`${url}/${slow}`, { timeoutMs: 200 })).rejects.toThrow(/abort|timeout/i)
      expect(Date.now() - begun).toBeLessThan(2_000)
    }
  })
})

test('an idle connection is closed before the other end does, and one waiting for a response is not', async () => {
  const ends = new Set<Socket>()
  const other = createServer((request, response) => {
    // Simulates a hanging server: it accepts the request and never responds.
    if (request.url === '/dead') return
    setTimeout(() => response.end('here'), request.url === '/late' ? 4_400 : 0)
  })
  other.keepAliveTimeout = 60_000
  other.on('connection', (socket) => ends.add(socket.on('close', () => ends.delete(socket))))
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const at = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  const dead = any(`${at}/dead`, { timeoutMs: 4_300 }).catch((error: unknown) => String(error))
  const late = any(`${at}/late`)
  expect(await (await any(`${at}/soon`)).text()).toBe('here')
  expect(ends.size).toBe(3)
  expect(await (await late).text()).toBe('here')
  expect(await dead).toMatch(/abort|timeout/i)
  await expect.poll(() => ends.size).toBe(1)
  other.closeAllConnections()
  other.close()
}, 15_000)

test('of an error code from another service only a short plain word is shown', () => {
  expect([getErrorCode('INSTRUMENT_DECLINED'), getErrorCode(21_211)]).toEqual(['INSTRUMENT_DECLINED', '21211'])
  for (const odd of ['two words', '<b>', 'x'.repeat(65), '', null, undefined, {}, ['a'], 'line\nline']) expect(getErrorCode(odd)).toBe('')
})
