import { type AppError, renameFields } from 'stoa'

/** Choices for adjustment providers, by provider name. */
export type Choices = Readonly<Record<string, unknown>>

/** Codes and points a buyer enters for a discount, independent of the provider that reads them. */
export interface DiscountInputs {
  /** Codes the buyer entered. */
  codes?: readonly string[] | undefined
  /** Points to redeem. */
  points?: number | undefined
}

/** Name of a discount input. */
export type DiscountInputName = keyof DiscountInputs

/** A validation error with its fields placed below `at`, once; any other error unchanged. */
export const prefixFields = (at: string, error: AppError): AppError =>
  renameFields(error, (name) => (name.startsWith(`${at}.`) ? name : `${at}.${name}`))

/** An error of a choice. A field that holds a discount input is reported by the name of that input, others below `at`. */
export function renameToDiscountInput(
  provider: { reads?: Partial<Record<DiscountInputName, string>> },
  discountInputs: DiscountInputs | undefined,
  at: string,
  error: AppError,
): AppError {
  const usedInputs = (Object.keys(provider.reads ?? {}) as DiscountInputName[]).filter((input) => discountInputs?.[input] !== undefined)
  return renameFields(
    prefixFields(at, error),
    (name) => usedInputs.find((word) => name.startsWith(`${at}.${provider.reads?.[word]}`)) ?? name,
  )
}
