import type { Config } from '../config.ts'
import { seal, unseal } from '../access/seal.ts'

/** What of a message only its receiver may read: links that open something, codes. Whoever writes it names them. */
export interface SecretParts {
  config: Config
  parts: readonly string[]
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A text without what is hidden in it, however markup writes it. */
export function maskSecrets(text: string, parts: readonly string[]): string {
  const all = parts.filter(Boolean).flatMap((part) => [part, escaped(part), encodeURIComponent(part)])
  return all.sort((a, b) => b.length - a.length).reduce((rest, part) => rest.replaceAll(part, '•••'), text)
}

/** Texts of a message as they are kept for staff, and what is needed to send it; null when nothing in it is hidden. */
export function sealSecrets<T extends Record<string, string>>(
  purpose: string,
  texts: T,
  hidden?: SecretParts,
): { kept: T; sealed: string | null } {
  const parts = hidden?.parts.filter(Boolean) ?? []
  if (!hidden || parts.length === 0) return { kept: texts, sealed: null }
  const kept = Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, maskSecrets(value, parts)])) as T
  return { kept, sealed: seal(hidden.config, purpose, JSON.stringify(texts)) }
}

/** The texts of a message as they were written. Undefined when they cannot be opened any more. */
export function unsealSecrets<T extends Record<string, string>>(
  config: Config,
  purpose: string,
  kept: T,
  sealed: string | null,
): T | undefined {
  if (sealed === null) return kept
  const plain = unseal(config, purpose, sealed)
  return plain === undefined ? undefined : { ...kept, ...(JSON.parse(plain) as T) }
}
