import { decodeUtf8 } from 'stoa/decode-utf8'

/** Encoding names of iconv-lite. */
export type EncodingName = 'utf8' | 'utf16le' | 'utf16be' | 'big5hkscs' | 'gb18030' | 'windows-1252' | 'windows-1250'

/** The encoding of a text. `guessed` when it is based only on letter frequency. */
export interface Encoding {
  name: string
  isGuessed: boolean
}

/** Display names of encodings. */
const labels: Readonly<Record<string, string>> = {
  'windows-1252': 'Windows-1252 (Western European)',
  'windows-1250': 'Windows-1250 (Central European)',
  big5hkscs: 'Big5 (繁體中文)',
  gb18030: 'GB18030 (简体中文)',
}
export const encodingLabel = (name: string): string => labels[name] ?? name

/** Number of bytes inspected to detect an encoding. */
export const sampleSize = 256 * 1024

const certain = (name: EncodingName): Encoding => ({ name, isGuessed: false })
const guessed = (name: EncodingName): Encoding => ({ name, isGuessed: true })

/**
 * Detects the encoding of a text from its first bytes: by byte order mark, by zero bytes, or as valid UTF-8. Otherwise guesses: single high
 * bytes between Latin letters mean Western or Central European; else Chinese, Big5 or GB18030, whichever has more common characters.
 */
export function detectEncoding(sample: Buffer): Encoding {
  if (sample[0] === 0xef && sample[1] === 0xbb && sample[2] === 0xbf) return certain('utf8')
  if (sample[0] === 0xff && sample[1] === 0xfe) return certain('utf16le')
  if (sample[0] === 0xfe && sample[1] === 0xff) return certain('utf16be')
  const zeros = zerosAt(sample)
  if (zeros.odd > sample.length / 8 && zeros.odd > zeros.even * 2) return certain('utf16le')
  if (zeros.even > sample.length / 8 && zeros.even > zeros.odd * 2) return certain('utf16be')
  if (isUtf8(sample)) return certain('utf8')
  const european = europeanIn(sample)
  if (european) return guessed(european)
  // Two in five Big5 characters have a low second byte, which common GB characters never have. So a tie means GB.
  return guessed(score(sample, commonGb) >= score(sample, commonBig5) ? 'gb18030' : 'big5hkscs')
}

const isLatinLetter = (byte: number) => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)
/** Bytes that are letters in both Windows-1252 and Windows-1250, though different ones. */
const isHighLetter = (byte: number) =>
  (byte >= 0xc0 && byte !== 0xd7 && byte !== 0xf7) || [0x8a, 0x8c, 0x8e, 0x9a, 0x9c, 0x9e, 0x9f].includes(byte)
/** Letters of Windows-1250 that are symbols or unassigned in Windows-1252: Ł ł Ą ą Ş ş Ż ż Ľ ľ Ť ť Ź. */
const centralAlone = new Set([0xa3, 0xb3, 0xa5, 0xb9, 0xaa, 0xba, 0xaf, 0xbf, 0xbc, 0xbe, 0x8d, 0x9d, 0x8f])
/** Symbols next to words of a Western text: € ‘ ’ “ ” … – — no-break space £ © ® ° « ». */
const westernSigns = new Set([0x80, 0x85, 0x91, 0x92, 0x93, 0x94, 0x96, 0x97, 0xa0, 0xa3, 0xa9, 0xab, 0xae, 0xb0, 0xbb])
/** ě č ř ů and their capitals. The same bytes are letters in Windows-1252 that rarely occur together with š and ž. */
const czech = new Set([0xec, 0xe8, 0xf8, 0xf9, 0xcc, 0xc8, 0xd8, 0xd9])
const carons = new Set([0x8a, 0x9a, 0x8e, 0x9e])

/**
 * Detects a European encoding: the high bytes are symbols, or letters in words of mostly ASCII letters. In Chinese text, words have no
 * ASCII letters, or in Big5 fewer than high bytes. Returns undefined then.
 */
function europeanIn(sample: Buffer): 'windows-1252' | 'windows-1250' | undefined {
  const all = { high: 0, fitting: 0, central: 0, czech: 0, carons: 0, letters: 0, latin: 0 }
  for (let i = 0; i < sample.length;) {
    let [high, latin, central, czechs, caron, signs] = [0, 0, 0, 0, 0, 0]
    const begins = i
    for (; i < sample.length; i++) {
      const byte = sample[i] as number
      if (isLatinLetter(byte)) latin++
      else if (isHighLetter(byte) || centralAlone.has(byte)) {
        high++
        if (centralAlone.has(byte)) central++
        if (czech.has(byte)) czechs++
        if (carons.has(byte)) caron++
        if (westernSigns.has(byte)) signs++
      } else break
    }
    all.high += high
    if (high > 0 && latin > 0) {
      all.fitting += high
      all.letters += high
      all.latin += latin
      all.central += central
      all.czech += czechs
      all.carons += caron
    } else all.fitting += signs
    if (i > begins) continue
    const byte = sample[i++] as number
    if (byte >= 0x80) all.high++
    if (westernSigns.has(byte)) all.fitting++
  }
  if (all.fitting < all.high * 0.75 || all.letters > all.latin) return undefined
  return all.central * 10 > all.letters || (all.carons > 0 && all.czech > 0) ? 'windows-1250' : 'windows-1252'
}

function zerosAt(sample: Buffer): { even: number; odd: number } {
  const found = { even: 0, odd: 0 }
  for (const [i, byte] of sample.entries()) if (byte === 0) found[i % 2 === 0 ? 'even' : 'odd']++
  return found
}

function isUtf8(sample: Buffer): boolean {
  // A sample that is cut off may end inside a character.
  const mostCut = sample.length < sampleSize ? 0 : 3
  for (let cut = 0; cut <= mostCut; cut++) {
    if (decodeUtf8(sample.subarray(0, sample.length - cut)) !== undefined) return true
  }
  return false
}

/** Score of a byte pair: 2 common character, 1 punctuation, 0 rare, -3 invalid. */
type Judge = (lead: number, trail: number) => number

/** GB 2312 level 1 (sorted by pronunciation) and its symbols. */
const commonGb: Judge = (lead, trail) => {
  if (trail < 0x40 || trail === 0x7f || trail === 0xff) return -3
  if (trail < 0xa1) return 0
  if (lead >= 0xb0 && lead <= 0xd7) return 2
  return lead === 0xa1 || lead === 0xa3 ? 1 : 0
}

/** Big5 level 1 (sorted by frequency) and its symbols. */
const commonBig5: Judge = (lead, trail) => {
  if (trail < 0x40 || (trail > 0x7e && trail < 0xa1) || trail === 0xff) return -3
  if (lead >= 0xa4 && lead <= 0xc6) return 2
  return lead === 0xa1 || lead === 0xa2 ? 1 : 0
}

function score(sample: Buffer, judge: Judge): number {
  let points = 0
  let pairs = 0
  for (let i = 0; i + 1 < sample.length; i++) {
    const lead = sample[i] as number
    if (lead < 0x80) continue
    pairs++
    points += lead === 0x80 || lead === 0xff ? -3 : judge(lead, sample[++i] as number)
  }
  return pairs === 0 ? 0 : points / pairs
}
