import { expect, test } from 'vitest'
import { readDocument, writeDocument } from './document.ts'

const said = (text: string) => ({ blocks: [{ type: 'paragraph', data: { text } }] })

test('what the server writes into links is no change, whoever takes it out', () => {
  const link = 'See <a href="https://tea.example/spring">what is new</a>, and <a href="/brand">who made it</a>'
  const stored = link.replaceAll('">', '" rel="noopener noreferrer">')
  expect(writeDocument(said(stored))).toBe(writeDocument(said(link)))
  expect(readDocument(writeDocument(said(stored)))).toEqual(said(link))
  const own = link.replaceAll('">', '" rel="nofollow">')
  expect(readDocument(writeDocument(said(own)))).toEqual(said(own))
})
