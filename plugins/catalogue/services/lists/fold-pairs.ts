import { Converter } from 'opencc-js/t2cn'

/** Characters from the first to the last of the plain Chinese ideographs. */
const [first, last] = [0x34_00, 0x9f_ff]

/**
 * Traditional characters, those of Hong Kong and Taiwan included, and the simplified one each is compared as. Characters
 * alone, not words: both a text and what is searched for in it pass through the same table, so they meet.
 */
export function foldPairs(): Map<string, string> {
  const [fromHongKong, fromTaiwan] = [Converter({ from: 'hk', to: 'cn' }), Converter({ from: 'tw', to: 'cn' })]
  const pairs = new Map<string, string>()
  for (let code = first; code <= last; code++) {
    const character = String.fromCharCode(code)
    const plain = fromTaiwan(fromHongKong(character))
    if (plain !== character && plain.length === 1) pairs.set(character, plain)
  }
  return pairs
}
