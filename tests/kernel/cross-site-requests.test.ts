import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '../../core/access/password.ts'
import { sql } from '../../core/db/sql.ts'
import { type TestApp, testApp } from '../support/app.ts'

/** Request headers with which a browser describes the origin of a write. */
type OriginHeaders = Record<string, string>

const PASSWORD = 'a long password'

interface Place {
  title: string
  env: Record<string, string>
  /** Host of the request; `adminHost` if the admin has its own host. */
  host: string
  adminHost?: string
  ours: OriginHeaders[]
  adminOurs?: OriginHeaders[]
  theirs: OriginHeaders[]
}

const everywhere: OriginHeaders[] = [
  { origin: 'null' },
  { origin: 'null', 'sec-fetch-site': 'same-site' },
  { origin: 'null', 'sec-fetch-site': 'cross-site' },
  { origin: '' },
  { origin: 'https://evil.test' },
  { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
  { origin: 'file://' },
  { origin: 'data:' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site' },
  { referer: 'https://evil.test/page' },
]

const places: Place[] = [
  {
    title: 'where no address is set',
    env: {},
    host: '127.0.0.1:3000',
    ours: [
      { origin: 'http://127.0.0.1:3000' },
      { 'sec-fetch-site': 'same-origin' },
      { origin: 'null', 'sec-fetch-site': 'same-origin' },
      { referer: 'http://127.0.0.1:3000/account' },
    ],
    theirs: [
      { origin: 'http://127.0.0.1:4000' },
      { origin: 'http://localhost:3000' },
      { origin: 'https://127.0.0.1:3000' },
      { origin: 'http://127.0.0.1' },
    ],
  },
  {
    title: 'of a shop behind https',
    env: { STOA_URL: 'https://shop.example' },
    host: 'shop.example',
    ours: [{ origin: 'https://shop.example' }, { origin: 'https://shop.example', 'sec-fetch-site': 'same-origin' }],
    theirs: [
      { origin: 'http://shop.example' },
      { origin: 'https://shop.example:8443' },
      { origin: 'https://evil.shop.example' },
      { origin: 'https://shop.example.evil.test' },
      { origin: 'https://shop.example@evil.test' },
    ],
  },
  {
    title: 'of a shop whose admin has a name of its own',
    env: { STOA_URL: 'https://shop.example', STOA_ADMIN_ORIGIN: 'https://admin.shop.example' },
    host: 'shop.example',
    adminHost: 'admin.shop.example',
    ours: [{ origin: 'https://shop.example' }],
    adminOurs: [{ origin: 'https://admin.shop.example' }],
    theirs: [{ origin: 'http://admin.shop.example' }, { origin: 'https://other.shop.example' }],
  },
]

describe.each(places)('a write request $title', ({ env, host, adminHost = host, ours, adminOurs = ours, theirs }) => {
  let it: TestApp
  const cookies: Record<string, string> = {}
  const call = (kind: 'admin' | 'user', url: string, originHeaders: OriginHeaders, payload: object = {}, cookie?: string) =>
    it.app.http.inject({
      method: 'POST',
      url,
      payload,
      headers: { host: kind === 'admin' ? adminHost : host, ...(cookie ? { cookie } : {}), ...originHeaders },
    })
  const logins = {
    admin: { url: '/api/admin/login', credentials: { email: 'staff1@shop.test', password: PASSWORD } },
    user: { url: '/api/login', credentials: { email: 'shopper@shop.test', password: PASSWORD } },
  }
  beforeAll(async () => {
    it = await testApp(['people', 'content'], { env })
    await it.staff('owner')
    await it.kernel.db.run(sql`insert into customer (email, first_name, last_name, password_hash, enabled, email_verified_at)
      values ('shopper@shop.test', 'Sam', 'Lee', ${await hashPassword(PASSWORD)}, true, now())`)
    for (const kind of ['admin', 'user'] as const) {
      const { url, credentials } = logins[kind]
      const login = await call(kind, url, {}, credentials)
      if (login.statusCode !== 200) throw new Error(login.body)
      const session = login.cookies.find(({ name }) => name.endsWith(`stoa_${kind}`))
      cookies[kind] = `${session?.name}=${session?.value}`
    }
  })
  afterAll(() => it.close())

  const harmless = { admin: '/api/admin/slug', user: '/api/profile' } as const
  const both = ['admin', 'user'] as const
  const toTitle = (originHeaders: OriginHeaders) => JSON.stringify(originHeaders)

  describe.each(both)('with a session of kind %s', (kind) => {
    const foreign = [
      ...everywhere,
      ...theirs,
      ...(kind === 'user' ? (adminHost === host ? [] : adminOurs) : adminHost === host ? [] : ours),
    ]
    const allowedHeaders = kind === 'admin' ? adminOurs : ours
    test.each(foreign.map((originHeaders) => [toTitle(originHeaders), originHeaders] as const))(
      'is refused when the browser sends %s',
      async (_, originHeaders) => {
        const answer = await call(kind, harmless[kind], originHeaders, {}, cookies[kind])
        expect(answer.json().code, answer.body).toBe('CROSS_SITE')
      },
    )
    test.each([...allowedHeaders, {}].map((originHeaders) => [toTitle(originHeaders), originHeaders] as const))(
      'is accepted when the browser sends %s',
      async (_, originHeaders) => {
        const answer = await call(kind, harmless[kind], originHeaders, {}, cookies[kind])
        expect(answer.statusCode, answer.body).not.toBe(403)
      },
    )
    test('is refused by GET too, unless the headers show a request from our own page', async () => {
      if (kind === 'user') return
      const copy = (originHeaders: OriginHeaders) =>
        it.app.http.inject({
          method: 'GET',
          url: '/api/admin/landing_page/1/clone',
          headers: { host: adminHost, cookie: cookies.admin ?? '', ...originHeaders },
        })
      for (const originHeaders of [{}, ...foreign]) expect((await copy(originHeaders)).statusCode, toTitle(originHeaders)).toBe(403)
      for (const originHeaders of allowedHeaders) expect((await copy(originHeaders)).statusCode, toTitle(originHeaders)).toBe(404)
    })
    test.each(foreign.map((originHeaders) => [toTitle(originHeaders), originHeaders] as const))(
      'creates no session in a browser that sends %s',
      async (_, originHeaders) => {
        const { url, credentials } = logins[kind]
        const answer = await call(kind, url, originHeaders, credentials)
        expect(answer.json().code, answer.body).toBe('CROSS_SITE')
        expect(answer.headers['set-cookie']).toBeUndefined()
      },
    )
    test('creates a session for our own pages and for programs', async () => {
      const { url, credentials } = logins[kind]
      for (const originHeaders of [...allowedHeaders, {}])
        expect((await call(kind, url, originHeaders, credentials)).statusCode, toTitle(originHeaders)).toBe(200)
    })
  })

  test('with a bearer token is accepted from any origin, as no browser adds it by itself', async () => {
    const token = (cookies.user ?? '').split('=')[1]
    const answer = await call('user', '/api/profile', { origin: 'https://evil.test', authorization: `Bearer ${token}` })
    expect(answer.statusCode).not.toBe(403)
  })
})
