import type { Kernel } from '../context.ts'
import type { Message, Messages } from '../http/errors.ts'
import type { Resource } from '../resource/compile.ts'
import type { Locale } from '../api-types.ts'

/**
 * Label of a field: the plugin's own `<plugin>:<resource>.<field>`, a contributing plugin's, or the common `core:field.<field>`, so
 * that "Title" or "Enabled" is translated once.
 */
export const fieldLabel = (kernel: Kernel, locale: Locale, r: Resource, field: string): string => kernel.i18n.t(locale, labelKeys(r, field))

export function labelKeys(r: Resource, field: string): string[] {
  const ext = (r.byName.get(field) ?? r.columns.get(field))?.meta.ext
  return [`${ext ?? r.plugin}:${r.name}.${field}`, `core:field.${field}`]
}

/** Label of a status word. */
export const statusLabel = (kernel: Kernel, locale: Locale, word: string): string => kernel.i18n.t(locale, `core:status.${word}`)

function resolve(kernel: Kernel, locale: Locale, value: Message): Message {
  if (typeof value === 'string' || !value.params) return value
  const params = Object.fromEntries(Object.entries(value.params).map(([k, v]) => [k, param(kernel, locale, v)]))
  return { key: value.key, params }
}

/** A parameter may be a field or status label, to be translated into the reader's language. */
function param(kernel: Kernel, locale: Locale, value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  if ('status' in value) return statusLabel(kernel, locale, String(value.status))
  if ('resource' in value && 'field' in value) {
    return fieldLabel(kernel, locale, kernel.registry.resource(String(value.resource)), String(value.field))
  }
  return value
}

/** Translates error messages. */
export function translateMessages(kernel: Kernel, locale: Locale, texts: Messages): Record<string, string[]> | string[] {
  const say = (value: Message) => kernel.i18n.text(locale, resolve(kernel, locale, value))
  if (Array.isArray(texts)) return texts.map(say)
  return Object.fromEntries(Object.entries(texts).map(([field, list]) => [field, list.map(say)]))
}
