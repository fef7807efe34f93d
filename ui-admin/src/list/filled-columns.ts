import { useMemo, useState } from 'react'
import type { Column, Page, ResourceInfo, Row } from 'stoa/api-types'
import { titleColumn } from '../common/paths.ts'
import { can } from '../state/session.ts'
import { isTypable } from './columns.ts'

/** Whether a value is displayed as blank. */
export const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/**
 * The columns with at least one value. A column stays once a row had a value in it, so that columns do not disappear while paging. Editable
 * columns, the sort column and the title column always stay.
 */
export function useFilledColumns(resource: ResourceInfo, columns: Column[], sort: string, page: Page | undefined): Column[] {
  const [filled, setFilled] = useState<ReadonlySet<string>>(new Set())
  const rows = page?.data
  const found = useMemo(() => findFilled(columns, rows ?? []), [columns, rows])
  // Set while rendering, so that no frame lacks a column that has just got a value.
  if (found.some((name) => !filled.has(name))) setFilled(new Set([...filled, ...found]))
  return useMemo(() => {
    const [first] = rows ?? []
    if (!first) return columns
    const naming = titleColumn(resource, first)
    const mayEdit = can(resource, 'update')
    return columns.filter(
      (column) =>
        filled.has(column.name) || column.name === naming || column.name === sort.replace(/^-/, '') || (mayEdit && isTypable(column)),
    )
  }, [resource, columns, sort, rows, filled])
}

const findFilled = (columns: Column[], rows: Row[]): string[] =>
  columns.map(({ name }) => name).filter((name) => rows.some((row) => !isBlank(row[name])))
