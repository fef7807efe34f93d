import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { api, forget } from 'stoa/admin'
import type { TaskHistory, TaskLines, TaskPeopleAnswer, TasksAbout, TaskView } from '../api-types.ts'

/** Which of the tasks that concern the user. */
export const ownViews = ['assigned', 'created', 'watched'] as const
export type OwnView = (typeof ownViews)[number]

export const ownTasksQuery = (view: OwnView, closed = false) =>
  queryOptions({
    queryKey: ['tasks', 'own', view, closed],
    queryFn: ({ signal }) => api<TaskLines>('my/task', { query: { view, closed }, signal }),
  })

export const tasksAboutQuery = (resource: string, id: number) =>
  queryOptions({
    queryKey: ['tasks', 'about', resource, id],
    // A page may show a record that its reader cannot read as a row. It has no tasks then.
    retry: false,
    queryFn: ({ signal }) => api<TasksAbout>('my/task/about', { query: { subject: resource, subject_id: id }, signal }),
  })

export const taskQuery = (id: string | number) =>
  queryOptions({ queryKey: ['tasks', 'view', String(id)], queryFn: ({ signal }) => api<TaskView>(`my/task/${id}`, { signal }) })

export const historyQuery = (id: number) =>
  queryOptions({
    queryKey: ['tasks', 'history', id],
    queryFn: ({ signal }) => api<TaskHistory>(`my/task/${id}/history`, { signal }),
  })

export const peopleQuery = queryOptions({
  queryKey: ['tasks', 'people'],
  queryFn: ({ signal }) => api<TaskPeopleAnswer>('my/task/people', { signal }),
})

/** Reloads everything that shows tasks. */
export function useReloadTasks(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    forget('task')
    await client.invalidateQueries({ queryKey: ['tasks'] })
  }
}
