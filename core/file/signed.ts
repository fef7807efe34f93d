import { sign, verify } from '../access/sign.ts'
import type { Config } from '../config.ts'

/** Signed URL of one private file, valid for some minutes. */
export function signedPath(config: Config, path: string, minutes = 10): string {
  const expires = Math.floor(Date.now() / 1_000) + minutes * 60
  return `/files/${path}?expires=${expires}&signature=${sign(config, 'file', `${path} ${expires}`)}`
}

/** Whether the signature of a file URL is valid and not expired. */
export function isSigned(config: Config, path: string, expires: string | undefined, signature: string | undefined): boolean {
  if (!expires || !/^\d{1,12}$/.test(expires) || Number(expires) * 1_000 < Date.now()) return false
  return verify(config, 'file', `${path} ${expires}`, signature ?? '')
}
