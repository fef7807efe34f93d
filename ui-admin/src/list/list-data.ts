import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Column, Page, ResourceInfo, Row } from 'stoa/api-types'
import { ApiError } from '../api/client.ts'
import { forget, listQuery, updateRow } from '../api/resource.ts'
import { notifyReverted } from '../common/toasts.tsx'
import { useT } from '../i18n/index.ts'
import type { ListState } from './list-address.ts'
import { asTree, TREE_LIMIT } from './tree.ts'

/** The rows of a list in its current state. */
export function useRows(resource: ResourceInfo, state: ListState, columns: readonly Column[]) {
  const { language } = useT()
  const { page, limit, sort, q, filters } = state
  const tree = asTree(resource, state)
  const extra = columns
    .filter((column) => column.extra)
    .map((column) => column.name)
    .sort()
    .join()
  const ask = (from: number, most: number) =>
    listQuery(resource.name, { language, page: from, limit: most, sort, q, ...filters, fields: extra })
  const whole = useQuery({ ...ask(1, TREE_LIMIT), enabled: tree })
  const tooMany = whole.data !== undefined && whole.data.total > whole.data.data.length
  const plain = useQuery({ ...ask(page, limit), enabled: !tree || tooMany })
  return tree && !tooMany ? whole : plain
}

/** Saves single cells optimistically. Throws the error after restoring the old value. */
export function useCellSaver(resource: ResourceInfo) {
  const { t, language } = useT()
  const queries = useQueryClient()
  const key = ['list', resource.name]

  const patch = (ids: number[], part: Record<string, unknown>) =>
    queries.setQueriesData<Page>(
      { queryKey: key },
      (page) => page && { ...page, data: page.data.map((row) => (ids.includes(row.id) ? { ...row, ...part } : row)) },
    )

  const getLabel = (field: string) => resource.columns.find((column) => column.name === field)?.label ?? field

  const saveCell = async (row: Row, field: string, value: unknown): Promise<void> => {
    patch([row.id], { [field]: value })
    const version = resource.locked && row['version'] !== undefined ? { version: row['version'] } : {}
    try {
      await updateRow(resource.name, row.id, { [field]: value, language, ...version })
    } catch (error) {
      patch([row.id], { [field]: row[field] })
      // Another user has changed the row, so it is reloaded before the next attempt.
      if (error instanceof ApiError && error.code === 'STALE') forget(resource.name)
      notifyReverted(t('failure.cell', { field: getLabel(field) }), error, getLabel)
      throw error
    }
  }

  return saveCell
}
