import { invalid, type Kernel, text } from 'stoa'
import { ADJUSTERS } from './adjusters.ts'
import type { Choices, SaleWord, SaleWords } from './choice-names.ts'

/** Whether anybody reads a word. */
export const isRead = (kernel: Kernel, word: SaleWord): boolean => [...kernel.offers(ADJUSTERS).values()].some(({ words }) => words?.[word])

/** Choices with the words in them, for each that reads one. @throws Failed INVALID by a word nobody reads */
export function withWords(kernel: Kernel, choices: Choices, words: SaleWords): Choices {
  const all: Record<string, unknown> = { ...choices }
  for (const [word, value] of Object.entries(words) as [SaleWord, unknown][]) {
    if (value === undefined) continue
    if (!isRead(kernel, word)) throw invalid({ [word]: text('core:rule.choice') })
    for (const [name, adjuster] of kernel.offers(ADJUSTERS)) {
      const field = adjuster.words?.[word]
      if (field) all[name] = { ...(all[name] as object | undefined), [field]: value }
    }
  }
  return all
}
