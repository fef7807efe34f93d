import { expect, test } from 'vitest'
import { OutgoingError } from 'stoa'
import { catchGatewayError, scripted } from '../tests/scripted-provider.ts'
import { callProvider, formRequest, parseJson } from './http.ts'

const SECRET = 'https://pay.test/api?key=sk_live_1'
const sent = formRequest({ amount: '1.00', secret: 's&x=1' })
const calling = (answer: object | string) => {
  const { account, calls } = scripted('x', {}, [answer])
  return { run: () => callProvider(account, SECRET, sent, 'refund'), calls }
}

test.each([
  [500, true],
  [503, true],
  [429, true],
  [499, false],
  [404, false],
  [200, false],
])('a response of %i is retried: %s', async (status, again) => {
  const { run } = calling({ status, body: 'said' })
  if (!again) expect(await run()).toEqual({ status, text: 'said' })
  else
    expect(await catchGatewayError(run)).toMatchObject({
      code: 'unavailable',
      retryable: true,
      message: `refund: the provider answered ${status}`,
    })
})

test('an unreachable provider is retried, and its error contains neither URL nor request data', async () => {
  const error = await catchGatewayError(calling(new TypeError(`fetch failed ${SECRET}`)).run)
  expect(error).toMatchObject({ code: 'unreachable', retryable: true })
  expect(error.message).not.toContain('sk_live')
})

test('a URL that is not allowed is a configuration error and is not retried', async () => {
  const refused = new OutgoingError('private', 'The address leads into a private network.')
  expect(await catchGatewayError(calling(refused).run)).toMatchObject({
    ...{ code: refused.code, retryable: false, message: 'refund: The address leads into a private network.' },
  })
})

test('a form encodes each value unchanged, whatever it contains', async () => {
  const { run, calls } = calling('')
  await run()
  expect(Object.fromEntries(calls[0]?.form ?? [])).toEqual({ amount: '1.00', secret: 's&x=1' })
  expect(calls[0]?.headers.get('content-type')).toBe('application/x-www-form-urlencoded')
})

test('an unreadable response is retried, and not quoted', async () => {
  expect(parseJson<{ a: number }>('{"a":1}', 'create')).toEqual({ a: 1 })
  const error = await catchGatewayError(async () => parseJson('<html>sk_live_1', 'create'))
  expect(error).toMatchObject({ code: 'unreadable', retryable: true, message: "create: the provider's answer cannot be read" })
})
