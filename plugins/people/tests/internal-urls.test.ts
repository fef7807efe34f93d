import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'stoa'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { fake } from '../../../tests/support/fake-service.ts'
import { forgetLimits, form, rules } from './support.ts'

/** With `STOA_OUTGOING=public` a shop sends no requests into its own network, even if a stored URL points there. */
let it: TestApp
let inside: Awaited<ReturnType<typeof fake>>
beforeAll(async () => {
  it = await testApp(['people', 'catalogue'], { env: { STOA_OUTGOING: 'public' } })
  inside = await fake(() => ({ body: { success: true, sid: 'SM1', data: { is_valid: true, app_id: '77', user_id: '1' }, id: '1' } }))
  await rules(it, { login_via_phone: true })
})
afterAll(async () => {
  await inside.close()
  await it.close()
})
beforeEach(() => forgetLimits(it))

const store = async (group: string, values: object) => {
  await it.kernel.db.run(sql`insert into setting (name, value) values (${group}, ${JSON.stringify(values)}::jsonb)
    on conflict (name) do update set value = excluded.value`)
  await it.kernel.settings.load()
}
const addresses = () => [inside.url, inside.url.replace('http://127.0.0.1', 'https://localhost')]

test('an SMS provider at an internal URL is not called, and the recorded error is plain', async () => {
  for (const [i, base_url] of addresses().entries()) {
    await store('sms', { provider: 'twilio', account_sid: 'AC1', auth_token: 'secret', sender: '+85230000000', base_url })
    await it.guest.post('/api/sms', { type: 'register', country_code: '852', phone: `9126000${i}` })
    await it.jobs().catch(() => undefined)
    const row = await it.kernel.db.one<{ status: string; error: string }>(
      sql`select status, error from sms_message order by id desc limit 1`,
    )
    expect(row).toMatchObject({ status: 'pending', error: expect.stringMatching(/private network|begin with https/) as string })
  }
  expect(inside.requests).toEqual([])
})

test('a captcha service at an internal URL is not called, and registration fails', async () => {
  for (const [i, verify_url] of addresses().entries()) {
    await store('recaptcha', { site_key: 'site', secret_key: 'hush', forms: ['register'], verify_url })
    const answer = await it.guest.post('/api/register', form(`inside${i}@shop.test`, { captcha: 'person' }))
    expect(answer.body.messages).toHaveProperty('captcha')
  }
  expect(inside.requests).toEqual([])
})

test('a Facebook API at an internal URL is not called, and sign-in fails', async () => {
  for (const graph_url of addresses()) {
    await store('facebook', { enabled: true, client_id: '77', client_secret: 'hush', graph_url })
    expect((await it.guest.post('/api/facebook/sign_in', { access_token: 'ours' })).status).toBe(403)
  }
  expect(inside.requests).toEqual([])
})

test('the response of an SMS provider is not shown beyond its status and a plain code', async () => {
  const open = await testApp(['people', 'catalogue'], { env: { STOA_OUTGOING: 'any' }, url: it.url })
  const talkative = await fake(() => ({ status: 400, body: { code: 'root:x:0:0 /bin/sh', message: 'uid=0(root) internal' } }))
  await store('sms', { provider: 'twilio', account_sid: 'AC1', auth_token: 'secret', sender: '+85230000000', base_url: talkative.url })
  await open.kernel.settings.load()
  await open.kernel.db.run(sql`update sms_message set status = 'rejected'`)
  await open.guest.post('/api/sms', { type: 'register', country_code: '852', phone: '91260009' })
  await open.jobs()
  expect(talkative.requests).toHaveLength(1)
  expect(await it.kernel.db.one(sql`select status, error from sms_message order by id desc limit 1`)).toEqual({
    status: 'abnormal',
    error: '400',
  })
  await talkative.close()
  await open.app.http.close()
  await open.kernel.close()
})
