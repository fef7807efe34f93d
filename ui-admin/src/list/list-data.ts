import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Page, ResourceInfo, Row } from '#core/wire'
import { listQuery, setFlags, updateRow } from '../api/resource.ts'
import { notify, notifyFailure } from '../common/toasts.tsx'
import { useT } from '../i18n/index.ts'
import type { ListState } from './list-state.ts'
import { asTree, TREE_LIMIT } from './tree.ts'

const MOST_NAMED = 10

/** The rows of a list as it stands. */
export function useRows(resource: ResourceInfo, state: ListState) {
  const { language } = useT()
  const { page, limit, sort, q, filters } = state
  const tree = asTree(resource, state)
  const ask = (from: number, most: number) => listQuery(resource.name, { language, page: from, limit: most, sort, q, ...filters })
  const whole = useQuery({ ...ask(1, TREE_LIMIT), enabled: tree })
  const tooMany = whole.data !== undefined && whole.data.total > whole.data.data.length
  const plain = useQuery({ ...ask(page, limit), enabled: !tree || tooMany })
  return tree && !tooMany ? whole : plain
}

/** Saves single cells and flags, showing the new value before the server agrees. */
export function useCellSaver(resource: ResourceInfo) {
  const { t, language } = useT()
  const queries = useQueryClient()
  const key = ['list', resource.name]

  const patch = (ids: number[], part: Record<string, unknown>) =>
    queries.setQueriesData<Page>(
      { queryKey: key },
      (page) => page && { ...page, data: page.data.map((row) => (ids.includes(row.id) ? { ...row, ...part } : row)) },
    )

  const labelOf = (field: string) => resource.columns.find((column) => column.name === field)?.label ?? field

  /** Throws what the server refused, after the old value is back. */
  const saveCell = async (row: Row, field: string, value: unknown): Promise<void> => {
    patch([row.id], { [field]: value })
    const version = resource.locked && row['version'] !== undefined ? { version: row['version'] } : {}
    try {
      await updateRow(resource.name, row.id, { [field]: value, language, ...version })
    } catch (error) {
      patch([row.id], { [field]: row[field] })
      notifyFailure(t('failure.submit'), error, labelOf)
      throw error
    }
  }

  /** Sets a flag of many rows; tells what was refused and answers whether all went well. */
  const saveFlags = async (ids: number[], field: string, value: boolean): Promise<boolean> => {
    try {
      const { fails = [] } = await setFlags(resource.name, ids, field, value)
      if (fails.length === 0) return true
      const lines = fails.slice(0, MOST_NAMED).map(({ id, reason }) => `#${id}: ${reason}`)
      const rest = fails.length - lines.length
      if (rest > 0) lines.push(t('remove.andMore', { count: rest }))
      notify({ intent: 'warning', title: t('failure.batchUpdate'), lines })
    } catch (error) {
      notifyFailure(t('failure.batchUpdate'), error, labelOf)
    }
    return false
  }

  return { saveCell, saveFlags }
}
