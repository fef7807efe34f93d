import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { api, apiUrl, ApiError, setPasswordPrompt, whenSessionExpires } from './client.ts'

/** Tests of requests to the server and of the handling of responses. */
let requests: { url: string; init: RequestInit }[]
let answers: (() => Response | Promise<Response>)[]
let expired: number
beforeEach(() => {
  requests = []
  answers = []
  expired = 0
  whenSessionExpires(() => expired++)
  setPasswordPrompt(() => Promise.resolve(false))
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push({ url, init })
    return (answers.shift() ?? (() => Response.json({})))()
  })
})
afterEach(() => vi.unstubAllGlobals())
const says = (body: unknown, status = 200) => void answers.push(() => Response.json(body, { status }))
const failure = async (call: Promise<unknown>): Promise<ApiError> => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}

describe('an API URL', () => {
  test.each([
    ['', {}, '/api/admin'],
    ['page', {}, '/api/admin/page'],
    ['page', { q: 'tea & cake', page: 2, open: false }, '/api/admin/page?q=tea+%26+cake&page=2&open=false'],
    ['page', { q: '', sort: undefined, status: null, limit: 0 }, '/api/admin/page?limit=0'],
    ['page', { title__like: '茶#1' }, '/api/admin/page?title__like=%E8%8C%B6%231'],
  ])('for %j with %j is %s', (path, query, url) => expect(apiUrl(path, query)).toBe(url))
})

describe('an API call', () => {
  test('sends its body as JSON, and files as form data with its own content type', async () => {
    says({ id: 1 })
    expect(await api('page', { method: 'POST', body: { title: '茶' } })).toEqual({ id: 1 })
    const form = new FormData()
    await api('upload', { method: 'POST', body: form })
    await api('page')
    expect(requests.map(({ init }) => [init.method, init.body, (init.headers as Record<string, string>)['Content-Type']])).toEqual([
      ['POST', '{"title":"茶"}', 'application/json'],
      ['POST', form, undefined],
      ['GET', undefined, undefined],
    ])
    expect(requests.every(({ init }) => init.credentials === 'same-origin')).toBe(true)
  })

  test('may return nothing, or a file', async () => {
    answers.push(() => new Response(null, { status: 204 }))
    expect(await api('page/1', { method: 'DELETE' })).toBeUndefined()
    answers.push(() => new Response('a,b', { status: 200 }))
    expect(await (await api<Blob>('page/export', { as: 'blob' })).text()).toBe('a,b')
  })

  test('that is rejected reports messages and the current record', async () => {
    says({ code: 'STALE', messages: ['Changed meanwhile.'], current: { id: 1, version: 3 } }, 409)
    expect(await failure(api('page/1', { method: 'PUT', body: {} }))).toMatchObject({
      ...{ status: 409, code: 'STALE', messages: ['Changed meanwhile.'], current: { id: 1, version: 3 }, expired: false },
    })
  })

  test('is rejected by a response with messages, whatever its status', async () => {
    says({ messages: { title: ['Needed.'] } })
    expect(await failure(api('page'))).toMatchObject({ status: 200, code: 'HTTP_200', messages: { title: ['Needed.'] } })
  })

  test('with a response that is not JSON still fails with a message', async () => {
    answers.push(() => new Response('<h1>Bad gateway</h1>', { status: 502 }))
    const error = await failure(api('page'))
    expect([error.status, error.code]).toEqual([502, 'HTTP_502'])
  })

  test('without a response is a network error, and an aborted call is not reported as a failure', async () => {
    answers.push(() => Promise.reject(new TypeError('fetch failed')))
    expect(await failure(api('page'))).toMatchObject({ status: 0, code: 'NETWORK' })
    answers.push(() => Promise.reject(new DOMException('taken back', 'AbortError')))
    await expect(api('page')).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('an expired session', () => {
  test('is reported by each response that says so, and not by a wrong password', async () => {
    says({ error: 'Expired' }, 401)
    expect((await failure(api('page'))).expired).toBe(true)
    expect(expired).toBe(1)
    says({ message: 'Wrong password.' }, 401)
    expect((await failure(api('login', { method: 'POST', body: {} }))).expired).toBe(false)
    expect(expired).toBe(1)
  })
})

describe('when the password is requested again', () => {
  const requirePassword = () => says({ code: 'PASSWORD_AGAIN', messages: ['Your password, please.'] }, 403)

  test('the same call is repeated once the password was right', async () => {
    setPasswordPrompt(() => Promise.resolve(true))
    requirePassword()
    says({ id: 7 })
    expect(await api('role/1', { method: 'PUT', body: { name: 'x' } })).toEqual({ id: 7 })
    expect(requests.map(({ url, init }) => [url, init.method, init.body])).toEqual([
      ['/api/admin/role/1', 'PUT', '{"name":"x"}'],
      ['/api/admin/role/1', 'PUT', '{"name":"x"}'],
    ])
  })

  test('nothing is repeated without a password, and it is requested only once', async () => {
    requirePassword()
    expect(await failure(api('role/1', { method: 'PUT', body: {} }))).toMatchObject({ code: 'PASSWORD_AGAIN' })
    expect(requests).toHaveLength(1)
    setPasswordPrompt(() => Promise.resolve(true))
    requirePassword()
    requirePassword()
    expect(await failure(api('role/1', { method: 'PUT', body: {} }))).toMatchObject({ code: 'PASSWORD_AGAIN' })
    expect(requests).toHaveLength(3)
  })

  test('no other rejection requests it', async () => {
    let times = 0
    setPasswordPrompt(() => Promise.resolve(++times > 0))
    says({ code: 'FORBIDDEN', messages: ['No.'] }, 403)
    await failure(api('role/1'))
    expect(times).toBe(0)
  })
})
