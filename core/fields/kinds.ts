import { formatMoney, parseMoney } from '../money.ts'
import type { Widget } from '../wire.ts'
import type { FieldMeta, KindName } from './types.ts'

/** Thrown by `fromText` with the catalogue key of what is wrong with a typed value. */
export class BadText extends Error {
  readonly key: string
  constructor(key: string) {
    super(key)
    this.key = key
  }
}

/** How a kind of field is stored, read, typed and drawn. */
export interface Kind {
  widget: Widget
  /** PostgreSQL type of its column as `format_type` names it; null when it has none. */
  column: string | null
  /** Bound value of a wire value. */
  toDb(value: unknown, meta: FieldMeta): unknown
  /** Wire value of what a query answered. */
  fromDb(raw: unknown, meta: FieldMeta): unknown
  /** Wire value of what a person typed in a multipart form or a sheet cell. @throws BadText */
  fromText(text: string, meta: FieldMeta): unknown
}

const same = (v: unknown) => v
const asText = (column: string | null, widget: Widget): Kind => ({ widget, column, toDb: same, fromDb: same, fromText: same })
const words = { yes: new Set(['1', 'true', 'yes', 'y', 'on', '是']), no: new Set(['0', 'false', 'no', 'n', 'off', '否', '']) }

const whole = (text: string): number => {
  if (!/^-?\d{1,15}$/.test(text.trim())) throw new BadText('core:rule.integer')
  return Number(text)
}

/** ISO instant of what PostgreSQL prints inside JSON ("2026-11-21T05:00:00+00:00"). */
const instant = (raw: unknown) => (typeof raw === 'string' ? new Date(raw).toISOString() : raw)

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new BadText('core:rule.json')
  }
}

/** A list out of one cell or form value: JSON, or parts between bars. */
const list = (text: string): string[] => {
  const value = text.trim()
  if (value === '') return []
  if (value.startsWith('[')) return parseJson(value) as string[]
  return value
    .split('|')
    .map((part) => part.trim())
    .filter(Boolean)
}

/** Every kind of field, described once. */
export const kinds: Record<KindName, Kind> = {
  text: asText('text', 'text'),
  area: asText('text', 'area'),
  rich: asText('text', 'rich'),
  code: asText('text', 'code'),
  slug: asText('text', 'slug'),
  key: asText('text', 'text'),
  email: { ...asText('text', 'email'), toDb: (v) => (typeof v === 'string' ? v.trim().normalize('NFC').toLowerCase() : v) },
  url: asText('text', 'url'),
  phone: asText('text', 'phone'),
  // Stored as a hash in a column of its own, by the hooks of whoever declares it.
  password: asText(null, 'password'),
  image: asText('text', 'image'),
  file: asText('text', 'file'),
  int: { ...asText('integer', 'int'), fromText: whole },
  decimal: { ...asText('numeric', 'decimal'), fromDb: (v) => (v === null || v === undefined ? v : String(v)) },
  money: {
    widget: 'money',
    column: 'bigint',
    toDb: (v) => (v === null || v === undefined ? v : parseMoney(v as string | number)),
    fromDb: (v) => (v === null || v === undefined ? v : formatMoney(Number(v))),
    fromText: (t) => t.trim().replaceAll(',', ''),
  },
  flag: {
    ...asText('boolean', 'switch'),
    fromText: (t) => {
      const word = t.trim().toLowerCase()
      if (words.yes.has(word)) return true
      if (words.no.has(word)) return false
      throw new BadText('core:rule.boolean')
    },
  },
  pick: {
    ...asText('text', 'pick'),
    fromText: (t, meta) => meta.values?.find((v) => String(v).toLowerCase() === t.trim().toLowerCase()) ?? t,
  },
  tags: { ...asText('text[]', 'tags'), fromText: list },
  date: asText('date', 'date'),
  instant: { ...asText('timestamp with time zone', 'instant'), fromDb: instant },
  json: { ...asText('jsonb', 'json'), toDb: (v) => (v === undefined || v === null ? null : JSON.stringify(v)), fromText: parseJson },
  one: { ...asText('bigint', 'one'), fromText: whole },
  many: {
    ...asText(null, 'many'),
    fromText: (t) =>
      t.trim().startsWith('[')
        ? parseJson(t)
        : t
            .split(',')
            .map((p) => p.trim())
            .filter(Boolean)
            .map(whole),
  },
  rows: { ...asText(null, 'rows'), fromText: parseJson },
}

/** Column of a field in its table; null for link tables and child rows. */
export function columnOf(name: string, meta: FieldMeta): string | null {
  if (kinds[meta.kind].column === null || meta.ext) return null
  return meta.kind === 'money' ? `${name}_minor` : name
}

/** PostgreSQL type a field's column must have. */
export function columnType(meta: FieldMeta): string | null {
  if (meta.localized) return 'jsonb'
  if (meta.kind === 'pick' && typeof meta.values?.[0] === 'number') return 'integer'
  return kinds[meta.kind].column
}
