import { AppError } from 'stoa'
import type { ClickUpStatus } from '../../domain/task-statuses.ts'
import { UNREADABLE } from '../../errors.ts'
import { isObject, type JsonObject } from '../json.ts'
import { readList, readText } from '../read-answers.ts'

/** A member of a list, or an assignee of a task. */
export interface Member {
  id: number
  /** In lower case. */
  email: string
}

/** A task of ClickUp. */
export interface RemoteTask {
  id: string
  title: string
  description: string
  status: ClickUpStatus
  /** Unix time in milliseconds. */
  due: number | null
  hasDueTime: boolean | null
  assignees: Member[]
  /** ISO 8601. */
  updatedAt: string
  url: string | null
  listId: string
  isSubtask: boolean
  isArchived: boolean
}

/** A list of ClickUp. */
export interface RemoteList {
  id: string
  name: string
  spaceId: string
  statuses: ClickUpStatus[]
}

const MAX_TITLE = 200

/** A task id: letters and digits. It becomes a part of addresses, so nothing else is accepted. */
export const isTaskId = (id: string): boolean => /^[a-zA-Z0-9]{1,40}$/.test(id)

/** A time in milliseconds, which ClickUp writes as a text. */
function readTime(value: unknown): number | null {
  const time = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof time === 'number' && Number.isSafeInteger(time) && time > 0 ? time : null
}

const readStatus = (value: unknown): ClickUpStatus =>
  isObject(value) ? { status: readText(value.status), type: readText(value.type) } : { status: '', type: '' }

const readMember = ({ id, email }: JsonObject): Member[] =>
  Number.isSafeInteger(id) ? [{ id: Number(id), email: readText(email).trim().toLowerCase() }] : []

function readUrl(value: unknown): string | null {
  const text = readText(value)
  return URL.canParse(text) && text.startsWith('https://') ? text : null
}

const readId = (value: unknown): string => (isObject(value) ? String(value.id) : '')

/** A task. @throws AppError UNREADABLE */
export function readTask(task: JsonObject): RemoteTask {
  const updated = readTime(task.date_updated) ?? readTime(task.date_created)
  if (typeof task.id !== 'string' || !isTaskId(task.id) || updated === null) throw new AppError(UNREADABLE)
  return {
    id: task.id,
    title: readText(task.name).replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TITLE),
    description: readText(task.description),
    status: readStatus(task.status),
    due: readTime(task.due_date),
    hasDueTime: typeof task.due_date_time === 'boolean' ? task.due_date_time : null,
    assignees: Array.isArray(task.assignees) ? readList(task.assignees).flatMap(readMember) : [],
    updatedAt: new Date(updated).toISOString(),
    url: readUrl(task.url),
    listId: readId(task.list),
    isSubtask: typeof task.parent === 'string' && task.parent !== '',
    isArchived: task.archived === true,
  }
}

/** One page of the tasks of a list. @throws AppError UNREADABLE */
export function readTaskPage({ tasks, last_page }: JsonObject): { tasks: RemoteTask[]; isLast: boolean } {
  const page = readList(tasks).map(readTask)
  return { tasks: page, isLast: last_page === true || page.length === 0 }
}

/** A list with its statuses. @throws AppError UNREADABLE */
export function readTaskList(list: JsonObject): RemoteList {
  if (typeof list.id !== 'string') throw new AppError(UNREADABLE)
  const statuses = Array.isArray(list.statuses) ? readList(list.statuses).map(readStatus) : []
  return { id: list.id, name: readText(list.name), spaceId: readId(list.space), statuses }
}

/** The members of a list. @throws AppError UNREADABLE */
export const readMembers = ({ members }: JsonObject): Member[] => readList(members).flatMap(readMember)
