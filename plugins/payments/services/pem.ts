import { createHash, createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto'

/** What may be told of a pem file: enough to recognise it, nothing of the key itself. */
export interface PemFacts {
  kind: 'certificate' | 'private key' | 'public key'
  /** SHA-256 of the certificate or of the public half, in hex pairs. */
  fingerprint: string
  /** When a certificate ends; null for bare keys. */
  not_after: string | null
  expired: boolean
}

/** Reads a pem file; undefined when it holds neither certificate nor key. A certificate is told before the key beside it. */
export function readPem(pem: string): PemFacts | undefined {
  try {
    if (pem.includes('BEGIN CERTIFICATE')) {
      const found = new X509Certificate(pem)
      const end = new Date(found.validTo)
      return { kind: 'certificate', fingerprint: found.fingerprint256, not_after: end.toISOString(), expired: end < new Date() }
    }
    const isPrivate = pem.includes('PRIVATE KEY')
    const key = createPublicKey(isPrivate ? createPrivateKey(pem) : pem)
    const bytes = key.export({ type: 'spki', format: 'der' })
    return { kind: isPrivate ? 'private key' : 'public key', fingerprint: pairs(bytes), not_after: null, expired: false }
  } catch {
    return undefined
  }
}

const pairs = (bytes: Buffer) => (createHash('sha256').update(bytes).digest('hex').toUpperCase().match(/../g) ?? []).join(':')
