import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sign, sql } from 'stoa'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { createPhoneTicket } from '../services/codes.ts'
import { forgetLimits, form, lastMail, linkIn, member, PASSWORD, rules, registered } from './support.ts'

/** Registration and address verification: rejected input, limits, and the resulting rows. */
let it: TestApp
beforeAll(async () => {
  it = await testApp(['people', 'catalogue'])
})
afterAll(() => it.close())
beforeEach(() => forgetLimits(it))

const register = (email: string, more: object = {}) => it.guest.post('/api/register', form(email, more))
const fields = ({ status, body }: { status: number; body: any }) => [status, ...Object.keys(body.messages ?? {})]
const row = (email: string) => it.kernel.db.one<Record<string, unknown>>(sql`select * from customer where email = ${email}`)
const linkTo = async (email: string) => {
  const { pathname, searchParams } = linkIn((await lastMail(it, email))?.text)
  return { path: `/api${pathname}`, ...Object.fromEntries(searchParams) } as { path: string; expires: string; signature: string }
}
const open = ({ path, expires, signature }: { path: string; expires: string; signature: string }) =>
  it.guest.get(`${path}?expires=${expires}&signature=${encodeURIComponent(signature)}`)

test.each([
  ['no address', { email: '' }, ['email']],
  ['an address that is none', { email: 'may at shop' }, ['email']],
  ['no name', { first_name: ' ' }, ['first_name']],
  ['a short password', { password: 'short', password_confirmation: 'short' }, ['password']],
  ['no password', { password: '', password_confirmation: '' }, ['password', 'password_confirmation']],
  ['another sex than there is', { gender: 'x' }, ['gender']],
  ['a birthday that is none', { birthday: '2001-02-29' }, ['birthday']],
  ['a number of three digits', { country_code: '852', phone: '123' }, ['phone']],
  ['a number of fifteen digits', { country_code: '852', phone: '123456789012345' }, ['phone']],
])('registration with %s is rejected', async (_, wrong, named) => {
  const answer = await register('wrong@shop.test', wrong)
  expect(fields(answer)).toEqual([422, ...named])
  expect(await row('wrong@shop.test')).toBeUndefined()
})

test('of concurrent registrations with one email address one succeeds, and the others get an error that it is taken', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, (_, i) => register(i % 2 ? 'TWICE@shop.test' : 'twice@shop.test')))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422])
  for (const answer of answers) if (answer.status === 422) expect(Object.keys(answer.body.messages)).toEqual(['email'])
  const persons = await it.kernel.db.rows(sql`select 1 from person_identity where value_norm = 'twice@shop.test'`)
  expect(persons).toHaveLength(1)
})

