import { describe, expect, test } from 'vitest'
import { fillHtml, fillLine, fillText, findUnknownFields } from '../domain/merge.ts'
import { htmlToText } from '../domain/html-to-text.ts'
import { MAX_PARSED_CHARS, parseBounce } from '../domain/bounce-report.ts'
import { countSegments } from '../domain/segments.ts'

describe('merge fields in a text', () => {
  const may = { first_name: 'May <b>', company: '{{email}}', email: 'may@mail.test' }

  test('are filled once, escaped in HTML, and use the fallback where the value is missing', () => {
    expect(fillHtml('Hi {{ first_name }}, {{last_name|dear <i>reader</i>}} {{&nbsp;name&nbsp;|&nbsp;friend}}', may)).toBe(
      'Hi May &lt;b&gt;, dear <i>reader</i> friend',
    )
    expect(fillText('{{company}} {{email}}', may)).toBe('{{email}} may@mail.test')
    expect(fillLine('{{first_name}}\r\nBcc: x', { first_name: 'A\nB\u2028C' })).toBe('A B C Bcc: x')
  })

  test('that do not exist are named', () => {
    expect(findUnknownFields('{{first_name}} {{surname}} {{ surname|x }} {{Email}}')).toEqual(['surname', 'Email'])
  })
})

test('the plain text of an email shows the URLs of links and keeps lists', () => {
  const html =
    '<h2>New</h2><p>See <a href="https://t.test/?a=1&amp;b=2">what&nbsp;is new</a><br>or <a href="https://t.test">https://t.test</a></p><ul><li>one</li><li>two &lt;3</li></ul><img src="/x" alt="a cup">'
  expect(htmlToText(html)).toBe('New\n\nSee what is new (https://t.test/?a=1&b=2)\nor https://t.test\n\n- one\n- two <3\n\na cup')
})

test('a URL with quotation marks or spaces is encoded so that mail programs follow it to its end', () => {
  expect(htmlToText('<p><a href="https://shop.test/b?q=&quot;quoted&quot;">two</a></p>')).toBe('two (https://shop.test/b?q=%22quoted%22)')
  expect(htmlToText('<p><a href="https://shop.test/a b">three</a></p>')).toBe('three (https://shop.test/a%20b)')
})

test('a text message is split at the limits of its alphabet, and no character is cut in two', () => {
  const measure = (text: string) => {
    const { alphabet, segments, left } = countSegments(text)
    return [alphabet, segments, left]
  }
  expect(measure('')).toEqual(['gsm7', 0, 160])
  expect(measure('a'.repeat(160))).toEqual(['gsm7', 1, 0])
  expect(measure('a'.repeat(161))).toEqual(['gsm7', 2, 145])
  expect(measure('a'.repeat(159) + '€')).toEqual(['gsm7', 2, 145])
  expect(measure('a'.repeat(152) + '€' + 'a'.repeat(10))).toEqual(['gsm7', 2, 141])
  expect(measure('茶'.repeat(70))).toEqual(['ucs2', 1, 0])
  expect(measure('茶'.repeat(71))).toEqual(['ucs2', 2, 63])
  expect(measure('茶'.repeat(66) + '🍵' + '茶'.repeat(5))).toEqual(['ucs2', 2, 60])
})

const notice = (action: string, status: string) =>
  [
    'From: MAILER-DAEMON@mx.test',
    'To: bounces@shop.test',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="=_b1"',
    '',
    'This is a notice.',
    '--=_b1',
    'Content-Type: text/plain',
    '',
    'Sorry.',
    '--=_b1',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.test',
    '',
    'Final-Recipient: rfc822; may@mail.test',
    `Action: ${action}`,
    `Status: ${status}`,
    'Diagnostic-Code: smtp; 550 5.1.1 no such',
    ' user',
    '',
    '--=_b1',
    'Content-Type: message/rfc822-headers',
    '',
    'Message-ID: <bc-7-abc@shop.test>',
    '--=_b1--',
    '',
  ].join('\r\n')

test('a delivery report with status 5 is a hard bounce, other failures are soft, and others are ignored', () => {
  expect(parseBounce(notice('failed', '5.1.1'))).toEqual({ kind: 'hard', status: '5.1.1', explanation: 'smtp; 550 5.1.1 no such user' })
  expect(parseBounce(notice('failed', '4.2.2'))?.kind).toBe('soft')
  expect(parseBounce(notice('failed', 'unknown'))?.kind).toBe('soft')
  expect(parseBounce(notice('delayed', '4.4.1'))).toBeUndefined()
  expect(parseBounce(notice('delivered', '2.0.0'))).toBeUndefined()
  expect(parseBounce('From: a@b.test\r\nSubject: hello\r\n\r\nStatus: 5.1.1')).toBeUndefined()
})

test('a full mailbox, a mail system or network problem and a policy rejection are soft bounces, also with status 5', () => {
  for (const status of ['5.2.2', '5.3.4', '5.4.1', '5.7.1', '5.7.26'])
    expect(parseBounce(notice('failed', status))?.kind, status).toBe('soft')
  for (const status of ['5.1.1', '5.1.10', '5.2.1', '5.5.0', '5.0.0'])
    expect(parseBounce(notice('failed', status))?.kind, status).toBe('hard')
})

test.each([
  ['spaces in a field', (n: number) => notice('failed', '5.1.1').replace('no such', ' '.repeat(n))],
  ['lines of a field', (n: number) => notice('failed', '5.1.1').replace('no such', 'x\r\n '.repeat(n / 4))],
  ['empty lines', (n: number) => notice('failed', '5.1.1').replace('Reporting-MTA', `${'\n \n'.repeat(n / 3)}R`)],
  ['boundaries', (n: number) => notice('failed', '5.1.1').replace('This is a notice.', '\n--=_b1'.repeat(n / 7))],
  ['mails within each other', (n: number) => 'Content-Type: multipart/mixed; boundary=b\n\n--b\n'.repeat(n / 47)],
  ['quoted bytes', (n: number) => notice('failed', '5.1.1').replace('Reporting-MTA', `${'=20'.repeat(n / 3)}\nR`)],
])('parsing a mail that consists of %s takes little time', (_description, mail) => {
  const text = mail(MAX_PARSED_CHARS * 8)
  const times = [1, 2, 3].map(() => {
    const start = performance.now()
    parseBounce(text)
    return performance.now() - start
  })
  expect(Math.min(...times)).toBeLessThan(100)
})

test('the stored bounce text is truncated and contains no characters the database rejects', () => {
  const explanation = parseBounce(notice('failed', '5.1.1').replace('no such', `\0${'x'.repeat(900)}`))?.explanation ?? ''
  expect(explanation).toMatch(/^smtp; 550 5\.1\.1 {2}x+$/)
  expect(explanation).toHaveLength(500)
})

test('complaint reports are parsed in any encoding of their parts', () => {
  const report = [
    'Content-Type: multipart/report; report-type=feedback-report; boundary=x1',
    '',
    '--x1',
    'Content-Type: text/plain',
    '',
    'A complaint.',
    '--x1',
    'Content-Type: message/feedback-report',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('Feedback-Type: abuse\r\nUser-Agent: x/1\r\n').toString('base64'),
    '--x1--',
  ].join('\n')
  expect(parseBounce(report)).toEqual({ kind: 'complaint', status: '', explanation: 'abuse' })
})
