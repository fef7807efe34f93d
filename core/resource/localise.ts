import { textIn } from '../i18n/locale.ts'
import type { Registry } from '../plugin/registry.ts'
import type { Locale, Row } from '../wire.ts'
import type { Resource } from './compile.ts'

/** A row read in all languages, as one language shows it: texts instead of maps, with the usual fallback. */
export function inLanguage(registry: Registry, r: Resource, row: Row, language: Locale, main: Locale): Row {
  const out: Row = { ...row }
  for (const f of r.fields) {
    const value = row[f.name]
    if (value === undefined) continue
    if (f.meta.localized) {
      out[f.name] = textIn(value as object | null, language, main) || (f.meta.nullable ? null : '')
    } else if (f.meta.kind === 'rows') {
      out[f.name] = (value as Row[]).map((c) => inLanguage(registry, registry.resource(f.meta.to ?? ''), c, language, main))
    }
  }
  return out
}
