import { expect, test } from 'vitest'
import { plainText } from '../src/kit/plain-text.ts'

test('inline formatting in a sentence leaves no gap in the plain text', () => {
  expect(plainText('<p>請轉帳至<strong>滙豐 123</strong>，或 <em>轉數快</em>。</p>')).toBe('請轉帳至滙豐 123，或 轉數快。')
  expect(plainText('<p>Pay to <b>123</b>, please.</p>')).toBe('Pay to 123, please.')
})

test('blocks and lines are separated in the plain text', () => {
  expect(plainText('<h2>Tea</h2><p>Green<br>Black</p><ul><li>50 g</li><li>100&nbsp;g</li></ul><p>a &lt; b</p>')).toBe(
    'Tea Green Black 50 g 100 g a < b',
  )
})
