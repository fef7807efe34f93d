import type { FastifyInstance } from 'fastify'

const columns = `t.id, t.version, t.title, t.status, t.priority, t.due_at, a.name as assignee, jsonb_array_length(t.checklist) as items`
const from = 'from task t left join account a on a.id = t.assignee_admin_id'

const own = `select json_build_object('data', (select json_agg(x) from (select ${columns} ${from}
  where t.assignee_admin_id = (select id from account where email = 'reader@shop.test') and t.status in ('to_do', 'process') order by t.due_at, t.id limit 201) x)) as body`
const column = `select json_build_object('total', (select count(*) from task where status = $1), 'data', (select json_agg(x) from (select ${columns} ${from}
  where t.status = $1 order by t.due_at, t.id limit 20) x)) as body`

type Send = (name: string, text: string, values: unknown[]) => Promise<unknown>

/** Hand-written lists of tasks. */
export function addTasks(app: FastifyInstance, send: Send): void {
  app.get('/admin/my/task', () => send('own tasks', own, []))
  app.get('/admin/task', (r) => send('task column', column, [(r.query as { status: string }).status]))
}
