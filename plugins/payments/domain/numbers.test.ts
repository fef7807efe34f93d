import { expect, test } from 'vitest'
import { numbersIn } from './numbers.ts'

test('account numbers in instructions are detected, each once, without other text', () => {
  const html =
    '<p>Pay to <strong>HSBC 123-456789-001</strong> or FPS <b>1234567</b> within 3 days, by 2026.</p><p data-n="9999999">123-456789-001</p>'
  expect(numbersIn(html)).toEqual(['123-456789-001', '1234567'])
  expect(numbersIn('<p>Pay at the counter, 11 to 8.</p>')).toEqual([])
})
