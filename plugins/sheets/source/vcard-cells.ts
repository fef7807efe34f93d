import { detectEncoding } from './encoding.ts'
import type { Property } from './vcard-property.ts'

/** Columns of a vCard file. The preferred e-mail address, phone number and postal address comes first. */
export const vcardColumns = [
  ...['KIND', 'FN', 'N.family', 'N.given', 'N.additional', 'NICKNAME', 'ORG', 'TITLE'],
  ...['EMAIL', 'EMAIL 2', 'EMAIL 3', 'TEL', 'TEL 2', 'TEL 3', 'ADR', 'BDAY', 'GENDER', 'NOTE', 'CATEGORIES', 'URL', 'UID'],
] as const

/** Converts the properties of a card to cells in the order of `vcardColumns`. */
export async function cellsOfCard(properties: readonly Property[]): Promise<string[]> {
  const texts = new Map<string, string[]>()
  for (const property of preferredFirst(properties)) {
    const name = property.name === 'X-ADDRESSBOOKSERVER-KIND' ? 'KIND' : property.name
    texts.set(name, [...(texts.get(name) ?? []), await decoded(property)])
  }
  const all = (name: string) => texts.get(name) ?? []
  const first = (name: string) => plain(all(name)[0] ?? '')
  const [family = '', given = '', additional = ''] = components(all('N')[0] ?? '')
  const emails = distinct(all('EMAIL').map((value) => plain(value).replace(/^mailto:/i, '')))
  const numbers = distinct(all('TEL').map(getNumber))
  const cells: Record<(typeof vcardColumns)[number], string> = {
    KIND: first('KIND').toLowerCase(),
    FN: first('FN'),
    'N.family': family,
    'N.given': given,
    'N.additional': additional,
    NICKNAME: first('NICKNAME'),
    ORG: components(all('ORG')[0] ?? '')
      .filter(Boolean)
      .join(', '),
    TITLE: first('TITLE'),
    EMAIL: emails[0] ?? '',
    'EMAIL 2': emails[1] ?? '',
    'EMAIL 3': emails[2] ?? '',
    TEL: numbers[0] ?? '',
    'TEL 2': numbers[1] ?? '',
    'TEL 3': numbers[2] ?? '',
    ADR: getAddress(all('ADR')[0] ?? ''),
    BDAY: getDay(first('BDAY')),
    GENDER: components(all('GENDER')[0] ?? '')[0] ?? '',
    NOTE: all('NOTE').map(plain).join('\n\n'),
    CATEGORIES: distinct(all('CATEGORIES').flatMap((value) => split(value, ',').map(plain))).join(' | '),
    URL: first('URL'),
    UID: first('UID'),
  }
  return vcardColumns.map((column) => cells[column])
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts.map((text) => text.trim()).filter(Boolean))]

const isPreferred = ({ params }: Property): boolean =>
  params.has('PREF') || (params.get('TYPE') ?? []).some((type) => type.toLowerCase() === 'pref')

const preferredFirst = (properties: readonly Property[]): Property[] => [
  ...properties.filter(isPreferred),
  ...properties.filter((property) => !isPreferred(property)),
]

/** Decodes a value: in its declared charset, else as UTF-8, else in the most likely encoding. */
async function decoded({ params, bytes }: Property): Promise<string> {
  const { default: iconv } = await import('iconv-lite')
  const named = params.get('CHARSET')?.[0] ?? ''
  const encoding = named !== '' && iconv.encodingExists(named) ? named : detectEncoding(bytes).name
  return iconv.decode(bytes, encoding).replaceAll('\0', '')
}

/** Splits a value at unescaped separators. */
function split(value: string, sign: ';' | ','): string[] {
  const parts = ['']
  for (let i = 0; i < value.length; i++) {
    const c = value.charAt(i)
    if (c === '\\') parts[parts.length - 1] += c + value.charAt(++i)
    else if (c === sign) parts.push('')
    else parts[parts.length - 1] += c
  }
  return parts
}

/** Resolves the escapes of a text. */
const plain = (value: string): string =>
  value
    .replaceAll(/\\([nN\\;,:])/g, (_, c: string) => (c.toLowerCase() === 'n' ? '\n' : c))
    .replaceAll('\r\n', '\n')
    .trim()

const components = (value: string): string[] => split(value, ';').map(plain)

/** A phone number as dialled; also from a URI such as `tel:+852-5555-0123;ext=1`. */
const getNumber = (value: string): string => (split(plain(value).replace(/^tel:/i, ''), ';')[0] ?? '').trim()

/** The lines of a postal address: extended address, street, and the country last. */
function getAddress(value: string): string {
  const [box = '', extended = '', street = '', city = '', region = '', code = '', country = ''] = components(value)
  return [extended, box, street, [code, city].filter(Boolean).join(' '), region, country].filter(Boolean).join('\n')
}

/** An ISO date; without a year in the form `--MM-DD`. */
function getDay(value: string): string {
  const [, year, month, day] = /^(\d{4}|-)-?(\d\d)-?(\d\d)(?:T.*)?$/.exec(value) ?? []
  // Some phones write the year 1604 for a date without a year.
  return year === undefined ? '' : year === '1604' ? `--${month}-${day}` : `${year}-${month}-${day}`
}
