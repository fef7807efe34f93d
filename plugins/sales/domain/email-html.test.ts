import { expect, test } from 'vitest'
import { renderEmailHtml, type EmailParts } from './email-html.ts'

const parts = (more: Partial<EmailParts> = {}): EmailParts => ({
  ...{ language: 'en-US', shop: 'Harbour Tea', title: 'Thank you', text: 'Hello May,\n\nYour order is here.', button: 'See it' },
  ...{ link: 'https://shop.test/order?a=1&b=2', ...more },
})
const EVIL = `<script>alert("1")</script>&'`
const SAFE = '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;'

test.each(['shop', 'title', 'text', 'button', 'link'] as const)('the %s of an email is escaped as text', (part) => {
  const html = renderEmailHtml(parts({ [part]: EVIL }))
  expect(html).not.toContain('<script')
  expect(html).toContain(SAFE)
})

test('image names, alt texts and captions are escaped, and images come only from attachments', () => {
  const html = renderEmailHtml(parts({ pictures: [{ name: `a"b`, alt: EVIL, below: '<b>4006</b>' }] }))
  expect(html).toContain('src="cid:a&quot;b"')
  expect(html).toContain(`alt="${SAFE}`)
  expect(html).toContain('&lt;b&gt;4006&lt;/b&gt;')
  expect(html.match(/src="/g)).toEqual(['src="'])
})

test('blank lines separate paragraphs, line breaks are kept, and empty paragraphs are dropped', () => {
  const html = renderEmailHtml(parts({ text: ' one \n\n\n\ntwo\nthree\n\n   \n\nfour' }))
  const paragraphs = [...html.matchAll(/<p style="margin:0 0 16px">(.*?)<\/p>/g)].map(([, words]) => words)
  expect(paragraphs).toEqual(['one', 'two<br>three', 'four'])
})

test('a link is escaped, and without one there is no button', () => {
  expect(renderEmailHtml(parts())).toContain('href="https://shop.test/order?a=1&amp;b=2"')
  const { button: _, link: __, ...plain } = parts()
  const html = renderEmailHtml(plain)
  expect(html).not.toContain('<a ')
  expect(html).toContain('Your order is here.')
})

test('the email states its language', () => {
  expect(renderEmailHtml(parts({ language: 'zh-HK' }))).toMatch(/^<!doctype html><html lang="zh-HK">/)
})
