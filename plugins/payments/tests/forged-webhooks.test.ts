import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outgoing, seal, SEALED, sql } from 'stoa'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'
import { fakeMethods } from '../fakes/methods.ts'
import { hashWebhook } from '../providers/pay-dollar/hash.ts'
import { signFields, type SignPreset } from '../providers/sic-pay/sign.ts'
import { reconcileAttempts } from '../services/query-gateway.ts'
import { PROVIDERS } from '../services/adapter.ts'

/** A webhook counts only if it is signed with a configured and readable secret. */
let it: TestApp
let owner: Client
beforeAll(async () => {
  it = await testApp(['payments'])
  owner = await it.staff('owner')
})
afterAll(() => it.close())

interface Forged {
  body: string
  headers: Record<string, string>
}
const form = (fields: Record<string, string>): Forged => ({
  body: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})
const now = () => String(Math.floor(Date.now() / 1_000))
let n = 0
const sic =
  (preset: SignPreset, more: object = {}) =>
  (key: string) => {
    const fields = { out_trade_no: 'SO1-1', trade_no: `T${++n}`, amount: '10.00', currency: 'HKD', status: 'SUCCESS', time: now(), ...more }
    return form({ ...fields, sign: signFields(fields, preset, key) })
  }

/** A webhook of each provider, signed with a key, and the secret of the method that the key belongs to. */
const signers: Record<string, { fields?: object; secrets: string[]; secret: string; sign: (key: string) => Forged }[]> = {
  sic_pay: [
    { secrets: ['sign_secret'], secret: 'sign_secret', sign: sic('hmac_sha256') },
    { fields: { sign_preset: 'md5' }, secrets: ['sign_secret'], secret: 'sign_secret', sign: sic('md5') },
  ],
  pay_dollar: (['sha1', 'sha256', 'sha512'] as const).map((hash) => ({
    fields: { hash },
    secrets: ['secure_secret'],
    secret: 'secure_secret',
    sign: (key: string) => {
      const fields = { src: '0', prc: '0', successcode: '0', Ref: 'SO1-1', PayRef: `P${++n}`, Cur: '344', Amt: '10.00', payerAuth: 'U' }
      return form({ ...fields, secureHash: hashWebhook(fields, key, hash) })
    },
  })),
  stripe: ['page', 'checkout'].map((stripe_flow) => ({
    fields: { stripe_flow },
    secrets: ['webhook_secret'],
    secret: 'webhook_secret',
    sign: (key: string) => {
      const body = JSON.stringify({ id: `evt_${++n}`, object: 'event', type: 'payment_intent.created', data: { object: { id: 'pi_1' } } })
      const at = now()
      const v1 = createHmac('sha256', key).update(`${at}.${body}`).digest('hex')
      return { body, headers: { 'content-type': 'application/json', 'stripe-signature': `t=${at},v1=${v1}` } }
    },
  })),
  // PayPal signs with its own certificate and does not use a key of the shop. The credentials to query PayPal are secret.
  paypal: ['call_back', 'offline'].map((webhook_check) => ({
    fields: { webhook_check },
    secrets: ['client_secret'],
    secret: '',
    sign: () => ({
      body: JSON.stringify({ id: `WH-${++n}`, event_type: 'PAYMENT.CAPTURE.COMPLETED', resource: { id: 'C1' } }),
      headers: {
        'content-type': 'application/json',
        'paypal-transmission-id': '1',
        'paypal-transmission-sig': 'AAAA',
        'paypal-transmission-time': new Date().toISOString(),
        'paypal-cert-url': 'https://paypal.com/cert',
      },
    }),
  })),
}

test('every provider with webhooks is covered by these tests', () => {
  const providers = [...it.kernel.contributions(PROVIDERS)].filter(([, a]) => a.verifyWebhook).map(([name]) => name)
  expect(providers.sort()).toEqual(Object.keys(signers).sort())
})

const losses = {
  'is emptied': (secret: string, id: number) => owner.put(`/api/admin/payment_method/${id}`, { [secret]: null }),
  'is an empty text': (secret: string, id: number) =>
    it.kernel.db.run(sql`update payment_method set ext = jsonb_set(ext, array['payments', ${secret}], '""') where id = ${id}`),
  'was sealed under a key that is gone': (secret: string, id: number) => {
    const sealedValue = seal({ ...it.kernel.config, secrets: ['another key of some other shop, long enough'] }, SEALED, 'what it was')
    return it.kernel.db.run(
      sql`update payment_method set ext = jsonb_set(ext, array['payments', ${secret}], to_jsonb(${sealedValue}::text)) where id = ${id}`,
    )
  },
  'is damaged': (secret: string, id: number) =>
    it.kernel.db.run(sql`update payment_method set ext = jsonb_set(ext, array['payments', ${secret}], '"sealed:1:AAAA"') where id = ${id}`),
}

