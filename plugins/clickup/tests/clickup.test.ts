import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { id, sql } from 'stoa'
import { suite } from 'stoa/testing'
import { type FakeClickUp, startFakeClickUp } from '../fakes/server.ts'
import { FAKE, RESET_SECONDS } from '../fakes/state.ts'

/** Everything that the server logs. */
const lines: string[] = []
/** Bodies of all answers that the tests received. */
const bodies: string[] = []
const shop = suite(['clickup', 'staff', 'tasks'])
let fake: FakeClickUp

beforeAll(async () => {
  fake = await startFakeClickUp()
  const toLoggable = (value: unknown): unknown => (value instanceof Error ? { message: value.message, stack: value.stack } : value)
  for (const level of ['debug', 'info', 'warn', 'error'] as const)
    vi.spyOn(shop.it.kernel.log, level).mockImplementation((...args: unknown[]) => {
      lines.push(JSON.stringify(args, (_key, value) => toLoggable(value)))
    })
})
afterAll(() => fake.stop())

const db = () => shop.it.kernel.db
const call = async (method: 'get' | 'post' | 'put' | 'delete', path: string, body?: unknown, client = shop.owner) => {
  const answer = method === 'get' ? await client.get(`/api/admin/${path}`) : await client[method](`/api/admin/${path}`, body)
  bodies.push(answer.raw.body, JSON.stringify(answer.headers))
  return answer
}
const connect = (token: string | null = FAKE.token) => call('put', 'settings/clickup', { ...fake.settings, token })
const SPACES = `clickup/team/${FAKE.workspace}/space`

beforeEach(async () => {
  const answer = await connect()
  if (answer.status !== 200) throw new Error(answer.raw.body)
})
afterEach(async () => {
  fake.state.set()
  await db().run(sql`delete from clickup_rate_limit`)
})

test('a code becomes a token that is stored, used and never returned', async () => {
  await connect(null)
  const before = await call('get', 'clickup/user')
  expect(before.status).toBe(409)
  expect(before.body).toMatchObject({ code: 'CLICKUP_TOKEN_INVALID', ECODE: 'OAUTH_017' })
  expect(before.body.messages).toEqual(['The token is invalid, please generate again'])

  const { body: address } = await call('get', 'clickup/oauth/address')
  expect(address.redirect_url).toBe(`${shop.it.kernel.config.publicUrl}/admin/clickup/callback`)
  const url = new URL(address.url)
  expect(`${url.origin}${url.pathname}`).toBe(fake.settings.authorize_url)
  expect(url.searchParams.get('client_id')).toBe(FAKE.client_id)
  expect(url.searchParams.get('redirect_uri')).toBe(address.redirect_url)
  const state = url.searchParams.get('state')

  const { length: callsBefore } = fake.state.calls
  const another = await shop.it.staff(['update configuration'])
  for (const [client, wrong] of [
    [shop.owner, 'absent'],
    [shop.owner, `${state}x`],
    [shop.owner, `9${state}`],
    [another, state],
  ] as const) {
    const refused = await call('post', 'clickup/oauth/token', { code: FAKE.code, state: wrong }, client)
    expect(refused.status).toBe(422)
    expect(Object.keys(refused.body.messages)).toEqual(['state'])
  }
  expect(fake.state.calls).toHaveLength(callsBefore)

  const connected = await call('post', 'clickup/oauth/token', { code: FAKE.code, state })
  expect(connected.status, connected.raw.body).toBe(200)
  expect(connected.body).toEqual({ access_token: FAKE.token.slice(-4) })
  expect((await call('get', 'clickup/user')).body).toEqual({
    user: { id: 48290, username: 'Mei Chan', initials: 'MC', color: '#827718' },
  })
  expect(fake.state.calls.at(-1)?.authorization).toBe(`Bearer ${FAKE.token}`)

  const again = await call('post', 'clickup/oauth/token', { code: FAKE.code })
  expect(again.status).toBe(422)
  expect(again.body).toMatchObject({ code: 'CLICKUP_REFUSED', ECODE: 'OAUTH_014', err: 'Code already used' })
})

