import { beforeEach, expect, test, vi } from 'vitest'
import { id, sql } from 'stoa'
import { FAKE, RESET_SECONDS } from '../fakes/state.ts'
import { createClickUpFixture } from './fixture.ts'

const clickup = createClickUpFixture()
const { shop, call, connect, lines, bodies } = clickup
const db = () => shop.it.kernel.db
const SPACES = `clickup/team/${FAKE.workspace}/space`

beforeEach(() => connect())

test.each(['OAUTH_017', 'OAUTH_019', 'OAUTH_021', 'OAUTH_025', 'OAUTH_077'])(
  'expire_token: after %s every call says that the token is invalid, once, also where a list is stored',
  async (code) => {
    await call('get', 'clickup/team')
    await call('get', SPACES)
    clickup.fake.state.set({ expire_token: code })
    const { length } = clickup.fake.state.calls
    for (const path of ['clickup/user', 'clickup/team', SPACES]) {
      const answer = await call('get', path)
      expect(answer.status).toBe(409)
      expect(answer.body).toMatchObject({ code: 'CLICKUP_TOKEN_INVALID', ECODE: code, err: 'Token invalid' })
      expect(answer.body.messages).toEqual(['The token is invalid, please generate again'])
    }
    expect(clickup.fake.state.calls).toHaveLength(length + 3)
  },
)

test('deny_team: an unauthorized workspace is unknown, and its stored spaces are deleted', async () => {
  await call('get', SPACES)
  clickup.fake.state.set({ deny_team: true })
  const answer = await call('get', SPACES)
  expect(answer.status).toBe(404)
  expect(answer.body).toMatchObject({ code: 'CLICKUP_WORKSPACE_UNKNOWN', ECODE: 'OAUTH_027' })
  expect((await call('post', SPACES, { name: 'New' })).body.code).toBe('CLICKUP_WORKSPACE_UNKNOWN')
  const [space] = clickup.fake.state.spaces.keys()
  expect((await call('put', `clickup/space/${space}`, { name: 'New' })).body.code).toBe('CLICKUP_WORKSPACE_UNKNOWN')
  clickup.fake.state.set({ drop: true })
  expect((await call('get', SPACES)).body.code).toBe('CLICKUP_UNREACHABLE')
  clickup.fake.state.set()
  expect((await call('get', 'clickup/team/12345/space')).body.code).toBe('CLICKUP_WORKSPACE_UNKNOWN')
})

test('rate_limit: a refused call is not repeated, and nobody calls before the reset', async () => {
  const { body: stored } = await call('get', SPACES)
  clickup.fake.state.set({ rate_limit: 0 })
  const { length } = clickup.fake.state.calls
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
  expect((await call('get', SPACES)).body).toEqual({ spaces: stored.spaces, stale_since: expect.any(String), stale_reason: 'rate_limited' })
  expect(clickup.fake.state.calls).toHaveLength(length + 1)

  clickup.fake.state.set()
  await db().run(sql`update clickup_rate_limit set blocked_until = now() - interval '1 second'`)
  expect((await call('get', 'clickup/user')).status).toBe(200)
})

test('rate_limit: the call that uses up the limit succeeds, and the next one waits', async () => {
  clickup.fake.state.set({ rate_limit: 1 })
  const { length } = clickup.fake.state.calls
  expect((await call('get', 'clickup/user')).status).toBe(200)
  expect((await call('get', 'clickup/user')).status).toBe(429)
  expect(clickup.fake.state.calls).toHaveLength(length + 1)
  // Another token has a limit of its own.
  await connect({ token: FAKE.personal_token })
  clickup.fake.state.set()
  expect((await call('get', 'clickup/user')).status).toBe(200)
})

test.each([
  ['drop', { drop: true }, 'CLICKUP_UNREACHABLE'],
  ['garbage_body', { garbage_body: true }, 'CLICKUP_UNREADABLE'],
])('%s: the lists that were read last are shown with their time, and other calls fail clearly', async (_, failure, code) => {
  await call('get', 'clickup/team')
  await call('get', SPACES)
  clickup.fake.state.set(failure)
  for (const path of ['clickup/team', SPACES]) {
    const { status, body } = await call('get', path)
    expect(status).toBe(200)
    expect(`CLICKUP_${body.stale_reason.toUpperCase()}`).toBe(code)
    expect(Math.abs(Date.now() - new Date(body.stale_since).getTime())).toBeLessThan(60_000)
  }
  const [space] = clickup.fake.state.spaces.keys()
  for (const answer of [
    await call('get', 'clickup/user'),
    await call('get', `clickup/space/${space}`),
    await call('post', SPACES, { name: 'New' }),
    await call('post', 'clickup/oauth/token', { code: 'any' }),
  ])
    expect([answer.status, answer.body.code]).toEqual([424, code])
  expect((await call('post', SPACES, { name: 'New' })).body.messages[0]).toMatch(/did not confirm/)
  // A list that was never read cannot be shown.
  await connect({ token: FAKE.personal_token })
  expect((await call('get', SPACES)).body.code).toBe(code)
})

test('slow: a call is given up after eight seconds', async () => {
  clickup.fake.state.set({ slow: 200 })
  expect((await call('get', 'clickup/user')).status).toBe(200)
  clickup.fake.state.set({ slow: 3_000 })
  const createSignal = AbortSignal.timeout.bind(AbortSignal)
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => createSignal(200))
  expect((await call('get', 'clickup/user')).body.code).toBe('CLICKUP_UNREACHABLE')
  expect(timeout).toHaveBeenCalledWith(8_000)
  timeout.mockRestore()
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
