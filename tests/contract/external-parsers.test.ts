import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../core/root.ts'

/** `docs/outside-bytes.md` lists every parser of untrusted bytes, with the limit in its source file. */
const root = projectRoot()
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const quoted = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)
const rows = [...read('docs/outside-bytes.md').matchAll(/^\| (?!Bytes \||---)(.+?) \| (.+?) \| (.+?) \| (.+?) \|$/gm)].map(
  ([, bytes = '', parser = '', bound = '', test = '']) => ({
    bytes,
    parser: quoted(parser)[0] ?? '',
    bounds: quoted(bound),
    test: quoted(test)[0] ?? '',
  }),
)

/** Server code, without tests, pages and fakes. */
const sources = () =>
  ['core', 'plugins', 'cli'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|(^|\/)(tests|admin|store|fakes)\//.test(path))
      .map((path) => `${folder}/${path}`),
  )

/** Code patterns that indicate a parser of a foreign format. */
const MARKS =
  /addContentTypeParser|limitInputPixels|new TextDecoder\(|\binflateRaw\b|import\('sanitize-html'\)|from 'tar-stream'|^\s+maxRawBytes: (?:[A-Z]+,|[\d_ *]+,)$/m

test.each(rows)('$bytes: the parser contains the documented limit and has a test', ({ parser, bounds, test: file }) => {
  expect(existsSync(join(root, parser)), parser).toBe(true)
  expect(bounds.length).toBeGreaterThan(0)
  expect(bounds.filter((bound) => !read(parser).includes(bound))).toEqual([])
  expect(existsSync(join(root, file)), file).toBe(true)
})

test('every parser of external bytes is listed', () => {
  const listed = new Set(rows.map(({ parser }) => parser))
  const parsers = sources().filter((file) => MARKS.test(read(file)))
  expect(parsers.length).toBeGreaterThan(8)
  expect(parsers.filter((file) => !listed.has(file))).toEqual([])
})
