import type { TOTP } from 'otpauth'
import { qrCode } from 'stoa'

/** Accepted clock drift, in steps of thirty seconds. */
const DRIFT = 1

/** TOTP parameters that all authenticator apps support: six digits, thirty seconds, SHA-1 (RFC 6238). */
async function findClock(secret: string, names: { issuer: string; label: string } = { issuer: 'Stoa', label: '' }): Promise<TOTP> {
  const { TOTP, Secret } = await import('otpauth')
  return new TOTP({ ...names, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 })
}

/** A new secret of 160 bits, in base32. */
export async function newSecret(): Promise<string> {
  const { Secret } = await import('otpauth')
  return new Secret({ size: 20 }).base32
}

/** The time step of a code; undefined when it is not valid now. */
export async function getStep(secret: string, code: string): Promise<number | undefined> {
  const clock = await findClock(secret)
  const off = clock.validate({ token: code, window: DRIFT })
  return off === null ? undefined : clock.counter() + off
}

/** The `otpauth` URI of a secret, and its QR code. */
export async function formatUri(secret: string, names: { issuer: string; label: string }): Promise<{ uri: string; qr: string }> {
  const uri = (await findClock(secret, names)).toString()
  return { uri, qr: await qrCode(uri) }
}
