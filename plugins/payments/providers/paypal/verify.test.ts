import { createSign, generateKeyPairSync } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { createCertificate } from '../../tests/certificate.ts'
import { createNotice, scripted } from '../../tests/scripted-provider.ts'
import { toSignedText, verifyPaypalWebhook, isValidSignature } from './verify.ts'

/** Verification of PayPal webhooks: locally against PayPal's certificate, or by a request to PayPal. */
const pair = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const certificate = createCertificate(pair)
const event = { id: 'WH-9', event_type: 'PAYMENT.CAPTURE.COMPLETED', payer: '陳大文' }
let n = 0
let url = ''
beforeEach(() => {
  // Certificates are cached by URL, so each test uses a new one.
  url = `https://api.paypal.com/certs/${++n}`
})
const config = (more: Record<string, string> = {}) => ({ client_id: `verify-${n}`, client_secret: 'hush', webhook_id: 'WH-1', ...more })
const signedAt = (at = Date.now(), webhook = 'WH-1', body: object = event) => {
  const time = new Date(at).toISOString()
  const notice = createNotice(body)
  const text = toSignedText('T1', time, webhook, notice.raw)
  return {
    ...notice,
    headers: {
      ...{ 'paypal-transmission-id': 'T1', 'paypal-transmission-time': time, 'paypal-cert-url': url, 'paypal-auth-algo': 'SHA256withRSA' },
      'paypal-transmission-sig': createSign('RSA-SHA256').update(text).sign(pair.privateKey, 'base64'),
    },
  }
}
const offline = (more: Record<string, string> = {}, answer: object | string = certificate) =>
  scripted('paypal', config({ webhook_check: 'offline', ...more }), [answer])

test('a recent webhook signed for this shop is accepted, and its certificate is fetched once', async () => {
  const { account, calls } = offline()
  expect(await verifyPaypalWebhook(signedAt(), account)).toBe(true)
  expect(await verifyPaypalWebhook(signedAt(), account)).toBe(true)
  expect(calls.map((call) => call.url.href)).toEqual([url])
})

test.each([
  ['for another webhook', () => signedAt(Date.now(), 'WH-2')],
  ['more than five minutes ago', () => signedAt(Date.now() - 301_000)],
  ['more than five minutes from now', () => signedAt(Date.now() + 305_000)],
  ['over another body', () => ({ ...signedAt(), raw: Buffer.from('{}') })],
  ['under another number', () => ({ ...signedAt(), headers: { ...signedAt().headers, 'paypal-transmission-id': 'T2' } })],
  ['by nobody', () => ({ ...signedAt(), headers: { ...signedAt().headers, 'paypal-transmission-sig': '' } })],
  ['at no time', () => ({ ...signedAt(), headers: { ...signedAt().headers, 'paypal-transmission-time': 'now' } })],
])('a webhook signed %s is rejected', async (_, notice) => {
  expect(await verifyPaypalWebhook(notice(), offline().account)).toBe(false)
})

test('a webhook almost five minutes old is accepted', async () => {
  expect(await verifyPaypalWebhook(signedAt(Date.now() - 295_000), offline().account)).toBe(true)
})

test.each([
  'https://evil.test/cert',
  'http://api.paypal.com/cert',
  'https://paypal.com.evil.test/cert',
  'https://evilpaypal.com/cert',
  'https://evil.test/paypal.com',
  'https://paypal.com@evil.test/cert',
  'not an address',
  '',
])('a certificate at "%s" is not fetched', async (from) => {
  const { account, calls } = offline()
  const notice = signedAt()
  expect(await verifyPaypalWebhook({ ...notice, headers: { ...notice.headers, 'paypal-cert-url': from } }, account)).toBe(false)
  expect(calls).toEqual([])
})

test('the configured API host may serve the certificate, but no other port of it', async () => {
  const notice = signedAt()
  const at = (from: string) => ({ ...notice, headers: { ...notice.headers, 'paypal-cert-url': `${from}/cert/${n}` } })
  const { account } = offline({ api_base: 'http://127.0.0.1:4242/pp' })
  expect(await verifyPaypalWebhook(at('http://127.0.0.1:4242'), account)).toBe(true)
  expect(await verifyPaypalWebhook(at('http://127.0.0.1:4243'), account)).toBe(false)
})

test('a missing or invalid certificate rejects the webhook, and is fetched again', async () => {
  expect(await verifyPaypalWebhook(signedAt(), offline({}, { status: 404, body: certificate }).account)).toBe(false)
  expect(await verifyPaypalWebhook(signedAt(), offline().account)).toBe(true)
  expect(isValidSignature('text', 'AAAA', 'no certificate')).toBe(false)
  expect(isValidSignature('text', '', certificate)).toBe(false)
})

test('with remote verification PayPal gets all signature data and decides; without a signature it is not called', async () => {
  const answer = (verification_status: string) =>
    scripted('paypal', { ...config(), client_id: `${verification_status}-${n}` }, ({ url: to }) =>
      to.pathname.endsWith('/token') ? { access_token: 'A', expires_in: 9_000 } : { verification_status },
    )
  const { account, calls } = answer('SUCCESS')
  const notice = signedAt()
  expect(await verifyPaypalWebhook(notice, account)).toBe(true)
  expect(calls[1]?.url.pathname).toBe('/v1/notifications/verify-webhook-signature')
  expect(calls[1]?.json).toEqual({
    ...{ auth_algo: 'SHA256withRSA', cert_url: url, transmission_id: 'T1', transmission_sig: notice.headers['paypal-transmission-sig'] },
    ...{ transmission_time: notice.headers['paypal-transmission-time'], webhook_id: 'WH-1', webhook_event: event },
  })
  for (const status of ['FAILURE', 'success', '']) expect(await verifyPaypalWebhook(notice, answer(status).account), status).toBe(false)
  const silent = answer('SUCCESS')
  for (const name of ['paypal-transmission-id', 'paypal-transmission-sig'])
    expect(await verifyPaypalWebhook({ ...notice, headers: { ...notice.headers, [name]: '' } }, silent.account)).toBe(false)
  expect(await verifyPaypalWebhook({ ...notice, raw: Buffer.from('{"broken') }, silent.account)).toBe(false)
  expect(silent.calls).toEqual([])
})
