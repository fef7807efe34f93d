import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findProblem } from '../../core/fields/rules.ts'
import { f } from '../../core/fields/f.ts'
import { slugFrom } from '../../core/text/slug.ts'
import { tries } from '../support/property.ts'

const title = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.constantFrom('!!!', '…', '五', "L'été?", ' - '))

test('a slug from any title is valid, and at most as long as requested plus four digits', () =>
  fc.assert(
    fc.asyncProperty(title, async (text) => {
      const slug = await slugFrom(text, 15, 1_700_000_001_234)
      expect(findProblem(f.slug(), slug), slug).toBeUndefined()
      expect(slug.length).toBeLessThanOrEqual(20)
      expect(slug).toMatch(/(^|-)1234$/)
    }),
    tries(200),
  ))

test('other scripts are transliterated, punctuation is removed, spaces become hyphens', async () => {
  expect(await slugFrom('龍井 綠茶', 20, 4_321)).toBe('longjing-lucha-4321')
  expect(await slugFrom("What's new?", 20, 4_321)).toBe('whats-new-4321')
})