test('an account keeps the language of its registration, and its emails are in that language', async () => {
  await rules(it, { login_validate_email: true })
  const made = await it.guest.post('/api/register?language=zh-HK', form('hk@shop.test'))
  expect(made.body.status).toBe('email_validation')
  expect(await row('hk@shop.test')).toMatchObject({ language: 'zh-HK', email_verified_at: null, is_subscribe: false, news_choice: true })
  expect(linkIn((await lastMail(it, 'hk@shop.test'))?.text).pathname).toMatch(/^\/zh-HK\/email\/verify\//)
  await rules(it, { login_validate_email: false })
})

test('a phone verification token is valid for its number, for fifteen minutes, and not after alteration', async () => {
  const phone = { country_code: '852', phone: '9123 4501' }
  const proven = async (email: string, phone_token: string) => {
    await register(email, { ...phone, phone_token })
    const found = await row(email)
    await it.kernel.db.run(sql`update customer set phone_verified_at = null where email = ${email}`)
    return found?.['phone_verified_at'] !== null
  }
  const until = (seconds: number) => {
    const expires = String(Math.floor(Date.now() / 1_000) + seconds)
    return `${expires}.${sign(it.kernel.config, 'phone', `85291234501 ${expires}`)}`
  }
  expect(await proven('p1@shop.test', createPhoneTicket(it.kernel, '85291234501'))).toBe(true)
  expect(await proven('p2@shop.test', createPhoneTicket(it.kernel, '85291234502'))).toBe(false)
  expect(await proven('p3@shop.test', until(-1))).toBe(false)
  expect(await proven('p4@shop.test', until(5))).toBe(true)
  expect(await proven('p5@shop.test', `9${until(5)}`)).toBe(false)
  const lasts = Number(createPhoneTicket(it.kernel, '85291234501').split('.')[0]) - Date.now() / 1_000
  expect([lasts > 890, lasts <= 900]).toEqual([true, true])
})

test('registrations are limited to ten a minute per IP address', async () => {
  for (let i = 0; i < 10; i++) expect((await register(`many${i}@shop.test`)).status).toBe(201)
  expect((await register('many10@shop.test')).status).toBe(429)
  expect(await row('many10@shop.test')).toBeUndefined()
})

test('checking a number uses its country code or that of the shop, and rejects invalid numbers', async () => {
  await member(it, 'asked@shop.test', { country_code: '852', phone: '6222 3333' })
  await forgetLimits(it)
  const ask = (key: string, country_code?: string) =>
    it.guest.post('/api/check', { key, type: 'phone', ...(country_code ? { country_code } : {}) })
  // An unverified number is available to everyone.
  expect((await ask('62223333')).body).toEqual({ status: 'available' })
  await it.kernel.db.run(sql`update customer set phone_verified_at = now() where email = 'asked@shop.test'`)
  for (const [key, code] of [
    ['62223333', undefined],
    ['6222-3333', '852'],
    ['+852 62223333', undefined],
  ] as const)
    expect((await ask(key, code)).body, key).toEqual({ status: 'exists' })
  expect((await ask('62223333', '86')).body).toEqual({ status: 'available' })
  expect(fields(await ask('123'))).toEqual([422, 'phone'])
})

test('an email verification link is valid for a day and not a second longer', async () => {
  const lee = await registered(it, 'day@shop.test')
  await it.guest.post('/api/email/verify/resend', { email: 'day@shop.test' })
  const link = await linkTo('day@shop.test')
  const left = Number(link.expires) - Date.now() / 1_000
  expect([left > 86_390, left <= 86_400]).toEqual([true, true])
  const [, , , , , hash] = link.path.split('/')
  const at = (seconds: number) => {
    const expires = String(Math.floor(Date.now() / 1_000) + seconds)
    return { ...link, expires, signature: sign(it.kernel.config, 'email-verify', `${lee.id} ${hash} ${expires}`) }
  }
  const late = await open(at(-1))
  expect([late.status, late.body.code]).toEqual([403, 'INVALID_SIGNATURE'])
  expect(await row('day@shop.test')).toMatchObject({ email_verified_at: null })
  expect((await open(at(5))).status).toBe(200)
})

test.each([
  ['0', '/api/email/verify/0/'],
  ['1e3', '/api/email/verify/1e3/'],
  ['a negative number', '/api/email/verify/-1/'],
  ['a number too long', `/api/email/verify/${'9'.repeat(16)}/`],
])('a verification link for id %s is invalid', async (_, path) => {
  const answer = await it.guest.get(`${path}${'a'.repeat(64)}?expires=9999999999&signature=x`)
  expect([answer.status, answer.body.code]).toEqual([403, 'INVALID_SIGNATURE'])
})

test('a pending email address that another account registered meanwhile cannot be verified', async () => {
  const may = await member(it, 'mover@shop.test')
  await may.put('/api/profile', { email: 'wanted@shop.test', current_password: PASSWORD })
  const link = await linkTo('wanted@shop.test')
  await register('wanted@shop.test')
  expect(fields(await open(link))).toEqual([422, 'email'])
  expect((await may.post('/api/info')).body).toMatchObject({ email: 'mover@shop.test', pending_email: 'wanted@shop.test' })
})

test('verifying a new email address invalidates password links, keeps consents, and the person keeps both addresses', async () => {
  const may = await member(it, 'from@shop.test', { is_subscribe: false })
  await it.guest.post('/api/reset/email', { email: 'from@shop.test' })
  const token = linkIn((await lastMail(it, 'from@shop.test'))?.text).searchParams.get('token')
  await forgetLimits(it)
  await may.put('/api/profile', { email: 'to@shop.test', current_password: PASSWORD })
  expect((await open(await linkTo('to@shop.test'))).body).toEqual({ status: 'verified', email: 'to@shop.test', token: expect.any(String) })
  const late = await it.guest.post('/api/reset/password', {
    token,
    password: 'another password',
    password_confirmation: 'another password',
  })
  expect(fields(late)).toEqual([422, 'token'])
  const consents = await it.kernel.db.rows(
    sql`select state from consent where address_norm = 'to@shop.test' and topic = 'marketing' order by id desc limit 1`,
  )
  expect(consents).toEqual([{ state: 'unsubscribed' }])
  const identities = await it.kernel.db.rows(sql`select i.value_norm as value, i.verified_at is not null as proven from person_identity i
    join customer c on c.person_id = i.person_id where c.id = ${may.id} order by i.id`)
  expect(identities).toEqual([
    { value: 'from@shop.test', proven: true },
    { value: 'to@shop.test', proven: true },
  ])
})

test('verification emails are limited to one a minute and five a day per address', async () => {
  await registered(it, 'eager@shop.test')
  await forgetLimits(it)
  const ask = () => it.guest.post('/api/email/verify/resend', { email: ' EAGER@shop.test' })
  for (let i = 0; i < 5; i++) {
    expect((await ask()).status, `letter ${i + 1}`).toBe(200)
    expect((await ask()).status).toBe(429)
    await it.kernel.db.run(sql`delete from rate_limit where key = 'verify-mail eager@shop.test'`)
  }
  expect((await ask()).status).toBe(429)
  await it.jobs()
  const sent = await it.kernel.db.rows(
    sql`select 1 from mail where recipient = 'eager@shop.test' and subject not like 'Confirm your subscription%'`,
  )
  expect(sent).toHaveLength(5)
})
