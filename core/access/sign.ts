import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Config, signingKeys } from '../config.ts'

const mac = (key: string, purpose: string, value: string) => createHmac('sha256', key).update(`${purpose}\0${value}`).digest()

/** Cache of the keys by configuration. */
const keysByConfig = new WeakMap<Config, readonly string[]>()
function getKeys(config: Config): readonly string[] {
  let keys = keysByConfig.get(config)
  if (!keys) keysByConfig.set(config, (keys = signingKeys(config)))
  return keys
}

/** Signs a value for one purpose with the shop's key (HMAC): for links and guest tokens that need no storage. */
export const sign = (config: Config, purpose: string, value: string): string =>
  mac(getKeys(config)[0] ?? '', purpose, value).toString('base64url')

/** Whether a signature was made with any of the shop's active keys. Compares in constant time. */
export function verify(config: Config, purpose: string, value: string, signature: string): boolean {
  const actual = Buffer.from(signature, 'base64url')
  return getKeys(config).some((key) => {
    const right = mac(key, purpose, value)
    return right.length === actual.length && timingSafeEqual(right, actual)
  })
}
