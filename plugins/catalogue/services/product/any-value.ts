import { locales, type Kernel, type SheetWarning, message } from 'stoa'
import { type Choice } from '../../domain/identity.ts'
import { getOptionKey, type OptionInput } from '../../domain/options.ts'

/** Import value of an option for a variant that matches any value. */
export const ANY_VALUE = '*'

/** Code of the value such a variant gets. */
const ANY_CODE = 'any'

const isSame = (a: string, b: string) => getOptionKey(a) === getOptionKey(b)

/** Whether a choice names a value of an option. */
const isNamed = (choices: readonly Choice[], key: string) =>
  choices.some((choice) => Object.entries(choice).some(([other, value]) => value !== ANY_VALUE && isSame(key, other)))

/**
 * Replaces the sign for any value: it becomes a value of its own beside those of other variants. An option without
 * any named value is left out.
 */
export const withoutAnyValue = (choices: readonly Choice[]): Choice[] =>
  choices.map((choice) =>
    Object.fromEntries(
      Object.entries(choice).flatMap(([key, value]): [string, string][] =>
        value === ANY_VALUE ? (isNamed(choices, key) ? [[key, ANY_CODE]] : []) : [[key, value]],
      ),
    ),
  )

/** Names a new value for "any" in each language. */
export const nameAnyValue = ({ i18n }: Pick<Kernel, 'i18n'>, options: readonly OptionInput[]): OptionInput[] =>
  options.map((option) => ({
    ...option,
    values: option.values.map((value) =>
      value.id === undefined && value.code === ANY_CODE && Object.values(value.label ?? {}).every((label) => label === ANY_CODE)
        ? { ...value, label: Object.fromEntries(locales.map((locale) => [locale, i18n.t(locale, 'catalogue:any_value')])) }
        : value,
    ),
  }))

/** Import warnings for variants that match any value of an option. */
export function anyValueWarnings({ stocks }: Record<string, unknown>): SheetWarning[] {
  const choices = Array.isArray(stocks) ? stocks.map(({ values }: { values?: Choice }) => values ?? {}) : []
  return choices.flatMap((choice, i) =>
    Object.entries(choice).flatMap(([option, value], n) =>
      value === ANY_VALUE
        ? [
            {
              fields: [`stocks.${i}.option${n + 1}_value`],
              why: message(`catalogue:warning.${isNamed(choices, option) ? 'any_value' : 'any_left_out'}`, { option }),
            },
          ]
        : [],
    ),
  )
}
