import type { ActionInfo, ResourceInfo, Row } from 'stoa/api-types'
import { actionsFor } from '../list/row-menu.tsx'

/** Whether a permitted transition makes sense for a row. */
export type Offers<R extends Row> = (row: R, moveItem: ActionInfo) => boolean

/** The transitions of a row from a status. */
export function movesFrom<R extends Row>(resource: ResourceInfo, row: R, status: string, offers: Offers<R> = () => true): ActionInfo[] {
  if (!resource.status) return []
  return actionsFor(resource, { ...row, [resource.status]: status }).filter((action) => action.to !== undefined && offers(row, action))
}

/** The statuses a board shows: its own, or those of the list filter. */
export function statusesShown(resource: ResourceInfo, made: readonly string[], filters: Readonly<Record<string, string>>): string[] {
  const requestedStatuses = filters[resource.status ?? '']?.split(',')
  if (!requestedStatuses) return [...made]
  const others = requestedStatuses.filter((word) => !made.includes(word))
  return [...made.filter((word) => requestedStatuses.includes(word)), ...others]
}

/** The filters of every column: all but the status filter. */
export function filtersBeside(resource: ResourceInfo, filters: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).filter(([name]) => name !== resource.status))
}