test('client ID, secret and code are accepted in the address, and are sent to ClickUp in the body', async () => {
  fake.state.codes.add('second-code')
  await connect(null)
  const query = new URLSearchParams({ client_id: FAKE.client_id, client_secret: FAKE.client_secret, code: 'second-code' })
  const answer = await call('post', `clickup/oauth/token?${query}`)
  expect(answer.status, answer.raw.body).toBe(200)
  expect(fake.state.calls.at(-1)).toMatchObject({
    query: {},
    body: { client_id: FAKE.client_id, client_secret: FAKE.client_secret, code: 'second-code' },
  })
  const wrong = await call('post', 'clickup/oauth/token', { client_id: 'other', code: 'third-code' })
  expect(wrong.body).toMatchObject({ code: 'CLICKUP_REFUSED', ECODE: 'OAUTH_010' })
  expect((await call('get', 'settings/clickup')).body.values).toMatchObject({ client_id: FAKE.client_id, token: { set: true } })
  expect((await call('post', 'clickup/oauth/token', {})).body.messages).toHaveProperty('code')
})

test('a personal token is sent as it is, and a token with other characters is refused by field', async () => {
  await connect(FAKE.personal_token)
  expect((await call('get', 'clickup/team')).status).toBe(200)
  expect(fake.state.calls.at(-1)?.authorization).toBe(FAKE.personal_token)
  const wrong = await call('put', 'settings/clickup', { token: '權杖\n' })
  expect(wrong.status).toBe(422)
  expect(Object.keys(wrong.body.messages)).toEqual(['token'])
})

test('workspaces and spaces are listed without their members', async () => {
  expect((await call('get', 'clickup/team')).body).toEqual({
    teams: [{ id: FAKE.workspace, name: 'Stoa Trading', color: '#000000' }],
    stale_since: null,
  })
  const { body } = await call('get', SPACES)
  expect(body).toMatchObject({ spaces: [{ name: 'Shop floor', multiple_assignees: false }], stale_since: null })
  expect(body.spaces[0].features).toMatchObject({ tags: { enabled: true }, checklists: { enabled: false } })
  expect(JSON.stringify(body)).not.toContain('mei@clickup.test')
  expect(fake.state.calls.at(-1)?.query).toEqual({ archived: 'false' })
})

test('a space is created with everything on, changed and deleted, and the audit log names who did it', async () => {
  const made = await call('post', SPACES, { name: '  Warehouse 倉 ' })
  expect(made.status, made.raw.body).toBe(201)
  const sent = fake.state.calls.at(-1)?.body as { features: object }
  expect(sent).toMatchObject({ name: 'Warehouse 倉', multiple_assignees: true, features: { portfolios: { enabled: true } } })
  expect(Object.keys(sent.features)).toHaveLength(9)
  expect(made.body).toMatchObject({ name: 'Warehouse 倉', multiple_assignees: true })
  expect(made.body.statuses.map(({ status }: { status: string }) => status)).toEqual(['to do', 'complete'])

  const path = `clickup/space/${made.body.id}`
  const features = { tags: { enabled: false }, multiple_assignees: { enabled: false }, due_dates: { enabled: false } }
  const changed = await call('put', path, { name: 'Stock', features })
  expect(changed.status, changed.raw.body).toBe(200)
  expect(fake.state.calls.at(-1)?.body).toMatchObject({
    ...{ name: 'Stock', color: '#7b68ee', private: false, admin_can_manage: true, multiple_assignees: false },
    features: { tags: { enabled: false }, checklists: { enabled: true }, due_dates: { enabled: false, start_date: true } },
  })
  expect((await call('get', path)).body).toEqual(changed.body)
  expect(fake.state.spaces.get(made.body.id)?.features).toHaveProperty('sprints')

  const removed = await call('delete', path)
  expect([removed.status, removed.body]).toEqual([200, {}])
  expect((await call('get', path)).status).toBe(404)
  expect((await call('delete', path)).body.ECODE).toBe('ITEM_015')
  const log = await db().rows<{ verb: string; actor_kind: string; name: string }>(sql`
    select verb, actor_kind, jsonb_path_query_first(changes, '$[*] ? (@.field == "name").new') #>> '{}' as name
    from audit_log where resource = 'clickup space' order by id`)
  expect(log).toEqual([
    { verb: 'create', actor_kind: 'admin', name: 'Warehouse 倉' },
    { verb: 'update', actor_kind: 'admin', name: 'Stock' },
    { verb: 'destroy', actor_kind: 'admin', name: null },
  ])
})

