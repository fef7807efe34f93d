import { expect, test } from 'vitest'
import { toPlainLines } from './plain-lines.ts'

test('payment instructions in an email are plain lines without markup', () => {
  expect(toPlainLines('<p>Pay to <strong>HSBC&nbsp;123</strong> &amp; name it.</p><ul><li>Soon</li><li>In full</li></ul>')).toBe(
    'Pay to HSBC 123 & name it.\nSoon\nIn full',
  )
  expect(toPlainLines('')).toBe('')
})

test.each([
  ['<h2>Pay</h2><p>to us</p>', 'Pay\nto us'],
  ['one<br>two<br/>three<BR />four', 'one\ntwo\nthree\nfour'],
  ['<div>a</div>\n\n\n  <div>b</div>', 'a\nb'],
  ['a &lt;b&gt; &quot;c&quot; &#39;d&#39; &amp;amp; &copy;', `a <b> "c" 'd' &amp; &copy;`],
  ['<p title="x > y">kept</p>', 'y">kept'],
  ['   <p> spaced  words </p>  ', 'spaced  words'],
])('%s is converted to %j', (html, lines) => {
  expect(toPlainLines(html)).toBe(lines)
})
