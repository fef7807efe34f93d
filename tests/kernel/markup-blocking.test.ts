import { describe, expect, test } from 'vitest'
import { cleanSvg } from '../../core/file/svg.ts'
import { cleanRich } from '../../core/text/rich.ts'
import { measureHold } from '../support/event-loop-delay.ts'

/** Maximum time in milliseconds for which a document of 100 KB may block the event loop. */
const LONGEST = 100
const SIZE = 100_000

const many = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i))
const fill = (unit: string, size = SIZE) => unit.repeat(Math.floor(size / unit.length))

describe('no rich text or SVG of 100 KB blocks the process', () => {
  const closed = (unit: string, end: string) => fill(unit, SIZE / 2) + fill(end, SIZE / 2)
  const documents: Record<string, string> = {
    ...Object.fromEntries(
      [
        '<b>',
        '<b></b>',
        '<x>',
        '<div>x',
        '<b><p>',
        '<li><p>',
        '<p>',
        '</b>',
        '<',
        '<a href=',
        '&',
        '&amp',
        '<!--',
        '<b a="',
        '<![CDATA[',
        '<style>',
        '<svg><b>',
        '<textarea>',
        '<table><tr><td>',
      ].map((unit) => [unit, fill(unit)]),
    ),
    'closed again': closed('<b>', '</b>'),
    'closed crosswise': closed('<p><b>', '</p>'),
    attributes: `<b ${fill('a=1 ')}>`,
    cells: JSON.stringify({ blocks: [{ type: 'table', data: { content: [many(25_000, () => 'a')] } }] }),
    'cells with marks': JSON.stringify({ blocks: [{ type: 'table', data: { content: [many(11_000, () => '<b>a')] } }] }),
    blocks: JSON.stringify({ blocks: many(1_500, () => ({ type: 'paragraph', data: { text: '<b>a</b>&' } })) }),
    items: JSON.stringify({ blocks: [{ type: 'list', data: { items: many(9_000, () => '<i>a') } }] }),
  }
  test.each(Object.entries(documents))('%s', async (_, document) => {
    await cleanRich('<b>warm</b>')
    expect(await measureHold(() => cleanRich(document).catch(() => undefined), LONGEST)).toBeLessThan(LONGEST)
  })

  test.each(['<g>', '<g></g>', '<g a="b"/>', '<a href="#">', '<!--', '<text>x', '<', '&amp;'])('an SVG of %s', async (unit) => {
    await cleanSvg('<svg xmlns="http://www.w3.org/2000/svg"></svg>')
    expect(await measureHold(async () => cleanSvg(`<svg xmlns="http://www.w3.org/2000/svg">${fill(unit)}</svg>`), LONGEST)).toBeLessThan(
      LONGEST,
    )
  })

  test.each(['__proto__', 'constructor', 'toString', 5, null, {}, ['paragraph']])('a block of type %j is refused by name', async (type) => {
    await expect(cleanRich(JSON.stringify({ blocks: [{ type, data: { text: 'x' } }] }))).rejects.toMatchObject({
      kind: { code: 'INVALID' },
    })
  })

  test('a block that is not an object is refused too', async () => {
    for (const block of [null, 1, 'x', []])
      await expect(cleanRich(JSON.stringify({ blocks: [block] }))).rejects.toMatchObject({ kind: { code: 'INVALID' } })
  })
})
