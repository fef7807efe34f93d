import { expect, test } from 'vitest'
import { readDocument, writeDocument } from './document.ts'

const toDocument = (text: string) => ({ blocks: [{ type: 'paragraph', data: { text } }] })

test('link attributes added by the server are no change, in either direction', () => {
  const link = 'See <a href="https://tea.example/spring">what is new</a>, and <a href="/brand">who made it</a>'
  const stored = link.replaceAll('">', '" rel="noopener noreferrer">')
  expect(writeDocument(toDocument(stored))).toBe(writeDocument(toDocument(link)))
  expect(readDocument(writeDocument(toDocument(stored)))).toEqual(toDocument(link))
  const nofollowLink = link.replaceAll('">', '" rel="nofollow">')
  expect(readDocument(writeDocument(toDocument(nofollowLink)))).toEqual(toDocument(nofollowLink))
})
