import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitBody, cleanBody } from '../domain/body.ts'
import { keepMentioned, findTypedName, insertName } from '../domain/mention.ts'

/** Parsing of note texts, as pure functions. */
const describeParts = (body: string, names: string[] = []) =>
  splitBody(body, names).map(({ kind, text }) => (kind === 'text' ? text : `[${kind} ${text}]`))

test.each([
  ['See https://shop.test/a.', ['See ', '[link https://shop.test/a]', '.']],
  ['(https://shop.test/a)', ['(', '[link https://shop.test/a]', ')']],
  ['https://x.test/Tea_(drink)', ['[link https://x.test/Tea_(drink)]']],
  ['https://x.test/Tea_(drink).', ['[link https://x.test/Tea_(drink)]', '.']],
  ['https://x.test/a?b=c&d=e#f!', ['[link https://x.test/a?b=c&d=e#f]', '!']],
  ['看https://x.test/茶。', ['看', '[link https://x.test/茶]', '。']],
  ['https://x.test/a，https://y.test', ['[link https://x.test/a]', '，', '[link https://y.test]']],
  ['HTTPS://X.TEST', ['[link HTTPS://X.TEST]']],
  ['javascript:alert(1) ftp://x.test', ['javascript:alert(1) ftp://x.test']],
  ['<a href="https://x.test">', ['<a href="', '[link https://x.test]', '">']],
  ['', []],
])('%j is parsed as %j', (body, pieces) => {
  expect(describeParts(body)).toEqual(pieces)
})

test('the longest matching name is mentioned, and an email address or a link mentions nobody', () => {
  const names = ['Kim', 'Kim Lau', '']
  expect(describeParts('@Kim Lau and @Kim', names)).toEqual(['[mention @Kim Lau]', ' and ', '[mention @Kim]'])
  expect(describeParts('@Lee', names)).toEqual(['@Lee'])
  expect(describeParts('https://x.test/@Kim', names)).toEqual(['[link https://x.test/@Kim]'])
  expect(describeParts('@', names)).toEqual(['@'])
})

test('a longer word that starts with a name is no mention, but Chinese text may follow directly', () => {
  expect(describeParts('@Kimono, @Kim2 and @Kims', ['Kim'])).toEqual(['@Kimono, @Kim2 and @Kims'])
  expect(describeParts('@Kim, @Kim! (@Kim) @Kim', ['Kim']).filter((part) => part.startsWith('['))).toHaveLength(4)
  expect(describeParts('@陳大文請看', ['陳大文'])).toEqual(['[mention @陳大文]', '請看'])
  expect(describeParts('@Kim請看', ['Kim'])).toEqual(['[mention @Kim]', '請看'])
  expect(describeParts('@陳大文a', ['陳大文'])).toEqual(['@陳大文a'])
  expect(describeParts('@Kim.L says', ['Kim.', 'Kim.L'])).toEqual(['[mention @Kim.L]', ' says'])
})

test('the parsed pieces always concatenate to the note', () => {
  const word = fc.constantFrom('@Kim', '@', 'https://x.test/(a)', 'http://', ' ', '\n', '茶', ')', '.', 'Kim Lau', 'a@b.test')
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(word).map((words) => words.join('')),
        fc.string(),
      ),
      (body) => {
        const pieces = splitBody(body, ['Kim', 'Kim Lau'])
        expect(pieces.map(({ text }) => text).join('')).toBe(body)
        for (const { kind, text } of pieces) if (kind === 'link') expect(text).toMatch(/^https?:\/\//i)
      },
    ),
  )
})

test('line ends are normalized, and bidirectional and invisible control characters are removed', () => {
  expect(cleanBody(' a\r\nb\rc\td\n')).toBe('a\nb\nc\td')
  expect(cleanBody('a\u202Eb\u2066c\u0000d\u001Be\u009Bf')).toBe('abcdef')
  // Right-to-left scripts and characters composed of several code points are kept.
  expect(cleanBody('שלום 👨‍👩‍👧 é')).toBe('שלום 👨‍👩‍👧 é')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(cleanBody(cleanBody(text))).toBe(cleanBody(text))
    }),
  )
})

test.each<[string, string | null]>([
  ['@', ''],
  ['Hi @Ki', 'Ki'],
  ['你好@陳', '陳'],
  ['mail a@b', null],
  ['a.@b', null],
  ['@ Kim', null],
  ['@Kim  Lau', null],
  ['@Kim Lau', 'Kim Lau'],
  ['@Kim\nLau', null],
  [`@${'x'.repeat(40)}`, 'x'.repeat(40)],
  [`@${'x'.repeat(41)}`, null],
  ['@Kim said @Le', 'Le'],
  ['nobody', null],
])('after %j the name being typed is %j', (text, name) => {
  expect(findTypedName(text, text.length)?.name ?? null).toBe(name)
})

test('a selected name replaces the typed part, and the caret is placed after it', () => {
  expect(insertName('Ask @Ki about it', 7, 'Kim Lau')).toEqual({ text: 'Ask @Kim Lau about it', caret: 13 })
  expect(insertName('Ask @Ki', 7, 'Kim')).toEqual({ text: 'Ask @Kim ', caret: 9 })
  expect(insertName('Ask Kim', 7, 'Kim')).toEqual({ text: 'Ask Kim', caret: 7 })
})

test('a selected colleague whose name was removed is not mentioned, and of two with one name one is', () => {
  const [kim, other, lee] = [
    { id: 1, name: 'Kim' },
    { id: 2, name: 'Kim' },
    { id: 3, name: 'Lee' },
  ]
  expect(keepMentioned('Hello @Kim', [kim, other, lee])).toEqual([kim])
  expect(keepMentioned('Hello', [kim, lee])).toEqual([])
  // A name within a longer name, a longer word or a URL is no mention.
  const lau = { id: 4, name: 'Kim Lau' }
  expect(keepMentioned('Hello @Kim Lau', [kim, lau])).toEqual([lau])
  expect(keepMentioned('Hello @Kim Lau and @Kim', [kim, lau])).toEqual([kim, lau])
  expect(keepMentioned('A @Kimono of https://x.test/@Lee', [kim, lee])).toEqual([])
})
