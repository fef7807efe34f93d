import { describe, expect, test } from 'vitest'
import { getExtensions, fileGroups, getMimeType, detectFileType } from '../../core/file/file-type.ts'
import { cleanSvg } from '../../core/file/svg.ts'
import { isTooDeep } from '../../core/text/nesting-depth.ts'
import { videoEmbed } from 'stoa'

const hex = (start: string, more = 'rest of the file') => Buffer.concat([Buffer.from(start, 'hex'), Buffer.from(more)])
const zip = (...parts: string[]) => hex('504b0304', parts.join(' '))
const ending = (bytes: Buffer | string) => detectFileType(typeof bytes === 'string' ? Buffer.from(bytes) : bytes)?.extension

describe('file type detection', () => {
  test.each([
    ['png', hex('89504e470d0a1a0a')],
    ['jpg', hex('ffd8ffe0')],
    ['gif', Buffer.from('GIF87a…')],
    ['gif', Buffer.from('GIF89a…')],
    ['webp', Buffer.from('RIFF\0\0\0\0WEBPVP8 ')],
    ['avif', Buffer.from('\0\0\0\x20ftypavifmif1')],
    ['pdf', Buffer.from('%PDF-1.7\n')],
    ['xlsx', zip('[Content_Types].xml', 'xl/workbook.xml')],
    ['zip', zip('[Content_Types].xml', 'word/document.xml')],
    ['zip', zip('xl/workbook.xml')],
    ['svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['svg', Buffer.from('\uFEFF <?xml version="1.0"?>\n<!-- made by hand -->\n<!-- twice -->\n<SVG >')],
    ['csv', Buffer.from('sku,price\nA,1\n')],
    ['csv', Buffer.from('"a;b";2\nc;3')],
    ['csv', Buffer.from('a\tb\r\nc\td')],
    ['txt', Buffer.from('Dear May,\nthank you')],
    ['txt', Buffer.from('一行字')],
  ])('recognizes %s by its bytes', (extension, bytes) => expect(ending(bytes)).toBe(extension))

  test.each([
    ['a picture that begins later', hex('0089504e470d0a1a0a00')],
    ['a film in the box of a picture', Buffer.from('\0\0\0\x20ftypmp42')],
    ['sound in the box of a picture', Buffer.from('RIFF\0\0\0\0WAVEfmt ')],
    ['a program', hex('7f454c460201010000')],
    ['nothing', Buffer.alloc(0)],
    ['white space', Buffer.from(' \n\t ')],
    ['text with a bell in it', Buffer.from('ring \x07')],
    ['half a character', Buffer.from([0x61, 0xe8, 0x8c])],
  ])('recognizes no type in %s', (_title, bytes) => expect(ending(bytes)).toBeUndefined())

  test('recognizes an SVG by its first element, not by a later mention', () => {
    expect(ending('<html><svg></svg></html>')).toBe('txt')
    expect(ending('<svgx>')).toBe('txt')
    expect(ending(`${' '.repeat(1_100)}<svg>`)).toBe('txt')
    expect(ending('<!-- never closed <svg>')).toBe('txt')
    expect(ending('<!----> <!--a--><svg>')).toBe('svg')
  })

  test('takes no time for leading comments, however many there are', () => {
    const start = performance.now()
    expect(ending(`${'<!---->'.repeat(142)}x`)).toBe('txt')
    expect(performance.now() - start).toBeLessThan(100)
  })

  test('recognizes a CSV by two cells or more, as many in the second line as in the first', () => {
    expect(ending('one,two\nthree')).toBe('txt')
    expect(ending('one two\nthree four')).toBe('txt')
    expect(ending('one,two')).toBe('csv')
    expect(ending('"one, two"\n"three, four"')).toBe('txt')
  })

  test('marks types without a signature as loose', () => {
    expect(['a,b\nc,d', 'words'].map((text) => detectFileType(Buffer.from(text))?.loose)).toEqual([true, true])
    expect(detectFileType(Buffer.from('%PDF-1.7'))?.loose).toBeUndefined()
  })

  test('keeps groups, extensions and MIME types consistent', () => {
    expect(fileGroups.picture.map((mime) => mime.split('/')[0])).toEqual(Array.from({ length: 6 }, () => 'image'))
    expect(getExtensions(fileGroups.sheet)).toEqual(['xlsx', 'csv'])
    expect(getExtensions(['image/nothing'])).toEqual([])
    expect(new Set(Object.values(getMimeType))).toEqual(new Set(fileGroups.any))
  })
})

describe('an SVG', () => {
  const svg = (inside: string, attributes = '') => `<svg viewBox="0 0 9 9"${attributes}>${inside}</svg>`

  test('keeps drawing elements with their case', async () => {
    const gradient = '<linearGradient id="g" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="red"></stop></linearGradient>'
    expect(await cleanSvg(svg(`${gradient}<path d="M0 0h9" fill="url(#g)"></path>`))).toBe(
      svg(`${gradient}<path d="M0 0h9" fill="url(#g)"></path>`),
    )
  })

  test.each([
    ['a script', '<script>x()</script>'],
    ['a page inside', '<foreignObject><body onload="x()"></body></foreignObject>'],
    ['a handler', '<rect onclick="x()" width="1"/>'],
    ['an animation', '<animate attributeName="href" to="javascript:x()"/>'],
    ['a style', '<style>@import "https://evil.test/x.css"</style>'],
    ['a picture from elsewhere', '<image href="https://evil.test/x.png"/>'],
    ['a link', '<a href="javascript:x()"><text>y</text></a>'],
    ['a use of another drawing', '<use href="https://evil.test/x.svg#a"/>'],
    ['a paint from elsewhere', '<rect fill="url(https://evil.test/x.svg#a)" width="1"/>'],
    ['a quoted paint from elsewhere', `<rect fill="url('https://evil.test/x.svg#a')" width="1"/>`],
    ['an address in a paint', '<rect fill="javascript:x()" width="1"/>'],
    ['a style of its own', '<rect style="background:url(https://evil.test)" width="1"/>'],
  ])('loses %s', async (_title, inside) => {
    const clean = await cleanSvg(svg(`${inside}<circle r="2"></circle>`))
    expect(clean).toContain('<circle r="2">')
    expect(clean).not.toMatch(/script|on(load|click)|foreignObject|animate|style|image|href|<use|evil|x\(\)/i)
  })

  test('with a document type, excessive nesting or nothing to draw is refused', async () => {
    expect(await cleanSvg(`<!DOCTYPE svg>${svg('')}`)).toBeUndefined()
    expect(await cleanSvg(`<!ENTITY a "b">${svg('')}`)).toBeUndefined()
    expect(await cleanSvg('<p>no drawing</p>')).toBeUndefined()
    expect(await cleanSvg(svg('<g>'.repeat(120) + '</g>'.repeat(120)))).toBeUndefined()
    expect(await cleanSvg(svg('<g>'.repeat(90) + '</g>'.repeat(90)))).toBeDefined()
  })
})

describe('markup nesting is too deep', () => {
  const nested = (tag: string, n: number) => `<${tag}>`.repeat(n)

  test('beyond a hundred nested tags, in any case', () => {
    expect(isTooDeep(nested('b', 100))).toBe(false)
    expect(isTooDeep(nested('b', 101))).toBe(true)
    expect(isTooDeep(nested('DIV', 60) + nested('div', 41))).toBe(true)
  })

  test('but not for siblings, void tags and implicitly closed tags', () => {
    expect(isTooDeep('<b></b>'.repeat(500))).toBe(false)
    expect(isTooDeep('<B></b>'.repeat(500))).toBe(false)
    expect(isTooDeep(`<b></b>${nested('i', 100)}`)).toBe(false)
    expect(isTooDeep(nested('br', 500))).toBe(false)
    expect(isTooDeep(nested('li', 500))).toBe(false)
    expect(isTooDeep(nested('ul><li', 60))).toBe(true)
    expect(isTooDeep('<b><i></b>'.repeat(300))).toBe(false)
    expect(isTooDeep(`${'</b>'.repeat(50)}${nested('i', 100)}`)).toBe(false)
  })

  test('and in XML any tag may be self-closing', () => {
    expect(isTooDeep('<g/>'.repeat(500), true)).toBe(false)
    expect(isTooDeep(nested('br', 101), true)).toBe(true)
    expect(isTooDeep('<g/>'.repeat(101))).toBe(true)
    expect(isTooDeep('<a title=">">'.repeat(101))).toBe(true)
  })
})

describe('an embedded video', () => {
  test.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://m.youtube.com/watch?list=x&v=dQw4w9WgXcQ&t=4', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    [' https://youtu.be/dQw4w9WgXcQ?t=4 ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://youtube.com/shorts/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?dnt=1'],
    ['https://player.vimeo.com/video/76979871#t=2', 'https://player.vimeo.com/video/76979871?dnt=1'],
  ])('%s is embedded without cookies', (address, embed) => {
    expect(videoEmbed(address)?.embed).toBe(embed)
    expect(videoEmbed(embed)?.embed).toBe(embed)
  })

  test.each([
    'http://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtube.com.evil.test/watch?v=dQw4w9WgXcQ',
    'https://evil.test/https://youtu.be/dQw4w9WgXcQ',
    'https://youtube.com@evil.test/watch?v=dQw4w9WgXcQ',
    'https://wwwXyoutube.com/watch?v=dQw4w9WgXcQ',
    'https://youtu.be/dQw4w9WgXcQQ',
    'https://youtu.be/dQw4w9WgXc',
    'https://youtu.be/dQw4w9WgX"Q',
    'https://www.youtube.com/watch#v=dQw4w9WgXcQ',
    'https://vimeo.com/1234',
    'https://vimeo.com/76979871"onload="x',
    'javascript:x()//https://youtu.be/dQw4w9WgXcQ',
    '',
  ])('%j is refused', (address) => expect(videoEmbed(address)).toBeUndefined())
})
