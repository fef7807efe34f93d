import { Converter } from 'opencc-js/t2cn'

/** Range of the basic Chinese ideographs. */
const [first, last] = [0x34_00, 0x9f_ff]

/**
 * Maps traditional characters, including those of Hong Kong and Taiwan, to the simplified form used for comparison.
 * Single characters, not words: indexed text and search text pass through the same table.
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