test('wrong input is refused by field, and nothing is sent to ClickUp', async () => {
  const { length } = fake.state.calls
  for (const [body, field] of [
    [{}, 'name'],
    [{ name: '   ' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ name: 'A', multiple_assignees: 'perhaps' }, 'multiple_assignees'],
    [{ name: 'A', features: { tags: { enabled: 'perhaps' } } }, 'features.tags.enabled'],
    [{ name: 'A', features: { due_dates: { start_date: [] } } }, 'features.due_dates.start_date'],
    [{ name: 'A', features: 'all' }, 'features'],
  ] as const) {
    const answer = await call('post', SPACES, body)
    expect([answer.status, Object.keys(answer.body.messages)], JSON.stringify(body)).toEqual([422, [field]])
  }
  for (const id of ['1%2F..%2F..%2Fuser', 'abc', '-1', '9'.repeat(21)]) {
    expect((await call('get', `clickup/team/${id}/space`)).body.code, id).toBe('CLICKUP_WORKSPACE_UNKNOWN')
    expect((await call('delete', `clickup/space/${id}`)).body.code, id).toBe('NOT_FOUND')
  }
  expect(fake.state.calls).toHaveLength(length)
})

test('everybody on the staff reads; creating, changing and deleting need a permission each', async () => {
  const reader = await shop.it.staff([])
  for (const path of ['clickup/user', 'clickup/team', SPACES]) expect((await call('get', path, undefined, reader)).status).toBe(200)
  const [space] = fake.state.spaces.keys()
  const refused = async (client: typeof reader) => {
    const tries = [
      await call('post', SPACES, { name: 'Mine' }, client),
      await call('put', `clickup/space/${space}`, { name: 'Mine' }, client),
      await call('delete', `clickup/space/${space}`, undefined, client),
      await call('get', 'clickup/oauth/address', undefined, client),
      await call('post', 'clickup/oauth/token', { code: 'x' }, client),
    ]
    return tries.map(({ status }) => status === 403)
  }
  const { length } = fake.state.calls
  expect(await refused(reader)).toEqual([true, true, true, true, true])
  expect(fake.state.calls).toHaveLength(length)
  const editor = await shop.it.staff('clickup.editor')
  expect(await refused(editor)).toEqual([false, false, true, true, true])
  expect((await shop.guest.get('/api/admin/clickup/team')).status).toBe(401)
  expect((await shop.guest.get(`/api/admin/${SPACES}`)).status).toBe(401)
})

test.each(['OAUTH_017', 'OAUTH_019', 'OAUTH_021', 'OAUTH_025', 'OAUTH_077'])(
  'expire_token: after %s every call says that the token is invalid, once, also where a list is stored',
  async (code) => {
    await call('get', 'clickup/team')
    await call('get', SPACES)
    fake.state.set({ expire_token: code })
    const { length } = fake.state.calls
    for (const path of ['clickup/user', 'clickup/team', SPACES]) {
      const answer = await call('get', path)
      expect(answer.status).toBe(409)
      expect(answer.body).toMatchObject({ code: 'CLICKUP_TOKEN_INVALID', ECODE: code, err: 'Token invalid' })
      expect(answer.body.messages).toEqual(['The token is invalid, please generate again'])
    }
    expect(fake.state.calls).toHaveLength(length + 3)
  },
)

test('deny_team: an unauthorized workspace is unknown, and its stored spaces are deleted', async () => {
  await call('get', SPACES)
  fake.state.set({ deny_team: true })
  const answer = await call('get', SPACES)
  expect(answer.status).toBe(404)
  expect(answer.body).toMatchObject({ code: 'CLICKUP_WORKSPACE_UNKNOWN', ECODE: 'OAUTH_027' })
  expect((await call('post', SPACES, { name: 'New' })).body.code).toBe('CLICKUP_WORKSPACE_UNKNOWN')
  const [space] = fake.state.spaces.keys()
  expect((await call('put', `clickup/space/${space}`, { name: 'New' })).body.code).toBe('CLICKUP_WORKSPACE_UNKNOWN')
  fake.state.set({ drop: true })
  expect((await call('get', SPACES)).body.code).toBe('CLICKUP_UNREACHABLE')
  fake.state.set()
  expect((await call('get', 'clickup/team/12345/space')).body.code).toBe('CLICKUP_WORKSPACE_UNKNOWN')
})

