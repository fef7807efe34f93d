import { describe, expect, test } from 'vitest'
import { AppError } from 'stoa'
import { getValueCode, getOptionKey, toUnusedCode } from '../domain/options.ts'
import { toChoice, isSameChoice } from '../domain/identity.ts'
import { readKeyword, splitWords } from '../domain/search.ts'
import { readOptionCells } from '../services/option-cells.ts'

describe('a search keyword', () => {
  test('is at most 100 characters long, trimmed, with full-width characters normalized', () => {
    expect(readKeyword('x'.repeat(100))).toBe('x'.repeat(100))
    expect(readKeyword(` ${'x'.repeat(100)} `)).toBe('x'.repeat(100))
    expect(readKeyword('x'.repeat(101))).toBeUndefined()
    expect(readKeyword('ＴＥＡ－９')).toBe('TEA-9')
  })
  test.each(['ほうじ茶', '녹차', 'чай', 'شاي', 'ชา', 'A-B_C.9/7'])('accepts %j: letters of any script and punctuation of codes', (raw) => {
    expect(readKeyword(raw)).toBe(raw.normalize('NFKC'))
  })
  test.each(['', '   ', 'a+b', 'a%', '50%', "men's", 'a\nb', 'a1\nb', 'a\u0000', 'a1\u0000', '😀', 'tea\u200b', 'a b.9'])(
    'cannot be %j',
    (raw) => {
      expect(readKeyword(raw)).toBeUndefined()
    },
  )
  test('is split into at most eight distinct words; Chinese is separated from Latin', () => {
    expect(splitWords('aa bb cc dd ee ff gg hh ii jj')).toEqual(['aa', 'bb', 'cc', 'dd', 'ee', 'ff', 'gg', 'hh'])
    expect(splitWords('tea tea 茶 茶')).toEqual(['tea', '茶'])
    expect(splitWords('茶tea壺')).toEqual(['茶', 'tea', '壺'])
    expect(splitWords('-_-')).toEqual([])
    expect(splitWords('usb c')).toEqual(['usb', 'c'])
  })
})

describe('codes and keys of options', () => {
  test.each([
    ['Matte Black', 'matte-black'],
    ['  Größe 38½ ', 'größe-38½'],
    ['--', 'value'],
    ['紅 / 藍', '紅-藍'],
  ])('the value %j gets the code %j', (label, code) => {
    expect(getValueCode(label)).toBe(code)
  })
  test.each([
    ['Colour', 'colour'],
    ['Frame – finish', 'frame_finish'],
    ['3D', 'option_3d'],
    ['顏色', 'option_a'],
    ['_x_', 'x'],
  ])('the option %j gets the key %j', (name, key) => {
    expect(getOptionKey(name)).toBe(key)
  })
  test('a duplicate code gets a numeric suffix, starting at two', () => {
    expect(toUnusedCode('red', [], '-')).toBe('red')
    expect(toUnusedCode('red', ['red', 'red-3'], '-')).toBe('red-2')
    expect(toUnusedCode('a', ['a', 'a_2'], '_')).toBe('a_3')
  })
})

describe('an option choice', () => {
  test('contains non-blank values as strings, and is empty for anything but an object', () => {
    expect(toChoice({ size: 38, colour: '', finish: null, lace: 'red' })).toEqual({ size: '38', lace: 'red' })
    for (const none of [null, undefined, 'red', 7, ['red']]) expect(toChoice(none)).toEqual({})
  })
  test('is equal in any order, and different with one option more or fewer', () => {
    expect(isSameChoice({ a: '1', b: '2' }, { b: '2', a: '1' })).toBe(true)
    expect(isSameChoice({ a: '1' }, { a: '1', b: '2' })).toBe(false)
    expect(isSameChoice({ a: '1', c: '2' }, { a: '1', b: '2' })).toBe(false)
    expect(isSameChoice({}, {})).toBe(true)
  })
})

describe('option columns of a variant', () => {
  const read = (cells: Record<string, string>, old?: Record<string, unknown>) => {
    const input: Record<string, unknown> = {}
    readOptionCells.read(cells, input, old)
    return input.values
  }
  const refused = (cells: Record<string, string>, old?: Record<string, unknown>): string[] => {
    try {
      read(cells, old)
    } catch (error) {
      if (error instanceof AppError) return Object.keys(error.messages)
    }
    return []
  }
  test('are written in the order of the options, empty beyond the last', () => {
    expect(readOptionCells.write({ values: { size: 's', colour: 'red' } })).toEqual({
      option1_key: 'size',
      option1_value: 's',
      option2_key: 'colour',
      option2_value: 'red',
      option3_key: '',
      option3_value: '',
    })
  })
  test('leave the variant unchanged when all are empty', () => {
    expect(read({})).toBeUndefined()
    expect(read({ option1_key: ' ', option1_value: '' })).toBeUndefined()
  })
  test('a missing half of an option comes from the variant, else the missing column is reported', () => {
    const old = { values: { size: 's', colour: 'red' } }
    expect(read({ option2_value: 'blue' }, old)).toEqual({ colour: 'blue' })
    expect(read({ option1_key: 'Size', option1_value: ' M ' })).toEqual({ Size: 'M' })
    expect(refused({ option1_value: 'blue' })).toEqual(['option1_key'])
    expect(refused({ option1_key: 'Colour' })).toEqual(['option1_value'])
    expect(refused({ option1_key: 'Colour', option1_value: '', option3_value: 'x' }, old)).toEqual(['option1_value', 'option3_key'])
  })
})
