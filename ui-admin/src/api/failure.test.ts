import { expect, test } from 'vitest'
import { ApiError } from './client.ts'
import { failureLines } from './failure.ts'

test('a field error is shown after its label, and an error of the record without one', () => {
  const error = new ApiError(422, {
    code: 'INVALID',
    messages: { id: ['This record does not exist.'], sku: ['Taken.', 'Too long.'], '': ['No.'] },
  })
  expect(failureLines(error, (field) => field.toUpperCase())).toEqual([
    'This record does not exist.',
    'SKU: Taken.',
    'SKU: Too long.',
    'No.',
  ])
})
