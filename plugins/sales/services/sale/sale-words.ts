import { validationError, type Kernel, message } from 'stoa'
import { ADJUSTMENT_PROVIDERS } from './adjustment-providers.ts'
import type { Choices, SaleWord, SaleWords } from './choice-names.ts'

/** Whether any provider reads a sale input. */
export const isRead = (kernel: Kernel, word: SaleWord): boolean =>
  [...kernel.contributions(ADJUSTMENT_PROVIDERS).values()].some(({ reads }) => reads?.[word])

/**
 * Choices with sale inputs merged in, for each provider that reads them.
 * @throws AppError INVALID by a sale input that no provider reads
 */
export function mergeSaleWords(kernel: Kernel, choices: Choices, words: SaleWords): Choices {
  const all: Record<string, unknown> = { ...choices }
  for (const [word, value] of Object.entries(words) as [SaleWord, unknown][]) {
    if (value === undefined) continue
    if (!isRead(kernel, word)) throw validationError({ [word]: message('core:rule.choice') })
    for (const [name, adjuster] of kernel.contributions(ADJUSTMENT_PROVIDERS)) {
      const field = adjuster.reads?.[word]
      if (field) all[name] = { ...(all[name] as object | undefined), [field]: value }
    }
  }
  return all
}
