import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { fake } from '../../../tests/support/fake-service.ts'
import { newestSms } from '../services/sms.ts'
import { forgetLimits, form, member, PASSWORD, rules } from './support.ts'

let it: TestApp
let other: TestApp
beforeAll(async () => {
  it = await testApp(['people', 'catalogue'])
  other = await testApp(['people', 'catalogue'], { url: it.url, env: { STOA_SECRETS: '' } })
  await rules(it, { login_via_phone: true })
  await settings({ provider: 'log' })
})
afterAll(async () => {
  await other.app.http.close()
  await other.kernel.close()
  await it.close()
})
beforeEach(() => forgetLimits(it))

const settings = (change: object) => it.kernel.settings.write(it.kernel, it.ctx, 'sms', change as Record<string, unknown>, 'en-US')
const number = (phone: string) => ({ country_code: '852', phone })
const codeFor = async (phone: string): Promise<string> => {
  await it.jobs()
  return /\d{6}/.exec((await newestSms(it.kernel, `852${phone}`)) ?? '')?.[0] ?? ''
}
const ask = (type: string, phone: string, at = it) => at.guest.post('/api/sms', { type, ...number(phone) })
const prove = async (type: string, phone: string) => {
  await forgetLimits(it)
  await ask(type, phone)
  return it.guest.post('/api/otp', { type, ...number(phone), otp: await codeFor(phone) })
}
/** Creates a customer with a verified phone number. */
const proven = async (email: string, phone: string) => {
  const { phone_token } = (await prove('register', phone)).body
  return member(it, email, { ...number(phone), phone_token })
}

