import { isLocale, type Locale, message } from 'stoa'
import { headerKey } from '../source/cell.ts'
import type { Line } from '../source/line.ts'
import type { Column, Layout } from './columns.ts'
import type { Loss } from './precision-losses.ts'
import type { Mapping } from './mapping.ts'

/** For each per-language column, the columns of the same field by language. */
export function getSiblings(layout: Layout): ReadonlyMap<Column, ReadonlyMap<Locale, Column>> {
  const localized = layout.columns.filter((c) => c.locale !== undefined && c.field !== undefined)
  const families = new Map<string, Map<Locale, Column>>()
  const getFamilyKey = (c: Column) => `${c.level.resource.name} ${c.field?.name ?? ''}`
  for (const c of localized) {
    const family = families.get(getFamilyKey(c)) ?? new Map<Locale, Column>()
    if (c.locale) families.set(getFamilyKey(c), family.set(c.locale, c))
  }
  return new Map(localized.map((c) => [c, families.get(getFamilyKey(c)) ?? new Map()]))
}

/** The language of a line's texts: one of ours, or the code of a language the shop does not have. */
export interface LineLanguage {
  locale?: Locale
  unknown?: string
}

/** Reads the language of a line from the column that the mapping names, in our codes or in theirs. */
export function languageReader({ language }: Mapping, at: number | undefined): (line: Line) => LineLanguage {
  const localesByValue = new Map(Object.entries(language?.values ?? {}).map(([theirs, ours]) => [theirs.toLowerCase(), ours]))
  return (line) => {
    const code = at === undefined ? '' : (line.cells[at] ?? '').trim()
    const requested = localesByValue.get(code.toLowerCase()) ?? code
    return requested === '' ? {} : isLocale(requested) ? { locale: requested } : { unknown: code }
  }
}

/** Warning: the text of a cell is in a language the shop does not have. */
export const foreignText = (cell: Loss['cell'], code: string): Loss => ({ cell, why: message('sheets:warning.language', { code }) })

/** Warns of cells in columns such as `name:de`, whose language the shop does not have. */
export function foreignColumns(header: readonly string[], layout: Layout, mapping: Mapping): (line: Line) => readonly Loss[] {
  const read = new Set(Object.entries(mapping.columns).flatMap(([name, targets]) => (targets === null ? [] : [headerKey(name)])))
  const found = header.flatMap((name, at) => {
    const [, baseName = '', code = ''] = /^(\w+):(\w{2,3}(?:-\w{2,8})?)$/.exec(name.trim()) ?? []
    const isText = layout.byName.get(baseName.toLowerCase())?.locale !== undefined
    return isText && !isLocale(code) && !read.has(headerKey(name)) ? [{ at, name, code }] : []
  })
  return (line) =>
    found.flatMap(({ at, name, code }) => {
      const value = (line.cells[at] ?? '').trim()
      return value === '' ? [] : [foreignText({ text: value, line: line.line, header: name }, code)]
    })
}
