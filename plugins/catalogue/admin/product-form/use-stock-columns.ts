import { useMemo } from 'react'
import { type InputProps, useContentLanguage, useFormField } from 'stoa/admin'
import { getColumns, getWords } from './grid/columns.ts'
import { getName, type Option } from './model.ts'
import { useMessages } from './messages.ts'

/** Columns of the grid, and labels of option values. */
export function useStockColumns(
  { field, disabled = false, row }: Pick<InputProps, 'field' | 'disabled' | 'row'>,
  options: readonly Option[],
) {
  const available = useMessages()('available')
  const { language, main } = useContentLanguage()
  const redeemable = useFormField<boolean>('is_redeemable').value === true
  const tracked = useFormField<boolean>('track_inventories').value !== false
  const words = useMemo(() => {
    const name = (optionValue: Option['values'][number]) => getName(optionValue.label, language, main)
    const before = getWords(getOptions(row), name)
    // Removed stock items keep the labels of removed values.
    return new Map([...getWords(options, name)].map(([key, now]) => [key, new Map([...(before.get(key) ?? []), ...now])]))
  }, [options, row, language, main])
  const columns = useMemo(
    () =>
      getColumns({
        fields: field.rows ?? [],
        options: options.map((option) => ({ key: option.key, name: getName(option.label, language, main) })),
        redeemable,
        tracked,
        disabled,
        available,
      }),
    [field, options, language, main, redeemable, tracked, disabled, available],
  )
  return { columns, words }
}

/** Options of a product as stored on the server. */
export const getOptions = (row: InputProps['row']): Option[] => (row?.['options'] ?? []) as Option[]