describe('codes', () => {
  test('a number verified during registration signs in by password and by code', async () => {
    const may = await proven('may@shop.test', '91230001')
    expect((await may.post('/api/info')).body.phone_verified_at).not.toBeNull()
    expect((await it.guest.post('/api/login', { ...number('9123 0001'), password: PASSWORD })).status).toBe(200)
    const { body } = await prove('login', '91230001')
    expect((await it.as(body.token).post('/api/info')).body.email).toBe('may@shop.test')
    const wrong = await it.guest.post('/api/login', { ...number('91230001'), password: 'not it' })
    expect(wrong.body.messages).toEqual(['Incorrect phone or password'])
  })

  test('a verified number is reported as existing during registration, and cannot be taken', async () => {
    await proven('first@shop.test', '91230002')
    await forgetLimits(it)
    expect((await ask('register', '91230002')).body).toEqual({ status: 'exists' })
    const duplicate = await it.guest.post('/api/register', form('second@shop.test', number('91230002')))
    expect(duplicate.body.messages).toEqual({ phone: ['This phone is already taken.'] })
  })

  test('an unverified number in a profile gets no sign-in code and cannot sign in by one', async () => {
    await member(it, 'typo@shop.test', number('91230003'))
    await forgetLimits(it)
    const [existingPhoneResponse, unknown] = [await ask('login', '91230003'), await ask('login', '91239999')]
    expect([existingPhoneResponse.status, existingPhoneResponse.body]).toEqual([unknown.status, unknown.body])
    expect(await codeFor('91230003')).toBe('')
  })

  test('only the newest code is valid, once, with or without spaces, and for its purpose only', async () => {
    await proven('once@shop.test', '91230004')
    await forgetLimits(it)
    await ask('login', '91230004')
    const old = await codeFor('91230004')
    await forgetLimits(it)
    await ask('login', '91230004')
    const code = await codeFor('91230004')
    const use = (otp: string, type = 'login') => it.guest.post('/api/otp', { type, ...number('91230004'), otp })
    if (old !== code) expect((await use(old)).body.messages).toEqual({ otp: ['Incorrect verification code'] })
    expect((await use(code, 'reset')).status).toBe(422)
    const both = await Promise.all([use(`${code.slice(0, 3)} ${code.slice(3)}`), use(code)])
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 422])
    const lines = await it.kernel.db.rows(sql`select a.changes->0->>'new' as by from audit_log a join customer c on c.id = a.row_id
      where a.resource = 'customer' and a.verb = 'login' and c.email = 'once@shop.test' order by a.id desc limit 1`)
    expect(lines).toEqual([{ by: 'code' }])
  })

  test('a code allows five attempts, counted across processes', async () => {
    await proven('guess@shop.test', '91230005')
    await forgetLimits(it)
    await ask('login', '91230005')
    const code = await codeFor('91230005')
    const wrong = code === '000000' ? '000001' : '000000'
    const tries = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        (i % 2 ? it : other).guest.post('/api/otp', { type: 'login', ...number('91230005'), otp: wrong }),
      ),
    )
    expect(tries.every((answer) => answer.status === 422)).toBe(true)
    expect((await it.guest.post('/api/otp', { type: 'login', ...number('91230005'), otp: code })).status).toBe(422)
  })

  test('guesses from one network neither use up a code elsewhere nor lock the number for the day', async () => {
    await proven('guessed@shop.test', '91230016')
    await forgetLimits(it)
    const from = (network: string, otp: string) =>
      it.app.http.inject({
        method: 'POST',
        url: '/api/otp',
        remoteAddress: network,
        payload: { type: 'login', ...number('91230016'), otp },
      })
    const requestCode = async () => {
      await it.kernel.db.run(sql`delete from rate_limit where key = 'sms 85291230016'`)
      await ask('login', '91230016')
      return codeFor('91230016')
    }
    for (let round = 0; round < 3; round++) {
      const code = await requestCode()
      const wrong = code === '000000' ? '000001' : '000000'
      for (let i = 0; i < 10; i++) await from('203.0.113.9', wrong)
      expect((await from('203.0.113.9', code)).statusCode).not.toBe(200)
      expect((await from('198.51.100.4', code)).statusCode).toBe(200)
    }
    // Over all networks, a code allows twenty-five attempts.
    const code = await requestCode()
    const wrong = code === '000000' ? '000001' : '000000'
    for (let i = 0; i < 25; i++) await from(`192.0.${i}.1`, wrong)
    expect((await from('198.51.100.4', code)).statusCode).toBe(422)
  })

  test('a code expires after five minutes', async () => {
    await proven('slow@shop.test', '91230006')
    await forgetLimits(it)
    await ask('login', '91230006')
    const code = await codeFor('91230006')
    await it.kernel.db.run(sql`update one_time_code set expires_at = expires_at - interval '5 minutes' where phone = '85291230006'`)
    expect((await it.guest.post('/api/otp', { type: 'login', ...number('91230006'), otp: code })).status).toBe(422)
  })

  test('a password reset by code does not verify the email address', async () => {
    const may = await proven('byphone@shop.test', '91230007')
    await it.kernel.db.run(sql`update customer set email_verified_at = null where id = ${may.id}`)
    const { token } = (await prove('reset', '91230007')).body
    const done = await it.guest.post('/api/reset/password', {
      token,
      password: 'another password',
      password_confirmation: 'another password',
    })
    expect(done.body).toEqual({ status: 'passwords.reset' })
    expect((await may.post('/api/info')).status).toBe(401)
    expect(await it.kernel.db.one(sql`select email_verified_at from customer where id = ${may.id}`)).toEqual({ email_verified_at: null })
  })

  test('a number is verified in the profile, and a new one is unverified again', async () => {
    const ken = await member(it, 'later@shop.test', number('91230008'))
    await forgetLimits(it)
    expect((await it.guest.post('/api/sms', { type: 'verify', ...number('91230008') })).status).toBe(401)
    await ken.post('/api/sms', { type: 'verify', ...number('91230008') })
    expect((await ken.post('/api/otp', { type: 'verify', ...number('91230008'), otp: await codeFor('91230008') })).body).toEqual({
      status: 'verified',
    })
    expect((await ken.put('/api/profile', { first_name: 'Kenneth' })).body.phone_verified_at).not.toBeNull()
    expect((await ken.put('/api/profile', number('91230009'))).body.phone_verified_at).toBeNull()
  })
})

