import { beforeEach, expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { hired, PASSWORD } from './staff-fixture.ts'

const shop = suite(['staff', 'people'], { env: { STOA_TRUST_PROXY: 'loopback' } })
beforeEach(() => shop.it.kernel.db.run(sql`delete from rate_limit`))

interface Try {
  email: string
  password?: string
  from?: string
  cookie?: string
}
const at = { admin: '/api/admin/login', user: '/api/login' }

/** A login attempt from a network, with a browser cookie. */
async function attempt(kind: keyof typeof at, { email, password = 'a wrong one', from = '203.0.113.1', cookie = '' }: Try) {
  const { status, headers } = await shop.it.guest.post(at[kind], { email, password }, { 'x-forwarded-for': from, cookie })
  const set = [headers['set-cookie'] ?? []].flat().map(String)
  const knownCookie = set.find((cookie) => cookie.startsWith('stoa_known_'))
  return { status, known: knownCookie?.split(';')[0] ?? '', attributes: knownCookie ?? '' }
}

/** Creates an account of this kind with a password. */
async function createAccount(kind: keyof typeof at, name: string): Promise<string> {
  if (kind === 'admin') return (await hired(shop.it, name)).email
  const email = `${name}@home.test`
  await (await shop.it.staff('owner')).post('/api/admin/customer', { email, password: PASSWORD, first_name: name, last_name: 'Test' })
  return email
}
const network = (i: number) => `198.51.100.${i}`

for (const kind of ['admin', 'user'] as const) {
  test(`wrong passwords by strangers do not lock a ${kind} out of a known browser`, async () => {
    const email = await createAccount(kind, `known${kind}`)
    const { known, attributes } = await attempt(kind, { email, password: PASSWORD })
    expect(attributes).toMatch(/HttpOnly/)
    for (let i = 0; i < 40; i++) await attempt(kind, { email, from: network(i) })
    for (let i = 0; i < 6; i++) await attempt(kind, { email })
    expect((await attempt(kind, { email, password: PASSWORD })).status).toBe(429)
    expect((await attempt(kind, { email, password: PASSWORD, cookie: known })).status).toBe(200)
  })

  test(`of forty wrong passwords of the ${kind} from forty networks not all are checked`, async () => {
    const email = await createAccount(kind, `forty${kind}`)
    const found: number[] = []
    for (let i = 0; i < 40; i++) found.push((await attempt(kind, { email, from: network(i) })).status)
    expect(found.filter((status) => status === 422)).toHaveLength(30)
    expect(found.slice(30)).toEqual(Array.from({ length: 10 }, () => 429))
    const other = await createAccount(kind, `other${kind}`)
    expect((await attempt(kind, { email: other, password: PASSWORD, from: network(3) })).status).toBe(200)
  })

  test(`five wrong passwords of the ${kind} block a network, and a known browser too`, async () => {
    const email = await createAccount(kind, `five${kind}`)
    const { known } = await attempt(kind, { email, password: PASSWORD })
    for (let i = 0; i < 5; i++) expect((await attempt(kind, { email })).status).toBe(422)
    expect((await attempt(kind, { email, password: PASSWORD })).status).toBe(429)
    for (let i = 0; i < 5; i++) expect((await attempt(kind, { email, cookie: known })).status).toBe(422)
    expect((await attempt(kind, { email, password: PASSWORD, cookie: known })).status).toBe(429)
    expect((await attempt(kind, { email, password: PASSWORD, from: '203.0.113.9' })).status).toBe(200)
  })

  test(`a browser known to one ${kind} is not known to another, and neither is a forged mark`, async () => {
    const mine = await createAccount(kind, `mine${kind}`)
    const theirs = await createAccount(kind, `theirs${kind}`)
    const { known } = await attempt(kind, { email: mine, password: PASSWORD })
    for (let i = 0; i < 5; i++) await attempt(kind, { email: theirs })
    expect((await attempt(kind, { email: theirs, password: PASSWORD, cookie: known })).status).toBe(429)
    const forged = `${known.split('.')[0]}x.${known.split('.')[1]}`
    for (let i = 0; i < 5; i++) await attempt(kind, { email: mine })
    expect((await attempt(kind, { email: mine, password: PASSWORD, cookie: forged })).status).toBe(429)
    const otherKind = known.replace(`stoa_known_${kind}`, `stoa_known_${kind === 'admin' ? 'user' : 'admin'}`)
    expect((await attempt(kind, { email: mine, password: PASSWORD, cookie: otherKind })).status).toBe(429)
  })
}
