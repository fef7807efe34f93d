/** A property of a card: upper-case name, parameters, and its value as bytes in a latin1 string. */
export interface Property {
  name: string
  params: ReadonlyMap<string, readonly string[]>
  bytes: Buffer
}

/** Properties that are ignored; they may be large. */
const unread = new Set(['PHOTO', 'LOGO', 'SOUND', 'KEY', 'AGENT'])

const isEncoding = (word: string) => /^(quoted-printable|base64|b|8bit|7bit)$/i.test(word)

/** Parses a line such as `item1.EMAIL;TYPE=work:may@shop.test`. Returns undefined for an invalid line and an ignored property. */
export function getProperty(line: string): Property | undefined {
  const [head, value] = cutOutside(line, ':')
  if (value === undefined) return undefined
  const [named = '', ...marks] = splitOutside(head, ';')
  const name = (named.split('.').at(-1) ?? '').trim().toUpperCase()
  if (name === '' || unread.has(name)) return undefined
  const params = new Map<string, string[]>()
  for (const mark of marks) {
    const [key = '', paramValue] = cutOutside(mark, '=')
    // vCard 2.1 writes types without a name: TEL;CELL;VOICE.
    const param = paramValue === undefined ? (isEncoding(key) ? 'ENCODING' : 'TYPE') : key.trim().toUpperCase()
    const words = (paramValue ?? key).replaceAll('"', '').split(',')
    params.set(param, [...(params.get(param) ?? []), ...words.map((word) => word.trim())])
  }
  const encoding = params.get('ENCODING')?.[0]?.toLowerCase() ?? ''
  const bytes =
    encoding === 'quoted-printable'
      ? fromQuotedPrintable(value)
      : encoding === 'b' || encoding === 'base64'
        ? Buffer.from(value, 'base64')
        : Buffer.from(value, 'latin1')
  return { name, params, bytes }
}

function fromQuotedPrintable(text: string): Buffer {
  return Buffer.from(
    text.replaceAll(/=\r?\n?$/g, '').replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
}

/** Splits a text at the first separator outside quotation marks. */
function cutOutside(text: string, sign: string): [string, string | undefined] {
  let isQuoted = false
  for (let i = 0; i < text.length; i++) {
    const c = text.charAt(i)
    if (c === '"') isQuoted = !isQuoted
    else if (c === sign && !isQuoted) return [text.slice(0, i), text.slice(i + 1)]
  }
  return [text, undefined]
}

function splitOutside(text: string, sign: string): string[] {
  const parts: string[] = []
  for (let rest: string | undefined = text; rest !== undefined;) {
    const [part, more]: [string, string | undefined] = cutOutside(rest, sign)
    parts.push(part)
    rest = more
  }
  return parts
}
