import { validationError, message } from 'stoa'
import { headerKey } from '../source/cell.ts'
import { asMapping, type Mapping } from './mapping.ts'

/** What somebody says about one sheet, over a mapping or the names of its columns. */
export type Amendment = Partial<Pick<Mapping, 'columns' | 'constants' | 'group' | 'inherit' | 'firstLine' | 'plus' | 'base'>>

/** An amendment as a client sent it, absent parts being null. @throws Failed INVALID naming the part */
export function asAmendment(given: { [K in keyof Amendment]: unknown }): Amendment | undefined {
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined))
  for (const [name, value] of Object.entries(said)) {
    try {
      asMapping({ columns: {}, [name]: value })
    } catch {
      throw validationError({ [name]: message('sheets:error.mapping', { where: `/${name}` }) })
    }
  }
  if (Object.keys(said).length === 0) return undefined
  const { columns, ...rest } = asMapping({ columns: {}, ...said })
  return { ...rest, ...(given.columns === null || given.columns === undefined ? {} : { columns }) }
}

/**
 * A mapping with what was said over it: of a column or constant the last word counts, a constant without a text is dropped, and who
 * says by which columns lines belong together means them wherever they stand.
 */
export function amended(mapping: Mapping, { columns, constants, group, ...said }: Amendment): Mapping {
  const named = new Set(Object.keys(columns ?? {}).map(headerKey))
  const kept = Object.entries(mapping.columns).filter(([name]) => !named.has(headerKey(name)))
  const fixed = Object.entries({ ...mapping.constants, ...constants }).filter(([, value]) => value.trim() !== '')
  const { group: _, gather: __, constants: ___, ...rest } = mapping
  const groups = group === undefined ? mapping : group.length === 0 ? {} : { group, gather: true }
  return {
    ...rest,
    ...said,
    columns: { ...Object.fromEntries(kept), ...columns },
    ...(groups.group === undefined ? {} : { group: groups.group }),
    ...(groups.gather === undefined ? {} : { gather: groups.gather }),
    ...(fixed.length > 0 ? { constants: Object.fromEntries(fixed) } : {}),
  }
}
