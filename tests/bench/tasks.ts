import pg from 'pg'
import { staff } from './fill.ts'
import type { Operation } from './load.ts'

/**
 * Fills a migrated database with tasks, one in fifty of which is assigned to the reader.
 * @returns the token of a session
 */
export async function fillTasks(url: string, tasks: number): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const token = await staff(client, ['get task'])
  await client.query(
    `insert into task (title, status, priority, due_at, assignee_admin_id)
      select 'Task ' || n, (array['to_do', 'process', 'completed'])[1 + n % 3], (array['normal', 'high', 'low'])[1 + n / 3 % 3],
        now() + (n % 400 - 200) * interval '1 hour', case when n % 50 = 0 then (select id from account where email = 'reader@shop.test') end
      from generate_series(1, $1::int) n`,
    [tasks],
  )
  await client.query('vacuum analyze')
  await client.end()
  return token
}

/** The open tasks of the reader, and a column of the board. */
export function taskOperations(token: string): Operation[] {
  const headers = { authorization: `Bearer ${token}` }
  const column = 'status=to_do&sort=due_at&limit=20&fields=priority,due,assignee_admin_id'
  return [
    { name: 'my tasks', method: 'GET', ask: () => ({ path: '/admin/my/task?language=en-US' }), headers },
    { name: 'task board column', method: 'GET', ask: () => ({ path: `/admin/task?language=en-US&${column}` }), headers },
  ]
}