describe('limits', () => {
  test('one message a minute per number, counted across processes', async () => {
    expect((await ask('register', '91240001')).body).toEqual({ status: 'sent' })
    const second = await ask('register', '91240001', other)
    expect([second.status, second.body.messages]).toEqual([429, ['This is too frequent. Please wait a moment.']])
  })

  test('five resets a day for a number, known or not', async () => {
    for (let i = 0; i < 5; i++) {
      expect((await ask('reset', '91240002')).body).toEqual({ status: 'sent' })
      await it.kernel.db.run(sql`delete from rate_limit where key = 'sms 85291240002'`)
    }
    expect((await ask('reset', '91240002')).body.messages).toEqual([
      'You have reached the daily limit for password resets by phone. Try again tomorrow.',
    ])
  })

  test('codes for other countries are rejected, and the daily budget of the shop is enforced', async () => {
    expect((await it.guest.post('/api/sms', { type: 'register', country_code: '1', phone: '2025550123' })).status).toBe(422)
    await it.jobs()
    await forgetLimits(it)
    await settings({ daily_budget: 1 })
    await ask('register', '91240003')
    await ask('register', '91240004')
    await it.jobs()
    const rows = await it.kernel.db.rows<{ status: string }>(
      sql`select status from sms_message where recipient in ('85291240003', '85291240004') order by status`,
    )
    expect(rows.map((row) => row.status)).toEqual(['rejected', 'sent'])
    await settings({ daily_budget: 500 })
  })

  test('codes for unverified numbers use at most half of the daily budget; the rest is reserved for sign-in', async () => {
    await proven('keeps@shop.test', '91240010')
    await it.kernel.db.run(sql`delete from sms_message`)
    await forgetLimits(it)
    await settings({ daily_budget: 4 })
    for (const phone of ['91240011', '91240012', '91240013', '91240014']) await ask('register', phone)
    await it.jobs()
    await ask('login', '91240010')
    await it.jobs()
    const rows = await it.kernel.db.rows<{ to: string; status: string }>(
      sql`select right(recipient, 2) as to, status from sms_message order by recipient`,
    )
    expect(rows.filter(({ status }) => status === 'sent')).toHaveLength(3)
    expect(rows[0]).toEqual({ to: '10', status: 'sent' })
    await settings({ daily_budget: 500 })
  })

  test('reports when it is disabled and sends nothing', async () => {
    await settings({ provider: 'off' })
    expect((await ask('register', '91240005')).body).toEqual({ status: 'disabled' })
    await settings({ provider: 'log' })
    await rules(it, { login_via_phone: false })
    expect((await ask('login', '91240005')).body).toEqual({ status: 'disabled' })
    await rules(it, { login_via_phone: true })
  })
})

describe('Twilio', () => {
  test('gets a form with basic authentication; sent texts are blanked, rejections recorded, failures retried', async () => {
    let mood: 'down' | 'cut' | 'fine' | 'no' = 'fine'
    const twilio = await fake(() => {
      if (mood === 'cut') return { hang: true }
      if (mood === 'down') return { status: 503, body: { code: 20_503, message: 'busy' } }
      if (mood === 'no') return { status: 400, body: { code: 21_211, message: 'Invalid number' } }
      return { status: 201, body: { sid: 'SM1', status: 'queued' } }
    })
    await settings({ provider: 'twilio', account_sid: 'AC1', auth_token: 'secret', sender: '+85230000000', base_url: twilio.url })
    await ask('register', '91250001')
    await it.jobs()
    expect(twilio.requests).toHaveLength(1)
    expect(twilio.requests[0]?.url.pathname).toBe('/2010-04-01/Accounts/AC1/Messages.json')
    expect(twilio.requests[0]?.authorization).toBe(`Basic ${Buffer.from('AC1:secret').toString('base64')}`)
    expect(Object.fromEntries(twilio.requests[0]?.form ?? [])).toMatchObject({ To: '+85291250001', From: '+85230000000' })
    const findSms = (phone: string) =>
      it.kernel.db.one(
        sql`select status, body, provider_id, error from sms_message where recipient = ${`852${phone}`} order by id desc limit 1`,
      )
    expect(await findSms('91250001')).toEqual({ status: 'sent', body: '', provider_id: 'SM1', error: '' })

    mood = 'no'
    await ask('register', '91250002')
    await it.jobs()
    expect(await findSms('91250002')).toMatchObject({ status: 'abnormal', body: '', error: '400 21211' })

    for (const fault of ['down', 'cut'] as const) {
      const phone = fault === 'down' ? '91250003' : '91250004'
      mood = fault
      await ask('register', phone)
      await it.jobs().catch(() => undefined)
      expect(await findSms(phone)).toMatchObject({ status: 'pending' })
      mood = 'fine'
      await it.kernel.db.run(sql`update graphile_worker._private_jobs set run_at = now() where attempts > 0`)
      await it.jobs()
      expect(await findSms(phone)).toMatchObject({ status: 'sent', body: '', error: '' })
    }
    await twilio.close()
    await settings({ provider: 'log' })
  })

  test('its token is never returned', async () => {
    const owner = await it.staff('owner')
    expect(JSON.stringify((await owner.get('/api/admin/settings/sms')).body)).not.toContain('secret"')
  })
})