test('rate_limit: a refused call is not repeated, and nobody calls before the reset', async () => {
  const { body: stored } = await call('get', SPACES)
  fake.state.set({ rate_limit: 0 })
  const { length } = fake.state.calls
  const first = await call('get', 'clickup/user')
  expect(first.status).toBe(429)
  expect(first.body.code).toBe('CLICKUP_RATE_LIMITED')
  expect(first.body.messages[0]).toMatch(/Try again at \d/)
  const seconds = Number(first.headers['retry-after'])
  expect(seconds).toBeGreaterThan(RESET_SECONDS - 10)
  expect(seconds).toBeLessThanOrEqual(RESET_SECONDS + 1)
  expect(Math.abs(new Date(first.body.retry_at).getTime() - Date.now() - seconds * 1_000)).toBeLessThan(5_000)
  const others = await Promise.all(['clickup/user', 'clickup/user', 'clickup/user'].map((path) => call('get', path)))
  expect(others.map(({ status }) => status)).toEqual([429, 429, 429])
  // A stored list needs no call.
  expect((await call('get', SPACES)).body).toEqual({ spaces: stored.spaces, stale_since: expect.any(String) })
  expect(fake.state.calls).toHaveLength(length + 1)

  fake.state.set()
  await db().run(sql`update clickup_rate_limit set blocked_until = now() - interval '1 second'`)
  expect((await call('get', 'clickup/user')).status).toBe(200)
})

test('rate_limit: the call that uses up the limit succeeds, and the next one waits', async () => {
  fake.state.set({ rate_limit: 1 })
  const { length } = fake.state.calls
  expect((await call('get', 'clickup/user')).status).toBe(200)
  expect((await call('get', 'clickup/user')).status).toBe(429)
  expect(fake.state.calls).toHaveLength(length + 1)
  // Another token has a limit of its own.
  await connect(FAKE.personal_token)
  fake.state.set()
  expect((await call('get', 'clickup/user')).status).toBe(200)
})

test.each([
  ['drop', { drop: true }, 'CLICKUP_UNREACHABLE'],
  ['garbage_body', { garbage_body: true }, 'CLICKUP_UNREADABLE'],
])('%s: the lists that were read last are shown with their time, and other calls fail clearly', async (_, failure, code) => {
  await call('get', 'clickup/team')
  await call('get', SPACES)
  fake.state.set(failure)
  for (const path of ['clickup/team', SPACES]) {
    const { status, body } = await call('get', path)
    expect(status).toBe(200)
    expect(Math.abs(Date.now() - new Date(body.stale_since).getTime())).toBeLessThan(60_000)
  }
  const [space] = fake.state.spaces.keys()
  for (const answer of [
    await call('get', 'clickup/user'),
    await call('get', `clickup/space/${space}`),
    await call('post', SPACES, { name: 'New' }),
    await call('post', 'clickup/oauth/token', { code: 'any' }),
  ])
    expect([answer.status, answer.body.code]).toEqual([424, code])
  expect((await call('post', SPACES, { name: 'New' })).body.messages[0]).toMatch(/did not confirm/)
  // A list that was never read cannot be shown.
  await connect(FAKE.personal_token)
  expect((await call('get', SPACES)).body.code).toBe(code)
})

test('slow: a call is given up after eight seconds', async () => {
  fake.state.set({ slow: 200 })
  expect((await call('get', 'clickup/user')).status).toBe(200)
  fake.state.set({ slow: 3_000 })
  const createSignal = AbortSignal.timeout.bind(AbortSignal)
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => createSignal(200))
  expect((await call('get', 'clickup/user')).body.code).toBe('CLICKUP_UNREACHABLE')
  expect(timeout).toHaveBeenCalledWith(8_000)
  timeout.mockRestore()
})

test('texts that PostgreSQL cannot store, and repeated workspaces, do no harm', async () => {
  const space = [...fake.state.spaces.values()][0]
  if (!space) throw new Error('the fake has a space')
  const { name } = space
  space.name = `${'x'.repeat(499)}😀\0`
  const { status, body } = await call('get', SPACES)
  expect(status).toBe(200)
  expect(body.spaces[0].name).toBe(`${'x'.repeat(499)}\uFFFD`)
  space.name = name
})

test('tokens and secrets are in no log, answer, audit entry or table', async () => {
  for (const path of ['settings/clickup', 'settings/clickup?language=*', 'audit?limit=100', 'manifest', 'clickup/oauth/address'])
    await call('get', path)
  const tables = await Promise.all(
    ['setting', 'audit_log', 'clickup_workspace', 'clickup_rate_limit'].map((table) =>
      db().rows(sql`select to_jsonb(x)::text as row from ${id(table)} x`),
    ),
  )
  const everything = [...lines, ...bodies, JSON.stringify(tables)].join('\n')
  for (const secret of [FAKE.token, FAKE.personal_token, FAKE.client_secret, FAKE.code])
    expect(everything.includes(secret), secret).toBe(false)
  expect(lines.join('\n')).toContain('ClickUp does not answer')
  expect(JSON.stringify(tables)).toContain('sealed:1:')
})
