import { createHash, timingSafeEqual } from 'node:crypto'

export type HashName = 'sha1' | 'sha256' | 'sha512'

const joinAndHash = (parts: readonly string[], name: HashName) => createHash(name).update(parts.join('|')).digest('hex')

/** Hash of the form the browser posts to the payment page. */
export const hashPaymentForm = (
  p: { merchantId: string; orderRef: string; currCode: string; amount: string; payType: string },
  secret: string,
  name: HashName = 'sha1',
): string => joinAndHash([p.merchantId, p.orderRef, p.currCode, p.amount, p.payType, secret], name)

/** Hash of the form the gateway posts to the shop. */
export const hashWebhook = (p: Readonly<Record<string, string>>, secret: string, name: HashName = 'sha1'): string =>
  joinAndHash([...['src', 'prc', 'successcode', 'Ref', 'PayRef', 'Cur', 'Amt', 'payerAuth'].map((k) => p[k] ?? ''), secret], name)

/** Whether any of the received hashes is valid. There are several, separated by commas, while a secret is being rotated. */
export function isValidHash(received: string, right: string): boolean {
  const expected = Buffer.from(right.toLowerCase())
  return received.split(',').some((hash) => {
    const sent = Buffer.from(hash.trim().toLowerCase())
    return sent.length === expected.length && timingSafeEqual(sent, expected)
  })
}
