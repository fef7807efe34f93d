import { validationError, message } from 'stoa'
import { headerKey } from '../source/cell.ts'
import { asMapping, type Mapping } from './mapping.ts'

/** Changes to a mapping, or to the columns matched by name, for one file. */
export type Amendment = Partial<Pick<Mapping, 'columns' | 'constants' | 'group' | 'inherit' | 'firstLine' | 'plus' | 'base'>>

/** Parses an amendment from a request, where absent parts are null. @throws AppError INVALID naming the part */
export function asAmendment(parts: { [K in keyof Amendment]: unknown }): Amendment | undefined {
  const definedParts = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== null && value !== undefined))
  for (const [name, value] of Object.entries(definedParts)) {
    try {
      asMapping({ columns: {}, [name]: value })
    } catch {
      throw validationError({ [name]: message('sheets:error.mapping', { where: `/${name}` }) })
    }
  }
  if (Object.keys(definedParts).length === 0) return undefined
  const { columns, ...rest } = asMapping({ columns: {}, ...definedParts })
  return { ...rest, ...(parts.columns === null || parts.columns === undefined ? {} : { columns }) }
}

/**
 * Applies an amendment to a mapping. The amendment wins for each column and constant; a constant without a text is removed. Group columns
 * of an amendment apply to lines that are not consecutive too.
 */
export function amended(mapping: Mapping, { columns, constants, group, ...otherOptions }: Amendment): Mapping {
  const named = new Set(Object.keys(columns ?? {}).map(headerKey))
  const keptColumns = Object.entries(mapping.columns).filter(([name]) => !named.has(headerKey(name)))
  const fixed = Object.entries({ ...mapping.constants, ...constants }).filter(([, value]) => value.trim() !== '')
  const { group: _, gather: __, constants: ___, ...rest } = mapping
  const groups = group === undefined ? mapping : group.length === 0 ? {} : { group, gather: true }
  return {
    ...rest,
    ...otherOptions,
    columns: { ...Object.fromEntries(keptColumns), ...columns },
    ...(groups.group === undefined ? {} : { group: groups.group }),
    ...(groups.gather === undefined ? {} : { gather: groups.gather }),
    ...(fixed.length > 0 ? { constants: Object.fromEntries(fixed) } : {}),
  }
}
