/** Names as iconv-lite knows them. */
export type Encoding = 'utf8' | 'utf16le' | 'utf16be' | 'big5hkscs' | 'gb18030'

/** Bytes looked at to tell an encoding. */
export const sampleSize = 256 * 1024

/**
 * Guesses the encoding of a text from its first bytes: by mark, by zeros, by being sound UTF-8; what is left
 * is Chinese, Big5 or GB18030, whichever makes more of the byte pairs common characters.
 */
export function detectEncoding(sample: Buffer): Encoding {
  if (sample[0] === 0xef && sample[1] === 0xbb && sample[2] === 0xbf) return 'utf8'
  if (sample[0] === 0xff && sample[1] === 0xfe) return 'utf16le'
  if (sample[0] === 0xfe && sample[1] === 0xff) return 'utf16be'
  const zeros = zerosAt(sample)
  if (zeros.odd > sample.length / 8 && zeros.odd > zeros.even * 2) return 'utf16le'
  if (zeros.even > sample.length / 8 && zeros.even > zeros.odd * 2) return 'utf16be'
  if (isUtf8(sample)) return 'utf8'
  // Two bytes in five of Big5 text end low, which common GB never does: on a draw it is GB.
  return score(sample, commonGb) >= score(sample, commonBig5) ? 'gb18030' : 'big5hkscs'
}

function zerosAt(sample: Buffer): { even: number; odd: number } {
  const found = { even: 0, odd: 0 }
  for (const [i, byte] of sample.entries()) if (byte === 0) found[i % 2 === 0 ? 'even' : 'odd']++
  return found
}

function isUtf8(sample: Buffer): boolean {
  // The sample may end inside a character.
  for (let cut = 0; cut < 4; cut++) {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(sample.subarray(0, sample.length - cut))
      return true
    } catch {
      /* tried with one byte less */
    }
  }
  return false
}

/** Points for a pair of bytes: 2 everyday character, 1 punctuation, 0 rare, -3 impossible. */
type Judge = (lead: number, trail: number) => number

/** Level 1 of GB 2312 (by pronunciation) and its signs. */
const commonGb: Judge = (lead, trail) => {
  if (trail < 0x40 || trail === 0x7f || trail === 0xff) return -3
  if (trail < 0xa1) return 0
  if (lead >= 0xb0 && lead <= 0xd7) return 2
  return lead === 0xa1 || lead === 0xa3 ? 1 : 0
}

/** Level 1 of Big5 (by frequency) and its signs. */
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
