import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { fake } from '../../../tests/support/fake-service.ts'
import { isSolvedHere } from '../services/captcha.ts'
import { forgetLimits, form, member, PASSWORD, registered } from './support.ts'

let it: TestApp
beforeAll(async () => {
  it = await testApp(['people', 'content'])
})
afterAll(() => it.close())
beforeEach(() => forgetLimits(it))

const write = (group: string, change: object) =>
  it.kernel.settings.write(it.kernel, it.ctx, group, change as Record<string, unknown>, 'en-US')

describe('Facebook sign-in', () => {
  let graph: Awaited<ReturnType<typeof fake>>
  /** Tokens of the fake Graph API: app, account id and address. */
  const tokens: Record<string, { app: string; id: string; email?: string; valid?: boolean }> = {
    ours: { app: '77', id: '1', email: 'May@shop.test' },
    other: { app: '88', id: '1', email: 'may@shop.test' },
    dead: { app: '77', id: '1', email: 'may@shop.test', valid: false },
    nobody: { app: '77', id: '2', email: 'unverified@shop.test' },
    mailless: { app: '77', id: '3' },
  }
  beforeAll(async () => {
    graph = await fake(({ url }) => {
      const token = tokens[url.searchParams.get('input_token') ?? url.searchParams.get('access_token') ?? '']
      if (!token) return { status: 400, body: { error: { message: 'Invalid OAuth access token' } } }
      if (url.pathname === '/debug_token') {
        if (url.searchParams.get('access_token') !== '77|hush') return { status: 400 }
        return { body: { data: { app_id: token.app, user_id: token.id, is_valid: token.valid ?? true, expires_at: 0 } } }
      }
      return { body: { id: token.id, ...(token.email ? { email: token.email } : {}) } }
    })
    await write('facebook', { enabled: true, client_id: '77', client_secret: 'hush', graph_url: graph.url })
  })
  afterAll(() => graph.close())
  const enter = (access_token: string) => it.guest.post('/api/facebook/sign_in', { access_token })

  test('links an account only by a verified email address, and afterwards works without the address', async () => {
    const may = await registered(it, 'may@shop.test')
    const early = await enter('ours')
    expect([early.status, early.body.messages]).toEqual([403, ['Unregistered account']])
    await it.kernel.db.run(sql`update customer set email_verified_at = now() where id = ${may.id}`)
    const { body } = await enter('ours')
    expect((await it.as(body.token).post('/api/info')).body.id).toBe(may.id)
    const lines = await it.kernel.db.rows(
      sql`select actor_kind, changes->0->>'new' as by from audit_log where resource = 'customer' and verb = 'login' and row_id = ${may.id} order by id desc limit 1`,
    )
    expect(lines).toEqual([{ actor_kind: 'customer', by: 'facebook' }])
    await it.kernel.db.run(sql`update customer set email = 'moved@shop.test' where id = ${may.id}`)
    expect((await enter('ours')).status).toBe(200)
  })

  test('rejects tokens of another app, expired tokens and unknown tokens', async () => {
    for (const token of ['other', 'dead', 'made up', 'mailless', 'nobody'])
      expect([token, (await enter(token)).status]).toEqual([token, 403])
  })

  test('a signed-in customer links the account, and a profile linked to another customer is rejected', async () => {
    const lee = await member(it, 'lee@shop.test')
    expect((await lee.post('/api/facebook/sign_in', { access_token: 'mailless' })).body).toEqual({ status: 'connected' })
    expect((await it.as((await enter('mailless')).body.token).post('/api/info')).body.id).toBe(lee.id)
    const ken = await member(it, 'ken@shop.test')
    expect((await ken.post('/api/facebook/sign_in', { access_token: 'mailless' })).status).toBe(403)
  })

  test('is rejected while disabled', async () => {
    await write('facebook', { enabled: false })
    expect((await enter('ours')).body.code).toBe('SWITCHED_OFF')
  })
})

describe('the captcha', () => {
  test('protects the forms named in the settings, and no others', async () => {
    const google = await fake(({ form: sent }) => ({
      body:
        sent.get('secret') === 'hush' && sent.get('response') === 'person'
          ? { success: true }
          : { success: false, 'error-codes': [sent.get('response') === 'late' ? 'timeout-or-duplicate' : 'invalid-input-response'] },
    }))
    await write('recaptcha', { site_key: 'site', secret_key: 'hush', forms: ['register', 'password', 'contact'], verify_url: google.url })
    const register = (captcha?: string) => it.guest.post('/api/register', form('robot@shop.test', captcha ? { captcha } : {}))
    expect((await register()).body.messages).toEqual({ captcha: ['reCAPTCHA expired. Please tick it again.'] })
    expect((await register('late')).body.messages.captcha).toEqual(['reCAPTCHA expired. Please tick it again.'])
    expect((await register('robot')).body.messages.captcha).toEqual(['reCAPTCHA failed. Please try again.'])
    expect((await it.guest.post('/api/reset/email', { email: 'robot@shop.test' })).status).toBe(422)
    const email = { name: 'May', email: 'may@shop.test', subject: 'Tea', message: 'Is there any?' }
    expect((await it.guest.post('/api/contact', email)).body.messages).toHaveProperty('captcha')
    expect((await it.guest.post('/api/contact', { ...email, captcha: 'person' })).status).toBe(201)
    expect((await register('person')).status).toBe(201)
    expect((await it.guest.post('/api/login', { email: 'robot@shop.test', password: PASSWORD })).status).toBe(200)
    await google.close()
    // If the captcha service is unreachable, the request is rejected.
    expect((await register('person')).body.messages.captcha).toEqual(['reCAPTCHA failed. Please try again.'])
    await write('recaptcha', { forms: [] })
  })
})

describe('a session', () => {
  test('token refresh returns a new token, keeps the old one valid for a minute, and rejects the other session kind', async () => {
    const may = await member(it, 'token@shop.test')
    const wrong = await may.post('/api/token/refresh', { role: 'admin' })
    expect([wrong.status, wrong.body.error]).toEqual([401, 'login_required'])
    const { body } = await may.post('/api/token/refresh', { role: 'user' })
    expect((await it.as(body.token).post('/api/info')).status).toBe(200)
    expect((await may.post('/api/info')).status).toBe(200)
    const row = await it.kernel.db.one<{ left: number }>(
      sql`select extract(epoch from min(expires_at) - now())::int as left from session where subject_id = ${may.id}`,
    )
    expect(row?.left).toBeLessThanOrEqual(60)
  })

  test('a captcha counts if solved on a host of the shop, and not on another site', () => {
    const at = (hostname?: string) => isSolvedHere('https://tea.example', hostname)
    expect(['tea.example', 'www.tea.example', 'TEA.example', undefined].map(at)).toEqual([true, true, true, true])
    expect(['evil.example', 'tea.example.evil.example', 'nottea.example', ''].map(at)).toEqual([false, false, false, false])
    expect(isSolvedHere('http://127.0.0.1:3000', 'tea.example')).toBe(true)
  })
})
