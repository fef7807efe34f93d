/** Statuses of a task of the shop. */
export const taskStatuses = ['to_do', 'process', 'completed', 'canceled'] as const
export type TaskStatus = (typeof taskStatuses)[number]

/** A status of a list of ClickUp. Its type is `open`, `custom`, `done` or `closed`. */
export interface ClickUpStatus {
  status: string
  type: string
}

/** The status names of the settings, by status of the shop. */
export type StatusNames = Readonly<Record<TaskStatus, string>>

const TYPES: Readonly<Record<TaskStatus, readonly string[]>> = {
  to_do: ['open'],
  process: ['custom'],
  completed: ['closed', 'done'],
  canceled: ['closed', 'done'],
}

const toKey = (name: string): string => name.trim().toLowerCase()

/**
 * The status of the list for a status of the shop: the one of this name, else the first one of a fitting type. Undefined when the list has
 * none, so that the task keeps the status it has there.
 */
export function findClickUpStatus(status: TaskStatus, names: StatusNames, list: readonly ClickUpStatus[]): string | undefined {
  const named = list.find((candidate) => toKey(candidate.status) === toKey(names[status]))
  const typed = TYPES[status].map((type) => list.find((candidate) => candidate.type === type))
  return (named ?? typed.find((candidate) => candidate !== undefined))?.status
}

/** The status of the shop for a status of ClickUp: the first one of this name, else by its type. */
export function findTaskStatus({ status, type }: ClickUpStatus, names: StatusNames): TaskStatus {
  const named = taskStatuses.find((candidate) => names[candidate] !== '' && toKey(names[candidate]) === toKey(status))
  return named ?? taskStatuses.find((candidate) => TYPES[candidate].includes(type)) ?? 'process'
}
