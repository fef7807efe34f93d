import { expect, test } from 'vitest'
import en from '../locales/en-US.json'
import zhCn from '../locales/zh-CN.json'
import zhHk from '../locales/zh-HK.json'
import { elementKinds } from '../../domain/element-kinds.ts'
import { outline, readElements } from './elements.ts'
import { asHtml } from './rich.ts'

test('every element, property and option has a label in all languages', () => {
  const missing: string[] = []
  const names = (section: object) => new Map(Object.entries(section))
  for (const [language, texts] of Object.entries({ en, zhHk, zhCn })) {
    const [elements, props] = [names(texts.element), names(texts.elementProp)]
    const prop = (name: string) => props.get(name) || missing.push(`${language} ${name}`)
    for (const [type, kinds] of Object.entries(elementKinds)) {
      if (!elements.get(type)) missing.push(`${language} ${type}`)
      for (const [name, kind] of Object.entries(kinds)) {
        prop(name)
        if (kind.kind === 'pick') kind.values.forEach(prop)
        if (kind.kind === 'list') Object.keys(kind.of).forEach(prop)
      }
    }
  }
  expect(missing).toEqual([])
})

test('any stored value becomes an editable page', () => {
  for (const value of [null, undefined, 'x', [], {}, { content: 'x', zones: 1 }])
    expect(readElements(value)).toEqual({ root: {}, content: [], zones: {} })
  const read = readElements({ content: [{ type: 'spacer', props: { id: 's' } }] })
  expect(read.content[0]?.props).toEqual({ id: 's', size: 'medium' })
})

test('texts stored as blocks are edited as HTML', () => {
  const blocks = {
    blocks: [
      { type: 'paragraph', data: { text: 'Hello <b>you</b>' } },
      { type: 'list', data: { style: 'ordered', items: ['one', { content: 'two' }] } },
    ],
  }
  expect(asHtml(JSON.stringify(blocks))).toBe('<p>Hello <b>you</b></p><ol><li>one</li><li>two</li></ol>')
  expect(asHtml('<p>As it is</p>')).toBe('<p>As it is</p>')
  expect(asHtml('{ no json')).toBe('{ no json')
})

test('the outline follows columns inwards, in either storage format', () => {
  const page = readElements({
    content: [
      { type: 'hero', props: { id: 'h' } },
      { type: 'columns', props: { id: 'c', column_0: [{ type: 'text', props: { id: 't' } }] } },
    ],
    zones: { 'c:column_1': [{ type: 'image', props: { id: 'i' } }] },
  })
  expect(outline(page).map(({ element, depth }) => `${depth} ${element.type}`)).toEqual(['0 hero', '0 columns', '1 text', '1 image'])
})
