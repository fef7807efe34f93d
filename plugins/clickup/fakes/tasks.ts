import { createHmac } from 'node:crypto'

/** A member of a list. */
export interface FakeMember {
  id: number
  username: string
  email: string
}

interface FakeStatus {
  status: string
  type: string
}

/** A task as the fake stores it; times are Unix times in milliseconds. */
export interface FakeTask {
  id: string
  listId: string
  name: string
  description: string
  status: string
  due_date: number | null
  assignees: number[]
  date_created: number
  date_updated: number
  parent: string | null
}

/** A webhook of a list. */
export interface FakeWebhook {
  id: string
  secret: string
  endpoint: string
  list_id: number
  events: string[]
  status: string
}

/** The list that the fake has, and its space. */
export const FAKE_LIST = '901200000001'

type Json = Record<string, unknown>
type Result = { status: number; json: unknown }

const ok = (json: unknown): Result => ({ status: 200, json })
const fail = (status: number, err: string, ECODE: string): Result => ({ status, json: { err, ECODE } })

/** Lists, tasks, members and webhooks of the fake. */
export class FakeTasks {
  readonly tasks = new Map<string, FakeTask>()
  readonly webhooks = new Map<string, FakeWebhook>()
  readonly members: FakeMember[] = [{ id: 48290, username: 'Mei Chan', email: 'mei@clickup.test' }]
  statuses: FakeStatus[] = [
    { status: 'to do', type: 'open' },
    { status: 'in progress', type: 'custom' },
    { status: 'complete', type: 'closed' },
  ]
  readonly spaceId: string
  #last = 0

  constructor(spaceId: string) {
    this.spaceId = spaceId
  }

  /** Creates a task. */
  create(values: Partial<FakeTask>): FakeTask {
    const id = `86fake${++this.#last}`
    const now = Date.now()
    const task: FakeTask = {
      ...{ id, listId: FAKE_LIST, name: 'Task', description: '', status: 'to do', due_date: null, assignees: [], parent: null },
      ...{ date_created: now, date_updated: now },
      ...values,
    }
    this.tasks.set(id, task)
    return task
  }

  /** Changes a task as a person does in ClickUp. */
  edit(id: string, values: Partial<FakeTask>): void {
    const task = this.tasks.get(id)
    if (!task) throw new Error(`the fake has no task ${id}`)
    Object.assign(task, { date_updated: Date.now() }, values)
  }

  /** The call of a webhook: the body, and its signature. */
  sign(taskId: string, event = 'taskUpdated'): { body: string; signature: string } {
    const [webhook] = this.webhooks.values()
    if (!webhook) throw new Error('no webhook is registered')
    const body = JSON.stringify({ webhook_id: webhook.id, event, task_id: taskId, history_items: [] })
    return { body, signature: createHmac('sha256', webhook.secret).update(body).digest('hex') }
  }

  #toJson({ listId, status, assignees, due_date, date_created, date_updated, ...task }: FakeTask): Json {
    return {
      ...task,
      status: this.statuses.find((known) => known.status === status) ?? { status, type: 'custom' },
      assignees: this.members.filter(({ id }) => assignees.includes(id)),
      due_date: due_date === null ? null : String(due_date),
      date_created: String(date_created),
      date_updated: String(date_updated),
      archived: false,
      url: `https://app.clickup.com/t/${task.id}`,
      list: { id: listId },
      space: { id: this.spaceId },
    }
  }

  /** Stores what a call sends. */
  #write(task: FakeTask, { name, status, due_date, description }: Json): Result {
    if (status !== undefined && !this.statuses.some((known) => known.status === status)) return fail(400, 'Status not found', 'ITEM_114')
    if (typeof name === 'string') task.name = name
    if (typeof status === 'string') task.status = status
    if (typeof description === 'string') task.description = description
    if (due_date !== undefined) task.due_date = typeof due_date === 'number' ? due_date : null
    task.date_updated = Date.now()
    this.tasks.set(task.id, task)
    return ok(this.#toJson(task))
  }

  #answerList(method: string, part: string | undefined, query: Record<string, string>, body: Json): Result {
    if (part === undefined) return ok({ id: FAKE_LIST, name: 'Office', space: { id: this.spaceId }, statuses: this.statuses })
    if (part === 'member') return ok({ members: this.members })
    if (method === 'POST') {
      const { id, ...empty } = this.create({ assignees: (body.assignees as number[] | undefined) ?? [] })
      const result = this.#write({ id, ...empty }, body)
      if (result.status !== 200) this.tasks.delete(id)
      return result
    }
    const found = [...this.tasks.values()].filter(
      (task) => task.date_updated > Number(query.date_updated_gt ?? 0) && task.date_created > Number(query.date_created_gt ?? 0),
    )
    return ok({ tasks: found.map((task) => this.#toJson(task)), last_page: true })
  }

  #answerTask(method: string, id: string, body: Json): Result {
    const task = this.tasks.get(id)
    if (!task) return fail(404, 'Task not found', 'ITEM_013')
    if (method === 'DELETE') {
      this.tasks.delete(id)
      return ok({})
    }
    if (method !== 'PUT') return ok(this.#toJson(task))
    const { add = [], rem = [] } = (body.assignees ?? {}) as { add?: number[]; rem?: number[] }
    task.assignees = [...new Set([...task.assignees.filter((member) => !rem.includes(member)), ...add])]
    return this.#write(task, body)
  }

  #answerWebhook(method: string, id: string | undefined, body: Json): Result {
    if (method === 'DELETE') return this.webhooks.delete(id ?? '') ? ok({}) : fail(404, 'Webhook not found', 'OAUTH_116')
    if (method === 'PUT') {
      const webhook = this.webhooks.get(id ?? '')
      return webhook ? ok({ id, webhook: Object.assign(webhook, body) }) : fail(404, 'Webhook not found', 'OAUTH_116')
    }
    const webhook = {
      ...(body as unknown as FakeWebhook),
      id: `fake-webhook-${++this.#last}`,
      secret: `fake-webhook-secret-${this.#last}`,
      status: 'active',
    }
    this.webhooks.set(webhook.id, webhook)
    return ok({ id: webhook.id, webhook })
  }

  /** Answers a call; undefined for one that is not about tasks. */
  answer(call: { method: string; path: string; query: Record<string, string>; body: unknown }): Result | undefined {
    const { method, query } = call
    const body = call.body as Json
    const [, kind, id, part] = /^\/api\/v2\/(list|task|team|webhook)\/([\w-]+)(?:\/(\w+))?$/.exec(call.path) ?? []
    if (kind === 'list') return id === FAKE_LIST ? this.#answerList(method, part, query, body) : fail(404, 'List not found', 'ITEM_009')
    if (kind === 'task' && id) return this.#answerTask(method, id, body)
    if (kind === 'webhook' || (kind === 'team' && part === 'webhook')) return this.#answerWebhook(method, id, body)
    return undefined
  }
}
