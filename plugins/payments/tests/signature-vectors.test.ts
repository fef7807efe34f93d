import { createSign, generateKeyPairSync } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { Stripe } from 'stripe'
import { describe, expect, test } from 'vitest'
import { outgoing } from 'stoa'
import { fromDecimal, fromProviderAmount, toDecimal, toProviderAmount } from '../domain/amount.ts'
import { buildFpsPayload } from '../providers/fps/qr.ts'
import { isValidHash, hashWebhook, hashPaymentForm } from '../providers/pay-dollar/hash.ts'
import { parseRecords, parseResult } from '../providers/pay-dollar/order-api.ts'
import { toSignedText } from '../providers/paypal/verify.ts'
import { joinFields, signFields, isValidSignature } from '../providers/sic-pay/sign.ts'
import { ZERO_DECIMAL_CURRENCIES } from '../providers/stripe/client.ts'
import { stripe } from '../providers/stripe/index.ts'
import type { GatewayAccount } from '../services/adapter.ts'

describe('PayDollar', () => {
  const ours = { merchantId: '88000001', orderRef: 'SO26112100017-1', currCode: '344', amount: '128.00', payType: 'N' }

  test('a request is hashed over its fields in order', () => {
    const odoo = { merchantId: '123456789', orderRef: 'Test Transaction', currCode: '978', amount: '1111.11', payType: 'N' }
    expect(hashPaymentForm(odoo, 'coincoin_motherducker')).toBe('41667af8f428b5a55f44e14e5ab942f57da1ea31')
    expect(hashPaymentForm(ours, 'test_secret')).toBe('6374b43208b195fdde99d4faaf8dd39dfcf1d437')
    expect(hashPaymentForm(ours, 'test_secret', 'sha256')).toBe('0da1acf5bbdf1a182b3170bee0fcfa99dd569ce24d0e9f710ad7ca55f6993673')
  })

  const feed = {
    src: '0',
    prc: '0',
    successcode: '0',
    Ref: 'SO26112100017-1',
    PayRef: '1234567',
    Cur: '344',
    Amt: '128.00',
    payerAuth: 'Y',
  }
  const right = 'd50ba7b3e9ea982c77cdbe601a7a94387ce94c8a'

  test('a webhook is hashed over its fields in order', () => {
    expect(hashWebhook(feed, 'test_secret')).toBe(right)
  })

  test('any of several hashes may match, and a changed one does not', () => {
    expect(isValidHash(`${'0'.repeat(40)},${right}`, right)).toBe(true)
    expect(isValidHash(right.toUpperCase(), right)).toBe(true)
    expect(isValidHash(`e${right.slice(1)}`, right)).toBe(false)
    expect(isValidHash('', right)).toBe(false)
  })

  test('order API responses are parsed, records and error lines alike', () => {
    expect(parseRecords('<records><record><orderStatus>Accepted</orderStatus><ref>A&amp;B</ref></record></records>')).toEqual([
      { orderStatus: 'Accepted', ref: 'A&B' },
    ])
    expect(parseRecords('resultCode=-1&errMsg=no')).toEqual([])
    expect(parseResult('resultCode=-1&errMsg=Parameter+wrong')).toEqual({ resultCode: '-1', errMsg: 'Parameter wrong' })
  })
})

describe('sic_pay', () => {
  const fields = {
    merchant_id: 'M10001',
    out_trade_no: 'SO26112100017-1',
    amount: '128.00',
    currency: 'HKD',
    notify_url: 'http://127.0.0.1:3000/api/payment/sic_pay/notify',
    return_url: 'http://127.0.0.1:3000/order/success?order=SO26112100017',
    timestamp: '1795258498',
    nonce: 'a1b2c3d4',
  }

  test('both presets sign the sorted fields', () => {
    expect(signFields(fields, 'hmac_sha256', 'test_secret')).toBe('266f0c033ed4d39119660e78d577363be947909481bae7f054d08407c9248fb2')
    expect(signFields(fields, 'md5', 'test_secret')).toBe('49D7D4E39431A419736D3D4522A0EBB5')
  })

  test('empty values and the signature itself are not signed', () => {
    expect(joinFields({ b: '2', a: '1', c: '', sign: 'x' })).toBe('a=1&b=2')
  })

  test('a signature matches only its own fields', () => {
    const sign = signFields(fields, 'hmac_sha256', 'test_secret')
    expect(isValidSignature({ ...fields, sign }, 'hmac_sha256', 'test_secret')).toBe(true)
    expect(isValidSignature({ ...fields, sign, amount: '1.00' }, 'hmac_sha256', 'test_secret')).toBe(false)
    expect(isValidSignature({ ...fields }, 'hmac_sha256', 'test_secret')).toBe(false)
  })

  test('the shop signs with its key and verifies with the key of the gateway', () => {
    const pair = generateKeyPairSync('rsa', { modulusLength: 2_048 })
    const pem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const open = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const sign = signFields(fields, 'rsa', '', pem)
    expect(isValidSignature({ ...fields, sign }, 'rsa', '', open)).toBe(true)
    expect(isValidSignature({ ...fields, sign, amount: '1.00' }, 'rsa', '', open)).toBe(false)
    expect(isValidSignature({ ...fields, sign }, 'rsa', '', 'no key')).toBe(false)
  })
})

