import { createHash, createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto'
import type { PemFacts } from '../admin-api-types.ts'

/** Parses a PEM file; undefined if it has neither a certificate nor a key. A certificate takes precedence over a key. */
export function parsePem(pem: string): PemFacts | undefined {
  try {
    if (pem.includes('BEGIN CERTIFICATE')) {
      const found = new X509Certificate(pem)
      const end = new Date(found.validTo)
      return { kind: 'certificate', fingerprint: found.fingerprint256, not_after: end.toISOString(), expired: end < new Date() }
    }
    const isPrivate = pem.includes('PRIVATE KEY')
    const key = createPublicKey(isPrivate ? createPrivateKey(pem) : pem)
    const bytes = key.export({ type: 'spki', format: 'der' })
    return { kind: isPrivate ? 'private key' : 'public key', fingerprint: toFingerprint(bytes), not_after: null, expired: false }
  } catch {
    return undefined
  }
}

const toFingerprint = (bytes: Buffer) => (createHash('sha256').update(bytes).digest('hex').toUpperCase().match(/../g) ?? []).join(':')
