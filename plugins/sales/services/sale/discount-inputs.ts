import { validationError, type Kernel, message } from 'stoa'
import { ADJUSTMENT_PROVIDERS } from './adjustment-providers.ts'
import type { Choices, DiscountInputName, DiscountInputs } from './choice-names.ts'

/** Whether any provider reads a sale input. */
export const isDiscountInputRead = (kernel: Kernel, name: DiscountInputName): boolean =>
  [...kernel.contributions(ADJUSTMENT_PROVIDERS).values()].some(({ reads }) => reads?.[name])

/**
 * Choices with sale inputs merged in, for each provider that reads them.
 * @throws AppError INVALID by a sale input that no provider reads
 */
export function mergeDiscountInputs(kernel: Kernel, choices: Choices, discountInputs: DiscountInputs): Choices {
  const all: Record<string, unknown> = { ...choices }
  for (const [input, value] of Object.entries(discountInputs) as [DiscountInputName, unknown][]) {
    if (value === undefined) continue
    if (!isDiscountInputRead(kernel, input)) throw validationError({ [input]: message('core:rule.choice') })
    for (const [name, provider] of kernel.contributions(ADJUSTMENT_PROVIDERS)) {
      const field = provider.reads?.[input]
      if (field) all[name] = { ...(all[name] as object | undefined), [field]: value }
    }
  }
  return all
}