describe('FPS', () => {
  test('the QR payload is the text banks expect, including its checksum', () => {
    expect(
      buildFpsPayload({
        kind: 'mobile',
        payee: '+852-67891234',
        amount: '100',
        currency: 'HKD',
        merchant: 'company_1_data',
        city: 'HK',
        reference: 'INV/TEST/0001',
      }),
    ).toBe(
      '00020101021226330012hk.com.hkicl0313+852-6789123452040000530334454031005802HK5914company_1_data6002HK62170513INV/TEST/00016304A154',
    )
  })

  test('characters that banks read differently are left out of the name', () => {
    const text = buildFpsPayload({
      kind: 'id',
      payee: '1234567',
      amount: '1',
      currency: 'CNY',
      merchant: '茶 Café',
      city: 'HK',
      reference: 'SO1-1',
    })
    expect(text).toContain('5904Cafe')
    expect(text).toContain('5303156')
  })
})

describe('Stripe', () => {
  const account: GatewayAccount = {
    id: 1,
    code: 'stripe',
    provider: 'stripe',
    mode: 'test',
    config: { secret_key: 'sk_test_x', webhook_secret: 'whsec_test' },
    pem: '',
    shop: '',
    call: outgoing({ outgoing: 'public' }),
  }
  const payload = JSON.stringify({ id: 'evt_1', type: 'payment_intent.succeeded', data: { object: { description: '陳大文 – Café' } } })
  const header = (timestamp?: number) =>
    Stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_test', ...(timestamp ? { timestamp } : {}) })
  const verify = (raw: string, signature: string) =>
    stripe.verifyWebhook?.({ raw: Buffer.from(raw), headers: { 'stripe-signature': signature }, query: {} }, account)

  test('the header of the Stripe library is accepted, also with non-Latin names', async () => {
    expect(await verify(payload, header())).toBe(true)
  })

  test('an extra space, an old timestamp and another secret are each rejected', async () => {
    expect(await verify(`${payload} `, header())).toBe(false)
    expect(await verify(payload, header(Math.floor(Date.now() / 1_000) - 301))).toBe(false)
    expect(await verify(payload, Stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_other' }))).toBe(false)
    expect(await verify(payload, '')).toBe(false)
  })
})

describe('PayPal', () => {
  test('the signed text is the message with a CRC of its body', () => {
    const raw = Buffer.from('{"id":"WH-1","名":"陳"}')
    expect(toSignedText('a', 'b', 'c', raw)).toBe(`a|b|c|${crc32(raw)}`)
    const pair = generateKeyPairSync('rsa', { modulusLength: 2_048 })
    const signature = createSign('RSA-SHA256')
      .update(toSignedText('a', 'b', 'c', raw))
      .sign(pair.privateKey, 'base64')
    expect(signature).not.toBe(
      createSign('RSA-SHA256')
        .update(toSignedText('a', 'b', 'd', raw))
        .sign(pair.privateKey, 'base64'),
    )
  })
})

describe('amounts', () => {
  test('currencies without decimals are counted in whole units, others in hundredths', () => {
    expect(toProviderAmount(12_800, 'HKD', ZERO_DECIMAL_CURRENCIES)).toBe(12_800)
    expect(toProviderAmount(12_800, 'JPY', ZERO_DECIMAL_CURRENCIES)).toBe(128)
    expect(fromProviderAmount(128, 'JPY', ZERO_DECIMAL_CURRENCIES)).toBe(12_800)
    expect(() => toProviderAmount(12_850, 'JPY', ZERO_DECIMAL_CURRENCIES)).toThrow('no decimals')
    expect(toDecimal(12_800, 'TWD', new Set(['TWD']))).toBe('128')
  })

  test('invalid amounts are not parsed', () => {
    expect([fromDecimal('128.00'), fromDecimal('128'), fromDecimal('1.5')]).toEqual([12_800, 12_800, 150])
    expect([fromDecimal('1.005'), fromDecimal('-1'), fromDecimal('1,000.00'), fromDecimal(undefined), fromDecimal('')]).toEqual(
      Array(5).fill(undefined),
    )
  })
})
