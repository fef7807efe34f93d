import type { Block } from 'stoa/plugins/documents'

/** Receipt paper size in millimetres. */
export const ROLL = { width: 80, margin: 4 }

/** Latin characters per line; a Han character has the width of two. */
const CHARACTERS_PER_LINE = 38
const LINE = 5.4

const getWidth = (text: string): number => [...text].reduce((sum, character) => sum + ((character.codePointAt(0) ?? 0) > 0x2e80 ? 2 : 1), 0)

/** Number of lines a text needs in a part of the width. */
const getLines = (text: string, share = 1): number =>
  text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(getWidth(line) / (CHARACTERS_PER_LINE * share))), 0)

const getHeight = (block: Block): number => {
  switch (block.type) {
    case 'text':
    case 'heading':
      return getLines(block.text) * LINE
    case 'pairs':
    case 'totals':
      return block.rows.reduce((sum, [label, value]) => sum + Math.max(getLines(label, 0.5), getLines(value, 0.45)) * LINE, 2)
    case 'table':
      return block.rows.reduce(
        (sum, [first = '']) => sum + (typeof first === 'string' ? getLines(first, 0.65) : getLines(first.text, 0.65) + 1) * LINE + 2.2,
        LINE + 2,
      )
    case 'code':
      return block.height + 7
    case 'space':
      return block.height
    default:
      return 3
  }
}

/** Estimated height of a receipt in millimetres, rounded up: a roll has no pages, so the document ends with its content. */
export const rollHeight = (blocks: readonly Block[]): number => Math.ceil(blocks.reduce((sum, block) => sum + getHeight(block) + 1.5, 14))
