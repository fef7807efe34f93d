import { describe, expect, test } from 'vitest'
import { AppError } from 'stoa'
import { getValueCode, getOptionKey, toUnusedCode } from '../domain/options.ts'
import { toChoice, isSameChoice } from '../domain/identity.ts'
import { readKeyword, splitWords } from '../domain/search.ts'
import { readOptionCells } from '../services/option-cells.ts'

describe('a keyword', () => {
  test('is a hundred characters long at most, blanks around it left out, full-width letters made narrow', () => {
    expect(readKeyword('x'.repeat(100))).toBe('x'.repeat(100))
    expect(readKeyword(` ${'x'.repeat(100)} `)).toBe('x'.repeat(100))
    expect(readKeyword('x'.repeat(101))).toBeUndefined()
    expect(readKeyword('ＴＥＡ－９')).toBe('TEA-9')
  })
  test.each(['ほうじ茶', '녹차', 'чай', 'شاي', 'ชา', 'A-B_C.9/7'])(
    'can be %j, for letters are letters in every script and codes hold signs',
    (raw) => {
      expect(readKeyword(raw)).toBe(raw.normalize('NFKC'))
    },
  )
  test.each(['', '   ', 'a+b', 'a%', '50%', "men's", 'a\nb', 'a1\nb', 'a\u0000', 'a1\u0000', '😀', 'tea\u200b', 'a b.9'])(
    'cannot be %j',
    (raw) => {
      expect(readKeyword(raw)).toBeUndefined()
    },
  )
  test('is eight words at most, each once; Chinese parts from Latin by itself', () => {
    expect(splitWords('aa bb cc dd ee ff gg hh ii jj')).toEqual(['aa', 'bb', 'cc', 'dd', 'ee', 'ff', 'gg', 'hh'])
    expect(splitWords('tea tea 茶 茶')).toEqual(['tea', '茶'])
    expect(splitWords('茶tea壺')).toEqual(['茶', 'tea', '壺'])
    expect(splitWords('-_-')).toEqual([])
    expect(splitWords('usb c')).toEqual(['usb', 'c'])
  })
})

describe('machine words of options', () => {
  test.each([
    ['Matte Black', 'matte-black'],
    ['  Größe 38½ ', 'größe-38½'],
    ['--', 'value'],
    ['紅 / 藍', '紅-藍'],
  ])('the value %j is %j', (label, code) => {
    expect(getValueCode(label)).toBe(code)
  })
  test.each([
    ['Colour', 'colour'],
    ['Frame – finish', 'frame_finish'],
    ['3D', 'option_3d'],
    ['顏色', 'option_a'],
    ['_x_', 'x'],
  ])('the option %j is %j', (name, key) => {
    expect(getOptionKey(name)).toBe(key)
  })
  test('a number keeps the same word apart, counted from two', () => {
    expect(toUnusedCode('red', [], '-')).toBe('red')
    expect(toUnusedCode('red', ['red', 'red-3'], '-')).toBe('red-2')
    expect(toUnusedCode('a', ['a', 'a_2'], '_')).toBe('a_3')
  })
})

describe('a combination', () => {
  test('is what chooses something: texts of what is an object, blanks left out', () => {
    expect(toChoice({ size: 38, colour: '', finish: null, lace: 'red' })).toEqual({ size: '38', lace: 'red' })
    for (const none of [null, undefined, 'red', 7, ['red']]) expect(toChoice(none)).toEqual({})
  })
  test('is the same in any order, and another with one option more or less', () => {
    expect(isSameChoice({ a: '1', b: '2' }, { b: '2', a: '1' })).toBe(true)
    expect(isSameChoice({ a: '1' }, { a: '1', b: '2' })).toBe(false)
    expect(isSameChoice({ a: '1', c: '2' }, { a: '1', b: '2' })).toBe(false)
    expect(isSameChoice({}, {})).toBe(true)
  })
})

describe('the cells of a variant’s options', () => {
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
  test('are written in the order of the options, empty where there are fewer', () => {
    expect(readOptionCells.write({ values: { size: 's', colour: 'red' } })).toEqual({
      option1_key: 'size',
      option1_value: 's',
      option2_key: 'colour',
      option2_value: 'red',
      option3_key: '',
      option3_value: '',
    })
  })
  test('without any of them the variant stays as it is', () => {
    expect(read({})).toBeUndefined()
    expect(read({ option1_key: ' ', option1_value: '' })).toBeUndefined()
  })
  test('half an option goes on with what the variant has at its place, else the missing half is named', () => {
    const old = { values: { size: 's', colour: 'red' } }
    expect(read({ option2_value: 'blue' }, old)).toEqual({ colour: 'blue' })
    expect(read({ option1_key: 'Size', option1_value: ' M ' })).toEqual({ Size: 'M' })
    expect(refused({ option1_value: 'blue' })).toEqual(['option1_key'])
    expect(refused({ option1_key: 'Colour' })).toEqual(['option1_value'])
    expect(refused({ option1_key: 'Colour', option1_value: '', option3_value: 'x' }, old)).toEqual(['option1_value', 'option3_key'])
  })
})