const cases = Object.entries(signers).flatMap(([provider, list]) =>
  list.map((signer) => ({ provider, how: JSON.stringify(signer.fields ?? {}), voice: signer })),
)

describe.each(cases)('a webhook of $provider $how', ({ provider, voice }) => {
  const stored = async (code: string) =>
    (await it.kernel.db.rows(sql`select 1 from payment_event e join payment_method m on m.id = e.payment_method_id where m.code = ${code}`))
      .length
  const send = (code: string, { body, headers }: Forged) =>
    it.app.http.inject({ method: 'POST', url: `/api/payment/${code}/webhook`, payload: body, headers })
  const method = async () => {
    const code = `m${++n}`
    const fake = fakeMethods('http://127.0.0.1:9')[provider as 'stripe']
    const made = await owner.post('/api/admin/payment_method', { code, title: code, ...fake, ...voice.fields })
    if (made.status !== 201) throw new Error(JSON.stringify(made.body))
    return { code, id: made.body.id as number, fake }
  }

  test('is accepted when signed with the secret, and not with an empty one', async () => {
    const { code, fake } = await method()
    await send(code, voice.sign(''))
    expect(await stored(code)).toBe(0)
    if (!voice.secret) return
    await send(code, voice.sign(String(fake?.[voice.secret])))
    expect(await stored(code)).toBe(1)
  })

  test.each(Object.entries(losses))('is rejected when the secret %s', async (_, lose) => {
    for (const secret of voice.secrets) {
      const { code, id } = await method()
      await lose(secret, id)
      const answer = await send(code, voice.sign(''))
      expect(answer.statusCode, answer.body).toBeLessThan(500)
      expect(await stored(code)).toBe(0)
    }
  })
})

describe('without its secret key', () => {
  const keyless = async (provider: 'stripe' | 'paypal' | 'pay_dollar' | 'sic_pay') => {
    const code = `k${++n}`
    const made = await owner.post('/api/admin/payment_method', { code, title: code, ...fakeMethods('http://127.0.0.1:9')[provider] })
    const secrets = it.kernel.registry.resource('payment_method').fields.filter((f) => f.meta.secret && f.name !== 'webhook_secret')
    for (const { name } of secrets) await owner.put(`/api/admin/payment_method/${made.body.id}`, { [name]: null })
    return { code, id: made.body.id as number }
  }

  test.each(['stripe', 'paypal', 'pay_dollar', 'sic_pay'] as const)(
    '%s rejects webhooks and explains why it cannot be queried',
    async (provider) => {
      const { code, id } = await keyless(provider)
      const [signer] = signers[provider] ?? []
      const { body, headers } = signer?.sign(String(fakeMethods('')[provider][signer.secret] ?? '')) ?? { body: '', headers: {} }
      const notice = await it.app.http.inject({ method: 'POST', url: `/api/payment/${code}/webhook`, payload: body, headers })
      expect(notice.statusCode, notice.body).toBeLessThan(500)
      expect((await owner.post(`/api/admin/payment_method/${id}/test`)).status).toBe(422)
      const reference = `SO9-${n}`
      const row = await it.kernel.db.one<{ id: number }>(sql`
      insert into payment (document_type, document_id, attempt, payment_method_id, provider, reference, amount_minor, currency, status, provider_payment_id, updated_at)
      values ('order', ${900 + n}, 1, ${id}, ${provider}, ${reference}, 1000, 'HKD', 'processing', 'pi_1', now() - interval '1 hour') returning id`)
      const response = await owner.post(`/api/admin/payment/${row?.id}/query`)
      expect([response.status, response.body.code]).not.toEqual([500, 'INTERNAL'])
      // A method without its key does not stop the queries of other methods.
      await it.kernel.db.run(sql`update payment set asked_at = null, updated_at = now() - interval '1 hour'`)
      await expect(reconcileAttempts(it.kernel)).resolves.toBeUndefined()
    },
  )
})

test('two refunds of one payment with the same amount are two events, and a repeated one is one', async () => {
  for (const [provider, adapter] of it.kernel.contributions(PROVIDERS)) {
    if (provider !== 'sic_pay' || !adapter.parseWebhook) continue
    const key = async (more: object) => {
      const { body, headers } = sic('hmac_sha256', { trade_no: 'T1', status: 'REFUND', ...more })('key')
      const account = { id: 1, code: 'x', provider, mode: 'test' as const, config: {}, pem: '', shop: '', call: outgoing(it.kernel.config) }
      return (await adapter.parseWebhook?.({ raw: Buffer.from(body), headers, query: {} }, account))?.event_key
    }
    expect(await key({ refund_no: 'R1' })).not.toBe(await key({ refund_no: 'R2' }))
    expect(await key({ out_refund_no: 'R1' })).not.toBe(await key({ out_refund_no: 'R2' }))
    expect(await key({ refund_no: 'R1', time: '1' })).toBe(await key({ refund_no: 'R1', time: '2' }))
  }
})
