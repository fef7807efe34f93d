import { expect, test } from 'vitest'
import { ApiError } from '../api/client.ts'
import { isRefusal } from './queue-kit.ts'

test.each([
  [400, true],
  [403, true],
  [404, true],
  [409, true],
  [422, true],
  [401, false],
  [408, false],
  [429, false],
  [500, false],
  [503, false],
  [0, false],
])('a response of %i to a queued request is a refusal: %s', (status, refused) => {
  expect(isRefusal(new ApiError(status, {}))).toBe(refused)
})

test('an error without a response is not a refusal', () => {
  for (const thrown of [new TypeError('fetch failed'), new DOMException('taken back', 'AbortError'), undefined, 'no'])
    expect(isRefusal(thrown)).toBe(false)
})
