import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import type { Answer, Client } from '../../../tests/support/app.ts'
import { type FakeClickUp, startFakeClickUp } from '../fakes/server.ts'
import { FAKE } from '../fakes/state.ts'

const toLoggable = (_key: string, value: unknown): unknown =>
  value instanceof Error ? { message: value.message, stack: value.stack } : value

/** A shop that is connected to a fake of ClickUp, for the tests of a file. */
export interface ClickUpFixture {
  readonly shop: ReturnType<typeof suite>
  readonly fake: FakeClickUp
  /** Everything that the server logs. */
  readonly lines: readonly string[]
  /** Bodies and headers of all answers that the tests received. */
  readonly bodies: readonly string[]
  /** Calls the admin API as the owner, or as somebody else. */
  call(method: 'get' | 'post' | 'put' | 'delete', path: string, body?: unknown, client?: Client): Promise<Answer>
  /** Stores the address of the fake with a token and other settings. @throws Error when they are refused */
  connect(values?: object): Promise<void>
}

/** Starts a shop and a fake of ClickUp for the tests of a file. After each test the fake has no failures, and no rate limit is stored. */
export function createClickUpFixture(plugins: readonly string[] = ['clickup', 'staff', 'tasks']): ClickUpFixture {
  const shop = suite(plugins)
  const lines: string[] = []
  const bodies: string[] = []
  let fake: FakeClickUp
  beforeAll(async () => {
    fake = await startFakeClickUp()
    for (const level of ['debug', 'info', 'warn', 'error'] as const)
      vi.spyOn(shop.it.kernel.log, level).mockImplementation((...args: unknown[]) => void lines.push(JSON.stringify(args, toLoggable)))
  })
  afterAll(() => fake.stop())
  afterEach(async () => {
    fake.state.set()
    await shop.it.kernel.db.run(sql`delete from clickup_rate_limit`)
  })
  const call: ClickUpFixture['call'] = async (method, path, body, client = shop.owner) => {
    const answer = method === 'get' ? await client.get(`/api/admin/${path}`) : await client[method](`/api/admin/${path}`, body)
    bodies.push(answer.raw.body, JSON.stringify(answer.headers))
    return answer
  }
  return {
    shop,
    lines,
    bodies,
    call,
    get fake() {
      return fake
    },
    async connect(values = {}) {
      const { status, raw } = await call('put', 'settings/clickup', { ...fake.settings, token: FAKE.token, ...values })
      if (status !== 200) throw new Error(raw.body)
    },
  }
}
