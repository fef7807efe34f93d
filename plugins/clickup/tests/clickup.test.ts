import { beforeEach, expect, test } from 'vitest'
import { sql } from 'stoa'
import { FAKE } from '../fakes/state.ts'
import { createClickUpFixture } from './fixture.ts'

const clickup = createClickUpFixture()
const { shop, call, connect } = clickup
const db = () => shop.it.kernel.db
const SPACES = `clickup/team/${FAKE.workspace}/space`

beforeEach(() => connect())

test('a code becomes a token that is stored, used and never returned', async () => {
  await connect({ token: null })
  const before = await call('get', 'clickup/user')
  expect(before.status).toBe(409)
  expect(before.body).toMatchObject({ code: 'CLICKUP_TOKEN_INVALID', ECODE: 'OAUTH_017' })
  expect(before.body.messages).toEqual(['The token is invalid, please generate again'])

  const { body: address } = await call('get', 'clickup/oauth/address')
  expect(address.redirect_url).toBe(`${shop.it.kernel.config.publicUrl}/admin/clickup/callback`)
  const url = new URL(address.url)
  expect(`${url.origin}${url.pathname}`).toBe(clickup.fake.settings.authorize_url)
  expect(url.searchParams.get('client_id')).toBe(FAKE.client_id)
  expect(url.searchParams.get('redirect_uri')).toBe(address.redirect_url)
  const state = url.searchParams.get('state')

  const { length: callsBefore } = clickup.fake.state.calls
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
  expect(clickup.fake.state.calls).toHaveLength(callsBefore)

  const connected = await call('post', 'clickup/oauth/token', { code: FAKE.code, state })
  expect(connected.status, connected.raw.body).toBe(200)
  expect(connected.body).toEqual({ access_token: FAKE.token.slice(-4) })
  expect((await call('get', 'clickup/user')).body).toEqual({
    user: { id: 48290, username: 'Mei Chan', initials: 'MC', color: '#827718' },
  })
  expect(clickup.fake.state.calls.at(-1)?.authorization).toBe(`Bearer ${FAKE.token}`)

  const again = await call('post', 'clickup/oauth/token', { code: FAKE.code })
  expect(again.status).toBe(422)
  expect(again.body).toMatchObject({ code: 'CLICKUP_REFUSED', ECODE: 'OAUTH_014', err: 'Code already used' })
})

test('client ID, secret and code are accepted in the address, and are sent to ClickUp in the body', async () => {
  clickup.fake.state.codes.add('second-code')
  await connect({ token: null })
  const query = new URLSearchParams({ client_id: FAKE.client_id, client_secret: FAKE.client_secret, code: 'second-code' })
  const answer = await call('post', `clickup/oauth/token?${query}`)
  expect(answer.status, answer.raw.body).toBe(200)
  expect(clickup.fake.state.calls.at(-1)).toMatchObject({
    query: {},
    body: { client_id: FAKE.client_id, client_secret: FAKE.client_secret, code: 'second-code' },
  })
  const wrong = await call('post', 'clickup/oauth/token', { client_id: 'other', code: 'third-code' })
  expect(wrong.body).toMatchObject({ code: 'CLICKUP_REFUSED', ECODE: 'OAUTH_010' })
  expect((await call('get', 'settings/clickup')).body.values).toMatchObject({ client_id: FAKE.client_id, token: { set: true } })
  expect((await call('post', 'clickup/oauth/token', {})).body.messages).toHaveProperty('code')
})

test('a personal token is sent as it is, and a token with other characters is refused by field', async () => {
  await connect({ token: FAKE.personal_token })
  expect((await call('get', 'clickup/team')).status).toBe(200)
  expect(clickup.fake.state.calls.at(-1)?.authorization).toBe(FAKE.personal_token)
  const wrong = await call('put', 'settings/clickup', { token: '權杖\n' })
  expect(wrong.status).toBe(422)
  expect(Object.keys(wrong.body.messages)).toEqual(['token'])
})

test('workspaces and spaces are listed without their members', async () => {
  expect((await call('get', 'clickup/team')).body).toEqual({
    teams: [{ id: FAKE.workspace, name: 'Stoa Trading', color: '#000000' }],
    stale_since: null,
    stale_reason: null,
  })
  const { body } = await call('get', SPACES)
  expect(body).toMatchObject({ spaces: [{ name: 'Shop floor', multiple_assignees: false }], stale_since: null })
  expect(body.spaces[0].features).toMatchObject({ tags: { enabled: true }, checklists: { enabled: false } })
  expect(JSON.stringify(body)).not.toContain('mei@clickup.test')
  expect(clickup.fake.state.calls.at(-1)?.query).toEqual({ archived: 'false' })
})

test('a space is created with everything on, changed and deleted, and the audit log names who did it', async () => {
  const made = await call('post', SPACES, { name: '  Warehouse 倉 ' })
  expect(made.status, made.raw.body).toBe(201)
  const sent = clickup.fake.state.calls.at(-1)?.body as { features: object }
  expect(sent).toMatchObject({ name: 'Warehouse 倉', multiple_assignees: true, features: { portfolios: { enabled: true } } })
  expect(Object.keys(sent.features)).toHaveLength(9)
  expect(made.body).toMatchObject({ name: 'Warehouse 倉', multiple_assignees: true })
  expect(made.body.statuses.map(({ status }: { status: string }) => status)).toEqual(['to do', 'complete'])

  const path = `clickup/space/${made.body.id}`
  const features = { tags: { enabled: false }, multiple_assignees: { enabled: false }, due_dates: { enabled: false } }
  const changed = await call('put', path, { name: 'Stock', features })
  expect(changed.status, changed.raw.body).toBe(200)
  expect(clickup.fake.state.calls.at(-1)?.body).toMatchObject({
    ...{ name: 'Stock', color: '#7b68ee', private: false, admin_can_manage: true, multiple_assignees: false },
    features: { tags: { enabled: false }, checklists: { enabled: true }, due_dates: { enabled: false, start_date: true } },
  })
  expect((await call('get', path)).body).toEqual(changed.body)
  expect(clickup.fake.state.spaces.get(made.body.id)?.features).toHaveProperty('sprints')

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
  const { length } = clickup.fake.state.calls
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
  expect(clickup.fake.state.calls).toHaveLength(length)
})

test('everybody on the staff reads; creating, changing and deleting need a permission each', async () => {
  const reader = await shop.it.staff([])
  for (const path of ['clickup/user', 'clickup/team', SPACES]) expect((await call('get', path, undefined, reader)).status).toBe(200)
  const [space] = clickup.fake.state.spaces.keys()
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
  const { length } = clickup.fake.state.calls
  expect(await refused(reader)).toEqual([true, true, true, true, true])
  expect(clickup.fake.state.calls).toHaveLength(length)
  const editor = await shop.it.staff('clickup.editor')
  expect(await refused(editor)).toEqual([false, false, true, true, true])
  expect((await shop.guest.get('/api/admin/clickup/team')).status).toBe(401)
  expect((await shop.guest.get(`/api/admin/${SPACES}`)).status).toBe(401)
})

test('texts that PostgreSQL cannot store, and repeated workspaces, do no harm', async () => {
  const space = [...clickup.fake.state.spaces.values()][0]
  if (!space) throw new Error('the fake has a space')
  const { name } = space
  space.name = `${'x'.repeat(499)}😀\0`
  const { status, body } = await call('get', SPACES)
  expect(status).toBe(200)
  expect(body.spaces[0].name).toBe(`${'x'.repeat(499)}\uFFFD`)
  space.name = name
})
