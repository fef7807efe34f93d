import type { Config } from '../config.ts'
import { seal, unseal } from '../access/seal.ts'

/** Parts of a message that only its recipient may read, such as links with tokens, and codes. */
export interface SecretParts {
  config: Config
  parts: readonly string[]
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Masks the secret parts of a text, in all their encoded forms. */
export function maskSecrets(text: string, parts: readonly string[]): string {
  const all = parts.filter(Boolean).flatMap((part) => [part, escaped(part), encodeURIComponent(part)])
  return all.sort((a, b) => b.length - a.length).reduce((rest, part) => rest.replaceAll(part, '•••'), text)
}

/** The texts with masked secrets, as staff see them, and the encrypted originals for sending; null when there are no secrets. */
export function sealSecrets<T extends Record<string, string>>(
  purpose: string,
  texts: T,
  hidden?: SecretParts,
): { masked: T; sealed: string | null } {
  const parts = hidden?.parts.filter(Boolean) ?? []
  if (!hidden || parts.length === 0) return { masked: texts, sealed: null }
  const masked = Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, maskSecrets(value, parts)])) as T
  return { masked, sealed: seal(hidden.config, purpose, JSON.stringify(texts)) }
}

/** Decrypts the original texts of a message. Undefined when no key fits. */
export function unsealSecrets<T extends Record<string, string>>(
  config: Config,
  purpose: string,
  masked: T,
  sealed: string | null,
): T | undefined {
  if (sealed === null) return masked
  const plain = unseal(config, purpose, sealed)
  return plain === undefined ? undefined : { ...masked, ...(JSON.parse(plain) as T) }
}
