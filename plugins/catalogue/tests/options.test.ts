import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tries } from '../../../tests/support/property.ts'
import { coverChoices } from '../domain/options.ts'

test('options and values that differ only in characters dropped from codes stay distinct', () => {
  const chosen = coverChoices([], [{ 顏色: '紅', 尺寸: '大' }], 'zh-HK')
  expect(chosen.options.map(({ label, values }) => [label, values.length])).toEqual([
    [{ 'zh-HK': '顏色' }, 1],
    [{ 'zh-HK': '尺寸' }, 1],
  ])
  const powers = ['+1.50', '-1.50', '1.50', 'A+', 'A']
  const { choices } = coverChoices(
    [],
    powers.map((Power) => ({ Power })),
    'en-US',
  )
  expect(new Set(choices.map(({ power }) => power)).size).toBe(powers.length)
})

test('options and values are found by key, code and label, whatever the separators', () => {
  const options = [
    { id: 1, key: 'frame_finish', label: { 'zh-HK': '表面' }, values: [{ id: 2, code: 'matte-black', label: { 'zh-HK': '啞黑' } }] },
  ]
  for (const [name, value] of [
    ['frame_finish', 'matte-black'],
    ['Frame Finish', 'Matte Black'],
    ['frame-finish', ' MATTE_BLACK '],
    ['表面', '啞黑'],
  ] as const)
    expect(coverChoices(options, [{ [name]: value }], 'en-US')).toEqual({
      options,
      choices: [{ frame_finish: 'matte-black' }],
      grown: false,
    })
})

const word = fc.oneof(
  fc.constantFrom(
    'Red',
    'red',
    'Dark red',
    'dark-red',
    'A',
    'A+',
    '+1.50',
    '-1.50',
    '★',
    '☆',
    '大',
    '小',
    '顏色',
    'Größe',
    'option_a',
    'value',
    '2',
    'a_2',
  ),
  fc.string({ minLength: 1, maxLength: 6 }).filter((text) => text.trim() !== ''),
)
const heads = fc.uniqueArray(word, { minLength: 1, maxLength: 3, selector: (text) => text.trim().toLowerCase() })

test('option choices of variants stay distinct, are covered by the options, and importing them again changes nothing', () => {
  fc.assert(
    fc.property(heads, fc.array(word, { minLength: 1, maxLength: 8 }), (names, values) => {
      const choices = values.map((value, i) => Object.fromEntries(names.map((name, n) => [name, values[(i + n) % values.length] ?? value])))
      const first = coverChoices([], choices, 'en-US')
      expect(new Set(first.options.map(({ key }) => key)).size).toBe(first.options.length)
      for (const { values: all } of first.options) expect(new Set(all.map(({ code }) => code)).size).toBe(all.length)
      for (const choice of first.choices)
        for (const [key, code] of Object.entries(choice))
          expect(first.options.find((option) => option.key === key)?.values.some((value) => value.code === code)).toBe(true)
      const again = coverChoices(first.options, choices, 'en-US')
      expect(again).toEqual({ ...first, grown: false })
      expect(coverChoices(first.options, first.choices, 'en-US')).toEqual({ ...first, grown: false })
    }),
    tries(500),
  )
})
