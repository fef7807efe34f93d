import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { forgetLimits, form, lastMail, linkIn, member, PASSWORD, rules, openedHere, registered } from './support.ts'

let it: TestApp
beforeAll(async () => {
  it = await testApp(['people', 'catalogue'])
})
afterAll(() => it.close())
beforeEach(() => forgetLimits(it))

describe('registration', () => {
  test('without email validation signs the customer in, and the password signs in afterwards', async () => {
    const made = await it.guest.post('/api/register', form('may@shop.test'))
    expect(made.body).toMatchObject({ status: 'registered' })
    const session = String(made.raw.headers['set-cookie'])
    expect(session).toContain('HttpOnly')
    const me = await it.app.http.inject({ method: 'POST', url: '/api/info', headers: { cookie: session.split(';')[0] }, body: {} })
    expect(me.json()).toMatchObject({ email: 'may@shop.test' })
    const { body } = await it.guest.post('/api/login', { email: ' May@Shop.test ', password: PASSWORD })
    expect((await it.as(body.token).post('/api/info')).body).toMatchObject({
      email: 'may@shop.test',
      is_subscribe: true,
      has_password: true,
    })
  })

  test('reports a taken email address and a mismatched confirmation by field', async () => {
    expect((await it.guest.post('/api/register', form('may@shop.test'))).body.messages).toEqual({ email: ['This email is already taken.'] })
    const other = await it.guest.post('/api/register', form('x@shop.test', { password_confirmation: 'something else' }))
    expect(other.status).toBe(422)
    expect(other.body.messages.password_confirmation).toEqual(['The password confirmation does not match.'])
  })

  test('drops a country code without a number, and rejects a number without a code and an unserved country code', async () => {
    const made = await it.guest.post('/api/register', form('nophone@shop.test', { country_code: '852', phone: '' }))
    const row = await it.kernel.db.one(sql`select phone, country_code from customer where id = ${made.body.id}`)
    expect(row).toEqual({ phone: null, country_code: null })
    const codeless = await it.guest.post('/api/register', form('y@shop.test', { phone: '91234567' }))
    expect(codeless.body.messages.country_code).toEqual(['Please input country code if the phone field is not empty'])
    expect((await it.guest.post('/api/register', form('y@shop.test', { phone: '91234567', country_code: '1' }))).status).toBe(422)
  })
})

describe('email validation', () => {
  test('blocks sign-in until the mailed link is opened, and opening it twice is no error', async () => {
    await rules(it, { login_validate_email: true })
    const made = await it.guest.post('/api/register', form('ken@shop.test'))
    expect([made.body.status, String(made.raw.headers['set-cookie']).includes('stoa_user')]).toEqual(['email_validation', false])
    const early = await it.guest.post('/api/login', { email: 'ken@shop.test', password: PASSWORD })
    expect([early.status, early.body.code]).toEqual([403, 'EMAIL_UNVERIFIED'])
    const wrong = await it.guest.post('/api/login', { email: 'ken@shop.test', password: 'not the one' })
    expect(wrong.body.code).toBe('WRONG_CREDENTIALS')
    const link = linkIn((await lastMail(it, 'ken@shop.test'))?.text)
    const open = () => it.app.http.inject({ url: `/api${link.pathname}${link.search}`, cookies: openedHere(it, made.body.id) })
    for (let i = 0; i < 2; i++) expect((await open()).json()).toEqual({ status: 'verified', email: 'ken@shop.test', token: null })
    expect((await it.guest.post('/api/login', { email: 'ken@shop.test', password: PASSWORD })).status).toBe(200)
    await rules(it, { login_validate_email: false })
  })

  test('rejects a link that was altered, has expired or belongs to a changed email address', async () => {
    const lee = await registered(it, 'lee@shop.test')
    await it.guest.post('/api/email/verify/resend', { email: 'lee@shop.test' })
    const link = linkIn((await lastMail(it, 'lee@shop.test'))?.text)
    for (const [from, to] of [
      [`verify/${lee.id}/`, 'verify/1/'],
      ['expires=1', 'expires=2'],
      ['signature=', 'signature=A'],
    ] as const) {
      const answer = await it.guest.get(`/api${link.pathname}${link.search}`.replace(from, to))
      expect([answer.status, answer.body.messages]).toEqual([403, ['Invalid signature']])
    }
    await it.kernel.db.run(sql`update customer set email = 'lee2@shop.test' where id = ${lee.id}`)
    expect((await it.guest.get(`/api${link.pathname}${link.search}`)).status).toBe(403)
  })

  test('a resend answers the same for unknown addresses, once a minute, and mails only unverified accounts', async () => {
    await member(it, 'waits@shop.test')
    const [existingAccountResponse, unknown] = [
      await it.guest.post('/api/email/verify/resend', { email: 'waits@shop.test' }),
      await it.guest.post('/api/email/verify/resend', { email: 'nobody@shop.test' }),
    ]
    expect([existingAccountResponse.status, existingAccountResponse.body]).toEqual([unknown.status, unknown.body])
    expect(await lastMail(it, 'nobody@shop.test')).toBeUndefined()
    const again = await it.guest.post('/api/email/verify/resend', { email: 'nobody@shop.test' })
    expect([again.status, again.body.messages]).toEqual([429, ['This is too frequent. Please wait a moment.']])
  })
})

