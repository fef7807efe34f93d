import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { FAKE, type FakeCall, type FakeSpace, FakeState, RESET_SECONDS } from './state.ts'

interface Answer {
  status: number
  json: unknown
  headers?: Record<string, string>
}

const ok = (json: unknown): Answer => ({ status: 200, json })
const fail = (status: number, err: string, ECODE: string): Answer => ({ status, json: { err, ECODE } })

const isGranted = (authorization: string): boolean => [`Bearer ${FAKE.token}`, FAKE.token, FAKE.personal_token].includes(authorization)

/** Refuses a call without a valid token; undefined for a valid one. */
function checkToken({ switches }: FakeState, { authorization }: FakeCall): Answer | undefined {
  if (authorization === undefined) return fail(400, 'Authorization header required', 'OAUTH_017')
  const { expire_token: code } = switches
  if (code !== null) return fail(code === 'OAUTH_017' ? 400 : 401, 'Token invalid', code)
  return isGranted(authorization) ? undefined : fail(401, 'Oauth token not found', 'OAUTH_019')
}

/** Counts a call, and refuses it beyond the limit. */
function checkRate({ switches }: FakeState): { headers: Record<string, string>; refused?: Answer } {
  const reset = String(Math.floor(Date.now() / 1_000) + RESET_SECONDS)
  const headers = (remaining: number) => ({
    'x-ratelimit-limit': '100',
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': reset,
  })
  if (switches.rate_limit === null) return { headers: headers(99) }
  if (switches.rate_limit === 0) return { headers: headers(0), refused: fail(429, 'Rate limit reached', 'APP_002') }
  switches.rate_limit -= 1
  return { headers: headers(switches.rate_limit) }
}

const withoutTeam = ({ team: _, ...space }: FakeSpace) => space

function exchange(state: FakeState, { query, body }: FakeCall): Answer {
  const sent = { ...query, ...(body as Record<string, string>) }
  if (sent.client_id !== FAKE.client_id || sent.client_secret !== FAKE.client_secret) return fail(401, 'Client not found', 'OAUTH_010')
  if (!state.codes.delete(sent.code ?? '')) return fail(400, 'Code already used', 'OAUTH_014')
  return ok({ access_token: FAKE.token, token_type: 'Bearer' })
}

function answerTeam(state: FakeState, { method, body }: FakeCall, team: string): Answer {
  if (state.switches.deny_team || team !== FAKE.workspace) return fail(401, 'Team not authorized', 'OAUTH_027')
  if (method === 'GET') return ok({ spaces: [...state.spaces.values()].map(withoutTeam) })
  const { name, multiple_assignees, features } = body as Partial<FakeSpace>
  if (!name || multiple_assignees === undefined || !features) return fail(400, 'Space name invalid', 'INPUT_003')
  return ok(withoutTeam(state.createSpace(team, { name, multiple_assignees, features })))
}

function answerSpace(state: FakeState, { method, body }: FakeCall, id: string): Answer {
  const space = state.spaces.get(id)
  if (!space) return fail(404, 'Space not found', 'ITEM_015')
  if (state.switches.deny_team) return fail(403, 'Team not authorized', 'OAUTH_023')
  if (method === 'DELETE') {
    state.spaces.delete(id)
    return ok({})
  }
  if (method === 'PUT') {
    const sent = body as Partial<FakeSpace>
    const required = ['name', 'color', 'private', 'admin_can_manage', 'multiple_assignees', 'features'] as const
    if (required.some((name) => !(name in sent))) return fail(400, 'Input invalid', 'INPUT_003')
    Object.assign(space, sent, { features: { ...space.features, ...sent.features } })
  }
  return ok(withoutTeam(space))
}

function answer(state: FakeState, call: FakeCall): Answer {
  if (call.path === '/api/v2/oauth/token' && call.method === 'POST') return exchange(state, call)
  const { headers, refused } = checkRate(state)
  const result = refused ?? checkToken(state, call) ?? answerAllowed(state, call)
  return { ...result, headers }
}

function answerAllowed(state: FakeState, call: FakeCall): Answer {
  const user = { id: 48290, username: 'Mei Chan', email: 'mei@clickup.test', color: '#827718', profilePicture: null, initials: 'MC' }
  if (call.path === '/api/v2/user') return ok({ user })
  if (call.path === '/api/v2/team')
    return ok({ teams: [{ id: FAKE.workspace, name: 'Stoa Trading', color: '#000000', avatar: null, members: [{ user }] }] })
  const aboutTasks = state.tasks.answer(call)
  if (aboutTasks) return aboutTasks
  const [, team] = /^\/api\/v2\/team\/(\d+)\/space$/.exec(call.path) ?? []
  if (team) return answerTeam(state, call, team)
  const [, space] = /^\/api\/v2\/space\/(\d+)$/.exec(call.path) ?? []
  return space ? answerSpace(state, call, space) : fail(404, 'Route not found', 'APP_001')
}

async function readCall(request: IncomingMessage): Promise<FakeCall> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  const url = new URL(request.url ?? '/', 'http://fake')
  const { method = 'GET', headers } = request
  const query = Object.fromEntries(url.searchParams)
  return { method, path: url.pathname, query, authorization: headers.authorization, body: text ? JSON.parse(text) : {} }
}

/** The page that asks for access: it grants it at once, and sends the browser back with a code. */
function authorize({ query }: FakeCall, response: ServerResponse): void {
  const back = new URL(query.redirect_uri ?? '')
  back.searchParams.set('code', FAKE.code)
  back.searchParams.set('state', query.state ?? '')
  response.writeHead(query.client_id === FAKE.client_id ? 302 : 400, { location: String(back) }).end()
}

/** A running fake. */
export interface FakeClickUp {
  state: FakeState
  /** Settings of a shop that uses the fake, without a token. */
  settings: { api_url: string; authorize_url: string; client_id: string; client_secret: string }
  stop(): Promise<void>
}

/** Starts a fake of the ClickUp API, version 2, on the loopback interface: for tests only. Its failures are switched by `state.set`. */
export async function startFakeClickUp(): Promise<FakeClickUp> {
  const state = new FakeState()
  const server = createServer((request, response) => {
    const serve = async () => {
      const call = await readCall(request)
      if (call.path === '/authorize') return authorize(call, response)
      state.calls.push(call)
      const { drop, lose_answer, slow, garbage_body } = state.switches
      if (drop) return void request.socket.destroy()
      await setTimeout(slow)
      const { status, json, headers = {} } = answer(state, call)
      if (lose_answer === call.method) return void request.socket.destroy()
      const body = garbage_body ? '<html>Bad gateway</html>' : JSON.stringify(json)
      return void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
    }
    serve().catch((error: unknown) => response.writeHead(500).end(JSON.stringify({ err: String(error) })))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    state,
    settings: {
      api_url: `${origin}/api`,
      authorize_url: `${origin}/authorize`,
      client_id: FAKE.client_id,
      client_secret: FAKE.client_secret,
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
