import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../support/app.ts'
import { measureHold, longestHold } from '../support/event-loop-delay.ts'

/** Maximum time in milliseconds for which one request of 100 KB may block the event loop. */
const LONGEST = 100
const SIZE = 100_000

let it: TestApp
/** Write routes without authentication, with their parameters filled in. */
let publicWriteRoutes: { method: 'POST' | 'PUT' | 'DELETE'; url: string }[]
beforeAll(async () => {
  it = await testApp()
  publicWriteRoutes = it.app.routes
    .filter((r) => ['POST', 'PUT', 'DELETE'].includes(r.method) && (r.access === 'public' || r.open === 'anyone'))
    .map((r) => ({ method: r.method as 'POST', url: r.url.replaceAll(/:\w+/g, '1') }))
  if (publicWriteRoutes.length < 20) throw new Error('the routes anybody may write to were not found')
})
afterAll(() => it.close())

const BOUNDARY = 'edge'
const toFormPart = (name: string, value: string, type = '') =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${type && `\r\nContent-Type: ${type}`}\r\n\r\n${value}\r\n`
const form = (...parts: string[]) => `${parts.join('')}--${BOUNDARY}--\r\n`
const many = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i))
const fill = (unit: string, size = SIZE) => unit.repeat(Math.floor(size / unit.length))

let caller = 0
const send = (method: 'POST' | 'PUT' | 'DELETE', url: string, type: string, payload: string) =>
  it.app.http.inject({
    method,
    url,
    payload,
    headers: { 'content-type': type },
    // Each request has its own address: a rate limit would hide the cost of a request.
    remoteAddress: `10.0.${(++caller >> 8) & 255}.${caller & 255}`,
  })

const forms: Record<string, string> = {
  'the length of a list': form(toFormPart('a[]', '1'), toFormPart('a[length]', '300000000')),
  'the longest length of a list': form(toFormPart('a[]', '1'), toFormPart('a[length]', '4294967295')),
  'a length that is none': form(toFormPart('a[]', '1'), toFormPart('a[length]', '-1')),
  'a length inside a list': form(toFormPart('a[0][]', '1'), toFormPart('a[0][length]', '300000000')),
  'a negative index': form(toFormPart('a[]', '1'), toFormPart('a[-1]', '1')),
  'a huge index': form(toFormPart('a[4294967294]', '1')),
  'an index in exponents': form(toFormPart('a[]', '1'), toFormPart('a[1e9]', '1')),
  'a method of lists': form(toFormPart('a[]', '1'), toFormPart('a[map]', '1'), toFormPart('a[filter]', '1'), toFormPart('a[concat]', '1')),
  'lists full of gaps': form(...many(499, (i) => toFormPart(`a[${i}][999][999][999][999]`, '1'))),
  'gaps in one another': form(...many(499, (i) => toFormPart(`a[999][999][999][${i + 500}][999]`, '1'))),
  prototypes: form(toFormPart('a[__proto__][x]', '1')),
  constructors: form(toFormPart('a[constructor][prototype][x]', '1')),
  'inherited names': form(toFormPart('toString[a]', '1'), toFormPart('valueOf', '1'), toFormPart('hasOwnProperty', '1')),
  'very deep names': form(toFormPart(`a${'[b]'.repeat(20_000)}`, '1')),
  brackets: form(toFormPart(`a${'['.repeat(SIZE)}`, '1')),
  'as many parts as fit': form(...many(1_500, (i) => toFormPart(`f${i}`, '1'))),
  'one name many times': form(...many(499, () => toFormPart('a', '1'))),
  'deep JSON in a part': form(toFormPart('a', `${'['.repeat(SIZE / 2)}${']'.repeat(SIZE / 2)}`, 'application/json')),
  'a list in JSON in a part, with a length': form(toFormPart('a', '[1]', 'application/json'), toFormPart('a[length]', '300000000')),
  'headers without end': `--${BOUNDARY}\r\n${fill('X: y\r\n')}`,
  'edges without parts': fill(`--${BOUNDARY}\r\n`),
  'almost edges': form(toFormPart('a', fill(`\r\n--${BOUNDARY.slice(0, -1)}`))),
  'files in the place of lists': form(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"; filename="x.png"\r\n\r\nxx\r\n`,
    toFormPart('a[length]', '300000000'),
    toFormPart('a[0]', '1'),
  ),
}

