import { expect, test } from 'vitest'
import { getFinder } from './find.ts'
import { createArticle } from '../../tests/article.ts'

const article = (id: number, sku: string, barcode: string | null, name: string) => createArticle(id, { sku, barcode, name })

test('a code matches SKU and barcode case-insensitively; the SKU wins', () => {
  const { byCode } = getFinder([article(1, 'CUP', '4006', 'Cup'), article(2, '4006', null, 'Odd sku')])
  expect(byCode(' cup ')?.id).toBe(1)
  expect(byCode('4006')?.id).toBe(2)
  expect(byCode('nothing')).toBeUndefined()
})

test('a category filter shows only its articles, also with keywords; cached articles without categories match none', () => {
  const { categories: _, ...before } = article(3, 'C', null, 'Green cup')
  const { byWords } = getFinder([
    { ...article(1, 'A', null, 'Green tea'), categories: [4, 9] },
    { ...article(2, 'B', null, 'Black tea'), categories: [4] },
    before as ReturnType<typeof article>,
  ])
  expect(byWords('', 4).map(({ id }) => id)).toEqual([1, 2])
  expect(byWords('green', 4).map(({ id }) => id)).toEqual([1])
  expect(byWords('', 9).map(({ id }) => id)).toEqual([1])
  expect(byWords('', 5)).toEqual([])
})

test('keywords match in any order, and searching twenty thousand articles is fast', () => {
  const many = Array.from({ length: 20_000 }, (_, i) => article(i + 1, `S${i}`, null, i % 2 ? `Green tea ${i}` : `Black tea ${i}`))
  const { byWords } = getFinder(many)
  const from = performance.now()
  expect(byWords('19999 green')).toHaveLength(1)
  expect(byWords('tea')).toHaveLength(60)
  // Tolerance for a machine under other load.
  expect(performance.now() - from).toBeLessThan(200)
})
