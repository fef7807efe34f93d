import { create } from 'fontkit'
import { transliterate } from 'transliteration'
import type { PrintedDocument } from '../domain/document.ts'

/** Replacement for characters with neither a glyph nor a transliteration, so that nothing is missing silently. */
const MISSING = '□'

/** Joiners, direction marks and variation selectors are invisible. */
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}]/gu

/** Returns a function that maps texts to the glyphs of a font: other letters are transliterated to Latin, other characters become a box. */
export function createPrintableFilter(font: Buffer): (text: string) => string {
  const opened = create(font)
  if (!('characterSet' in opened)) throw new Error('the font of documents is a collection of several')
  const characters = new Set(opened.characterSet)
  const prints = (character: string) => characters.has(character.codePointAt(0) ?? 0) || /\p{Cc}/u.test(character)
  const rewrite = (run: string) => {
    const latin = transliterate(run)
    return latin !== '' && [...latin].every(prints) ? latin : MISSING.repeat([...run].length)
  }
  return (text) => {
    let written = ''
    let run = ''
    // Consecutive letters are transliterated together.
    for (const character of text.replaceAll(INVISIBLE, '')) {
      if (!prints(character)) run += character
      else {
        if (run !== '') written += rewrite(run)
        run = ''
        written += character
      }
    }
    return run === '' ? written : written + rewrite(run)
  }
}

/** Maps the texts of a document. Encoded texts of barcodes stay unchanged. */
export function mapTexts(document: PrintedDocument, print: (text: string) => string): PrintedDocument {
  const map = (value: unknown): unknown => {
    if (typeof value === 'string') return print(value)
    if (Array.isArray(value)) return value.map(map)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, key === 'code' || key === 'type' ? part : map(part)]))
  }
  return { ...document, blocks: map(document.blocks) as PrintedDocument['blocks'], ...texts(document, print) }
}

const texts = ({ running, foot }: PrintedDocument, print: (text: string) => string) => ({
  ...(running === undefined ? {} : { running: print(running) }),
  ...(foot === undefined ? {} : { foot: print(foot) }),
})