const names = (
  'email url q text language identifier phone country_code password token code message position number order payment_method first_name coupon reference ' +
  'access_token key type resource lines items products ids attributes filters sort address shipping answers page limit id product_id stock_id'
).split(' ')
const texts: Record<string, string> = {
  'one letter': fill('a'),
  'blanks with an end': `${fill(' ')}x`,
  addresses: `${fill('a@')}`,
  dots: `a@${fill('a.')}`,
  digits: fill('9'),
  markup: fill('<b>'),
  'unclosed markup': fill('<a '),
  slashes: `/${fill('../')}`,
  wildcards: fill('%_'),
  commas: fill('1,'),
  accents: fill('é'),
  lines: fill('\n'),
}
/** The same value under every name that a route might read. */
const under = (value: unknown, share = SIZE / names.length): Record<string, unknown> =>
  Object.fromEntries(names.map((n): [string, unknown] => [n, typeof value === 'string' ? value.slice(0, share) : value]))

const bodies: Record<string, string> = {
  'deep lists': `{"a":${'['.repeat(SIZE / 2)}${']'.repeat(SIZE / 2)}}`,
  'deep objects': `${fill('{"a":', SIZE)}1${'}'.repeat(SIZE / 5)}`,
  'very many names': JSON.stringify(Object.fromEntries(many(9_000, (i): [string, number] => [`n${i}`, 1]))),
  'a prototype': `{"__proto__":{"x":1},"a":"${fill('\\"__proto__')}"}`,
  'a constructor': '{"constructor":{"prototype":{"x":1}}}',
  'a list as body': `[${fill('1,')}1]`,
  'not JSON': fill('{'),
  'a huge number': `{"page":${fill('9')},"limit":1e999}`,
  null: JSON.stringify(under(null)),
  ...Object.fromEntries(
    Object.entries(texts).map(([title, value]): [string, string] => [`${title} everywhere`, JSON.stringify(under(value))]),
  ),
  ...Object.fromEntries(
    Object.entries(texts).map(([title, value]): [string, string] => [`${title} as an address`, JSON.stringify({ email: value })]),
  ),
  'long lists': JSON.stringify(
    under(
      many(250, () => ({})),
      0,
    ),
  ),
  'long lists of numbers': JSON.stringify(
    under(
      many(1_200, () => 1),
      0,
    ),
  ),
  'a very long list of things to buy': JSON.stringify({
    items: many(1_500, (i) => ({ product_id: 1, stock_id: i, quantity: 1, sku: 'x' })),
  }),
  'objects where texts belong': JSON.stringify(under({ toString: 1, valueOf: null, length: 300_000_000 })),
  'lists of texts where texts belong': JSON.stringify(under([['a'], { length: -1 }])),
}

const slow: string[] = []
async function hold(title: string, method: 'POST' | 'PUT' | 'DELETE', url: string, type: string, payload: string): Promise<void> {
  let status = 0
  let body = ''
  const ms = await measureHold(async () => {
    const answer = await send(method, url, type, payload)
    status = answer.statusCode
    body = answer.body
  }, LONGEST)
  if (ms > LONGEST) slow.push(`${title} at ${method} ${url}: ${Math.round(ms)} ms`)
  if (status === 500 || status === 503) slow.push(`${title} at ${method} ${url}: ${status} ${body.slice(0, 200)}`)
}

/** Sends the request to all routes in sequence. If the event loop was blocked, it sends each request alone, to find the route. */
async function holdAll(
  title: string,
  targets: readonly (typeof publicWriteRoutes)[number][],
  type: string,
  payload: string,
): Promise<void> {
  const failed: string[] = []
  const ms = await longestHold(async () => {
    for (const { method, url } of targets) {
      const { statusCode, body } = await send(method, url, type, payload)
      if (statusCode === 500 || statusCode === 503) failed.push(`${title} at ${method} ${url}: ${statusCode} ${body.slice(0, 200)}`)
    }
  })
  if (ms > LONGEST) for (const { method, url } of targets) await hold(title, method, url, type, payload)
  else slow.push(...failed)
}

