import { createVerify, X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { GatewayAccount, WebhookRequest } from '../../services/adapter.ts'
import { callProvider } from '../http.ts'
import { callPaypal } from './client.ts'

/** The text PayPal signs: transmission id, time, webhook id and a checksum of the body. */
export const toSignedText = (id: string, time: string, webhook: string, raw: Buffer): string => `${id}|${time}|${webhook}|${crc32(raw)}`

/** Certificates cached by address; they rarely change. */
const certificates = new Map<string, string>()

/** Verifies a webhook: by a call to PayPal or, if the method is configured so, locally by its signature. */
export async function verifyPaypalWebhook(request: WebhookRequest, account: GatewayAccount): Promise<boolean> {
  const h = (name: string) => request.headers[`paypal-${name}`] ?? ''
  const webhook = account.config.webhook_id ?? ''
  if (!h('transmission-id') || !h('transmission-sig')) return false
  if (account.config.webhook_check === 'offline') {
    const certificate = await findCertificate(h('cert-url'), account)
    if (!certificate || Math.abs(Date.now() - Date.parse(h('transmission-time'))) > 5 * 60_000) return false
    const text = toSignedText(h('transmission-id'), h('transmission-time'), webhook, request.raw)
    return isValidSignature(text, h('transmission-sig'), certificate)
  }
  let event: object
  try {
    event = JSON.parse(request.raw.toString('utf8')) as object
  } catch {
    return false
  }
  const answer = await callPaypal<{ verification_status?: string }>(account, 'POST', '/v1/notifications/verify-webhook-signature', {
    auth_algo: h('auth-algo'),
    cert_url: h('cert-url'),
    transmission_id: h('transmission-id'),
    transmission_sig: h('transmission-sig'),
    transmission_time: h('transmission-time'),
    webhook_id: webhook,
    webhook_event: event,
  })
  return answer.verification_status === 'SUCCESS'
}

/** Verifies an RSA-SHA256 signature with a certificate. */
export function isValidSignature(text: string, signature: string, certificate: string): boolean {
  try {
    const { publicKey } = new X509Certificate(certificate)
    return createVerify('RSA-SHA256').update(text).verify(publicKey, signature, 'base64')
  } catch {
    return false
  }
}

/** A certificate is fetched only from PayPal's hosts or from the method's own host. */
async function findCertificate(address: string, account: GatewayAccount): Promise<string | undefined> {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  const base = account.config.api_base
  const isConfiguredBase = base !== undefined && base !== '' && url.origin === new URL(base).origin
  if (!isConfiguredBase && !(url.protocol === 'https:' && /(^|\.)paypal\.com$/.test(url.hostname))) return undefined
  const cachedCertificate = certificates.get(url.href)
  if (cachedCertificate) return cachedCertificate
  const { status, text } = await callProvider(account, url.href, {}, 'certificate')
  if (status !== 200) return undefined
  if (certificates.size > 20) certificates.clear()
  certificates.set(url.href, text)
  return text
}
