import { expect, test } from 'vitest'
import { fullName } from '../domain/full-name.ts'

test.each([
  ['May', 'Chan', 'May Chan'],
  ['大文', '陳', '陳大文'],
  ['娜', '欧阳', '欧阳娜'],
  ['Tai Man', '陳', 'Tai Man 陳'],
  ['May', '', 'May'],
  ['', '陳', '陳'],
])('%s %s is written %s', (first, last, written) => {
  expect(fullName(first, last)).toBe(written)
})
