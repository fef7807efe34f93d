import { expect, test } from 'vitest'
import { plainLines } from './plain-lines.ts'

test('instructions in a mail are lines without markup', () => {
  expect(plainLines('<p>Pay to <strong>HSBC&nbsp;123</strong> &amp; name it.</p><ul><li>Soon</li><li>In full</li></ul>')).toBe(
    'Pay to HSBC 123 & name it.\nSoon\nIn full',
  )
  expect(plainLines('')).toBe('')
})