describe('no anonymous request of 100 KB blocks the process', () => {
  beforeAll(async () => {
    // The cost of modules that are loaded on first use is not counted.
    for (const { method, url } of publicWriteRoutes) await send(method, url, 'application/json', '{"email":"a@b.test","password":"x"}')
  })

  test.each(Object.entries(forms))('a form with %s', async (title, payload) => {
    slow.length = 0
    const targets = publicWriteRoutes.filter((d) => ['/api/login', '/api/admin/login', '/api/checkout', '/api/cart'].includes(d.url))
    await holdAll(title, targets, `multipart/form-data; boundary=${BOUNDARY}`, payload)
    expect(slow).toEqual([])
  })

  test.each(Object.entries(bodies))(
    'JSON with %s, on every public route',
    async (title, payload) => {
      slow.length = 0
      await holdAll(title, publicWriteRoutes, 'application/json', payload.slice(0, SIZE * 1.1))
      expect(slow).toEqual([])
    },
    120_000,
  )

  test('form pairs, on every public route', async () => {
    slow.length = 0
    for (const payload of [fill('a[]=1&'), `a[length]=300000000&${fill('a[0]=1&')}`, fill('&'), fill('%'), fill('__proto__=1&')])
      await holdAll('pairs', publicWriteRoutes, 'application/x-www-form-urlencoded', payload)
    expect(slow).toEqual([])
  }, 120_000)

  test('languages named like built-in object properties', async () => {
    for (const language of ['__proto__', 'constructor', 'toString', 'zh-__proto__', '*', '%00', 'a'.repeat(8_000)]) {
      for (const url of ['/api/product', '/api/menu', '/api/page', '/api/admin/login']) {
        const answer = await it.app.http.inject({
          method: 'GET',
          url: `${url}?language=${language}`,
          cookies: { language, admin_language: language },
        })
        expect(answer.statusCode, `${url} ${language} ${answer.body}`).toBeLessThan(500)
      }
    }
  })
})

describe('a form that is too large', () => {
  let port: number
  beforeAll(async () => {
    await it.app.http.listen({ host: '127.0.0.1', port: 0 })
    port = (it.app.http.server.address() as AddressInfo).port
  })

  /** Sends chunks until the server responds. @returns the first line of the response, and the number of bytes sent until then */
  const pour = (path: string, next: (i: number) => string | undefined, length?: number) =>
    new Promise<{ line: string; sent: number }>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      let sent = 0
      let line = ''
      let i = 0
      const done = () => (socket.destroy(), resolve({ line, sent }))
      socket.on('error', done).on('close', done)
      socket.on('data', (d) => {
        line ||= d.toString().split('\r\n')[0] ?? ''
        done()
      })
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\n${length ? `Content-Length: ${length}` : 'Transfer-Encoding: chunked'}\r\n\r\n`,
      )
      const go = () => {
        if (socket.destroyed || line) return
        const piece = next(i++)
        if (piece === undefined) return void socket.write(length ? '' : '0\r\n\r\n')
        sent += piece.length
        const data = length ? piece : `${piece.length.toString(16)}\r\n${piece}\r\n`
        if (socket.write(data)) setTimeout(go, 1)
        else socket.once('drain', go)
      }
      if (!length) go()
    })

  const MEGA = 1024 * 1024
  const megabyte = toFormPart('a', 'x'.repeat(MEGA - 200))
  test.each([
    ['many long values', (i: number) => (i < 100 ? megabyte.replace('"a"', `"a${i}"`) : undefined)],
    ['one value without end', (i: number) => (i === 0 ? toFormPart('a', '').slice(0, -2) : i < 100 ? 'x'.repeat(MEGA) : undefined)],
    [
      'a file without end',
      (i: number) =>
        i === 0
          ? `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\n`
          : i < 100
            ? 'x'.repeat(MEGA)
            : undefined,
    ],
    ['nothing but what stands before the first part', (i: number) => (i < 100 ? 'x'.repeat(MEGA) : undefined)],
    ['very many parts', (i: number) => (i < 3_000 ? many(400, () => toFormPart('a', 'x'.repeat(20))).join('') : undefined)],
  ])('with %s is answered with 413 before it is read', async (_, next) => {
    const { line, sent } = await pour('/api/login', next)
    expect(line).toContain('413')
    // The socket buffers of both ends hold some megabytes; the server does not read a hundred.
    expect(sent).toBeLessThan(12 * MEGA)
  })

  test('with a large Content-Length is answered with 413 before any data arrives', async () => {
    expect((await pour('/api/login', () => undefined, 50 * MEGA)).line).toContain('413')
  })

  test('is limited by the total size of its values; a smaller one is accepted', async () => {
    const values = (n: number) => form(...many(n, (i) => toFormPart(`v${i}`, 'x'.repeat(10_000))))
    const sent = (n: number) => send('POST', '/api/login', `multipart/form-data; boundary=${BOUNDARY}`, values(n))
    expect((await sent(120)).statusCode).toBe(413)
    expect((await sent(90)).statusCode).toBe(422)
  })
})
