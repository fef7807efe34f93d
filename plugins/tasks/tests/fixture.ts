import { expect } from 'vitest'
import { definePlugin, sql } from 'stoa'
import type { suite } from 'stoa/testing'
import type { Answer, Client } from '../../../tests/support/app.ts'
import type { TaskChange } from '../index.ts'

type Shop = ReturnType<typeof suite>

/** A member of staff. */
export interface Person {
  client: Client
  id: number
  name: string
}

/** All rights on tasks, one permission each. */
export const rights = ['get', 'create', 'update', 'destroy', 'start', 'complete', 'cancel', 'reopen'].map((verb) => `${verb} task`)

/** Events of tasks that another plugin received. */
export const received: { event: string; change: TaskChange }[] = []
const receive = (event: string) => async (change: TaskChange) => void received.push({ event, change })

/** A plugin that synchronizes tasks with another tool. */
export const listener = definePlugin({
  id: 'listener',
  after: ['tasks'],
  on: { 'task.created': receive('created'), 'task.updated': receive('updated'), 'task.completed': receive('completed') },
})

/** People and tasks for tests. */
export function createTaskFixture(shop: Shop) {
  const db = () => shop.it.kernel.db
  return {
    async hire(permissions: readonly string[] = []): Promise<Person> {
      const client = await shop.it.staff(permissions)
      const { body } = await client.get('/api/admin')
      return { client, id: body.id, name: body.name }
    },
    /** Creates a task by the own route. Returns its id. */
    async create({ client }: Person, values: object): Promise<number> {
      const made = await client.post('/api/admin/my/task', values)
      expect(made.status, JSON.stringify(made.body)).toBe(201)
      return made.body.id
    },
    read: async ({ client }: Person, id: number): Promise<Answer['body']> => (await client.get(`/api/admin/my/task/${id}`)).body,
    move: ({ client }: Person, id: number, action: string): Promise<Answer> => client.post(`/api/admin/my/task/${id}/status`, { action }),
    /** Titles of the tasks that a list of the caller shows. */
    own: async ({ client }: Person, query = ''): Promise<string[]> =>
      (await client.get(`/api/admin/my/task?${query}`)).body.data.map(({ title }: { title: string }) => title),
    /** Texts of the notifications of a person, oldest first. */
    notices: async ({ client }: Person): Promise<string[]> =>
      (await client.get('/api/admin/notice')).body.data.map(({ text }: { text: string }) => text).toReversed(),
    open: (seriesOf: number) =>
      db().rows<{ id: number; due: string; status: string }>(sql`
        select id, to_char(due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI') as due, status from task
        where series_id = (select series_id from task where id = ${seriesOf}) and status in ('to_do', 'process')`),
    /** A date so many days from today in the shop. */
    day: async (days: number): Promise<string> =>
      (await db().one<{ day: string }>(sql`select to_char(business_day() + ${days}::int, 'YYYY-MM-DD') as day`))?.day ?? '',
  }
}
