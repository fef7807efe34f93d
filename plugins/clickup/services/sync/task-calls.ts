import { AppError, type Ctx, NOT_FOUND } from 'stoa'
import type { ClickUpDue } from '../../domain/task-due.ts'
import { callClickUp } from '../call-clickup.ts'
import { type Member, readMembers, readTask, readTaskList, readTaskPage, type RemoteList, type RemoteTask } from './read-tasks.ts'

/** Values of a task that are sent. Absent ones stay as they are. */
export type TaskBody = Partial<ClickUpDue> & { name?: string; status?: string }

/** Most pages of one search, of a hundred tasks each. */
const MOST_PAGES = 50

/** A task; undefined when it was deleted. @throws AppError of `callClickUp` */
export async function findRemoteTask(ctx: Ctx, id: string): Promise<RemoteTask | undefined> {
  try {
    return readTask(await callClickUp(ctx, { method: 'GET', path: `/v2/task/${id}` }))
  } catch (error) {
    if (error instanceof AppError && error.kind === NOT_FOUND) return undefined
    throw error
  }
}

/** Creates a task in a list. @throws AppError of `callClickUp` */
export const createRemoteTask = async (
  ctx: Ctx,
  listId: string,
  body: TaskBody & { description: string; assignees: number[] },
): Promise<RemoteTask> => readTask(await callClickUp(ctx, { method: 'POST', path: `/v2/list/${listId}/task`, body }))

/** Changes a task. @throws AppError of `callClickUp` */
export const updateRemoteTask = async (
  ctx: Ctx,
  id: string,
  body: TaskBody & { assignees?: { add: number[]; rem: number[] } },
): Promise<RemoteTask> => readTask(await callClickUp(ctx, { method: 'PUT', path: `/v2/task/${id}`, body }))

/** Deletes a task. It may be deleted already. @throws AppError of `callClickUp` */
export async function deleteRemoteTask(ctx: Ctx, id: string): Promise<void> {
  await callClickUp(ctx, { method: 'DELETE', path: `/v2/task/${id}` }).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.kind !== NOT_FOUND) throw error
  })
}

/** A list with its statuses. @throws AppError of `callClickUp` */
export const readRemoteList = async (ctx: Ctx, id: string): Promise<RemoteList> =>
  readTaskList(await callClickUp(ctx, { method: 'GET', path: `/v2/list/${id}` }))

/** Who can be assigned to tasks of a list. @throws AppError of `callClickUp` */
export const listMembers = async (ctx: Ctx, id: string): Promise<Member[]> =>
  readMembers(await callClickUp(ctx, { method: 'GET', path: `/v2/list/${id}/member` }))

/**
 * Tasks of a list that were updated or created after a time, by pages.
 * @param since Unix time in milliseconds
 * @throws AppError of `callClickUp`
 */
export async function* listRemoteTasks(ctx: Ctx, listId: string, by: 'date_updated_gt' | 'date_created_gt', since: number) {
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = new URLSearchParams({ [by]: String(since), include_closed: 'true', subtasks: 'true', page: String(page) })
    const answer = readTaskPage(await callClickUp(ctx, { method: 'GET', path: `/v2/list/${listId}/task?${query}` }))
    yield answer.tasks
    if (answer.isLast) return
  }
}
