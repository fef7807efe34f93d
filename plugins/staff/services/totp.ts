import type { TOTP } from 'otpauth'
import { qrCode } from 'stoa'

/** How many steps of thirty seconds a clock may be off. */
const DRIFT = 1

/** A clock for a secret as authenticator apps know it: six digits, thirty seconds, SHA-1, which is all that many of them can do. */
async function findClock(secret: string, names: { issuer: string; label: string } = { issuer: 'Stoa', label: '' }): Promise<TOTP> {
  const { TOTP, Secret } = await import('otpauth')
  return new TOTP({ ...names, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 })
}

/** A new secret of 160 bits, in base32. */
export async function newSecret(): Promise<string> {
  const { Secret } = await import('otpauth')
  return new Secret({ size: 20 }).base32
}

/** The step a code belongs to; undefined when it is none of this moment. */
export async function getStep(secret: string, code: string): Promise<number | undefined> {
  const clock = await findClock(secret)
  const off = clock.validate({ token: code, window: DRIFT })
  return off === null ? undefined : clock.counter() + off
}

/** What an app reads: the address of a secret, and that as a picture. */
export async function formatUri(secret: string, names: { issuer: string; label: string }): Promise<{ uri: string; qr: string }> {
  const uri = (await findClock(secret, names)).toString()
  return { uri, qr: await qrCode(uri) }
}