describe('a forgotten password', () => {
  test('is reset by a link that works once and ends all sessions', async () => {
    const may = await member(it, 'forgets@shop.test')
    const response = await it.guest.post('/api/reset/email', { email: 'forgets@shop.test', type: 'user', language: 'zh-HK' })
    expect(response.body).toEqual({ status: 'passwords.sent' })
    const mail = await lastMail(it, 'forgets@shop.test')
    expect(mail?.subject).toBe('重設密碼')
    const link = linkIn(mail?.text)
    expect(link.pathname).toBe('/zh-HK/reset-password')
    const body = { token: link.searchParams.get('token'), password: 'another password', password_confirmation: 'another password' }
    expect((await it.guest.post('/api/reset/password', body)).body).toEqual({ status: 'passwords.reset' })
    expect((await it.guest.post('/api/reset/password', body)).body.messages.token).toBeDefined()
    expect((await may.post('/api/info')).status).toBe(401)
    expect((await it.guest.post('/api/login', { email: 'forgets@shop.test', password: 'another password' })).status).toBe(200)
  })

  test('answers the same for an unknown email address, and mails nothing', async () => {
    expect((await it.guest.post('/api/reset/email', { email: 'ghost@shop.test', type: 'user' })).body).toEqual({ status: 'passwords.sent' })
    expect(await lastMail(it, 'ghost@shop.test')).toBeUndefined()
  })

  test('a reset link becomes invalid when the password changes', async () => {
    const may = await member(it, 'changes@shop.test')
    await it.guest.post('/api/reset/email', { email: 'changes@shop.test' })
    const token = linkIn((await lastMail(it, 'changes@shop.test'))?.text).searchParams.get('token')
    await may.put('/api/profile', { password: 'new password 1', password_confirmation: 'new password 1', current_password: PASSWORD })
    const late = await it.guest.post('/api/reset/password', {
      token,
      password: 'stolen password',
      password_confirmation: 'stolen password',
    })
    expect(late.status).toBe(422)
  })

  test('the reset link of staff leads to the staff page', async () => {
    await it.staff('owner')
    await it.guest.post('/api/reset/email', { email: 'staff1@shop.test', type: 'admin' })
    expect(linkIn((await lastMail(it, 'staff1@shop.test'))?.text).pathname).toBe('/admin-reset-password')
  })
})

describe('the customer profile', () => {
  test('a new email address requires the password and takes effect once verified', async () => {
    const may = await member(it, 'old@shop.test')
    expect((await may.put('/api/profile', { email: 'new@shop.test' })).body.messages.current_password).toBeDefined()
    const changed = await may.put('/api/profile', { email: 'New@shop.test', current_password: PASSWORD })
    expect(changed.body).toMatchObject({ email: 'old@shop.test', pending_email: 'new@shop.test' })
    expect((await lastMail(it, 'old@shop.test'))?.text).toContain('new@shop.test')
    const link = linkIn((await lastMail(it, 'new@shop.test'))?.text)
    await may.get(`/api${link.pathname}${link.search}`)
    const now = (await may.post('/api/info')).body
    expect(now).toMatchObject({ email: 'new@shop.test', pending_email: null })
    expect(now.email_verified_at).not.toBeNull()
  })

  test('a new password keeps the current session and ends all others', async () => {
    const here = await member(it, 'two@shop.test')
    const there = it.as((await it.guest.post('/api/login', { email: 'two@shop.test', password: PASSWORD })).body.token)
    const body = { password: 'a new password', password_confirmation: 'a new password', current_password: 'wrong one' }
    expect((await here.put('/api/profile', body)).body.messages).toEqual({ current_password: ['The current password is incorrect.'] })
    expect((await here.put('/api/profile', { ...body, current_password: PASSWORD })).status).toBe(200)
    expect((await here.post('/api/info')).status).toBe(200)
    expect((await there.post('/api/info')).status).toBe(401)
  })

  test('status, flags and ids cannot be set by the customer', async () => {
    const may = await registered(it, 'plain@shop.test')
    const body = { first_name: 'Mei', enabled: false, group_id: 1, email_verified_at: '2026-01-01T00:00:00Z', person_id: 1, id: 1 }
    expect((await may.put('/api/profile', body)).body).toMatchObject({ id: may.id, first_name: 'Mei', email_verified_at: null })
  })

  test('leading and trailing spaces of a password count', async () => {
    const password = '  a spaced password '
    const made = await it.guest.post('/api/register', form('spaces@shop.test', { password, password_confirmation: password }))
    expect(made.status).toBe(201)
    expect((await it.guest.post('/api/login', { email: 'spaces@shop.test', password: password.trim() })).status).toBe(422)
    const { body, status } = await it.guest.post('/api/login', { email: 'spaces@shop.test', password })
    expect(status).toBe(200)
    const changed = {
      email: 'spaced@shop.test',
      password: ` ${PASSWORD}`,
      password_confirmation: ` ${PASSWORD}`,
      current_password: password,
    }
    expect((await it.as(body.token).put('/api/profile', changed)).status).toBe(200)
    expect((await it.guest.post('/api/login', { email: 'spaces@shop.test', password: ` ${PASSWORD}` })).status).toBe(200)
  })

  test('password attempts are limited to five', async () => {
    const may = await member(it, 'tries@shop.test')
    const guess = () => may.put('/api/profile', { email: 'thief@shop.test', current_password: 'guess' })
    for (let i = 0; i < 5; i++) expect((await guess()).status).toBe(422)
    expect((await guess()).status).toBe(429)
  })
})
