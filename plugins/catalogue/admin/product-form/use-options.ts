import { useState } from 'react'
import { type InputProps, useContentLanguage, useFormField, withText } from 'stoa/admin'
import { inOrder, getKey, getName, type Option, type Stock, withoutRemoved } from './model.ts'
import { usePredefinedOptions } from './use-known-options.ts'

/** State before a removal. */
interface Removal {
  options: Option[]
  stocks: Stock[]
  name: string
}

/** Options of a product, and the actions that change them with the stock items. */
export function useOptions({ value, onChange, disabled = false }: Pick<InputProps, 'value' | 'onChange' | 'disabled'>) {
  const { language, main } = useContentLanguage()
  const stocks = useFormField<Stock[]>('stocks')
  const predefinedOptions = usePredefinedOptions(!disabled)
  const [pendingRemoval, setPendingRemoval] = useState<{ count: number; remove: () => void }>()
  const [removal, setRemoval] = useState<Removal>()
  const options = Array.isArray(value) ? (value as Option[]) : []
  const all = Array.isArray(stocks.value) ? stocks.value : []
  const nameIn = (label: Option['label']) => getName(label, language, main)
  const countStocks = (key: string, code?: string) =>
    all.filter((stock) => stock.visibled && (code === undefined ? stock.values?.[key] !== undefined : stock.values?.[key] === code)).length
  const othersThan = (index: number) => options.filter((_, i) => i !== index)

  const set = (index: number, option: Option) => onChange(options.map((other, i) => (i === index ? option : other)))
  const arrange = (next: Option[]) => {
    onChange(next)
    stocks.set(inOrder(next, all))
  }
  /** Asks for confirmation if stock items are removed too; keeps the previous state for undo. */
  const remove = (count: number, name: string, next: Option[]) => {
    const run = () => {
      setRemoval({ options, stocks: all, name })
      onChange(next)
      stocks.set(withoutRemoved(next, all))
      setPendingRemoval(undefined)
    }
    if (count > 0) setPendingRemoval({ count, remove: run })
    else run()
  }
  return {
    options,
    predefinedOptions: predefinedOptions,
    pendingRemoval: pendingRemoval,
    cancel: () => setPendingRemoval(undefined),
    removal,
    nameIn,
    set,
    /** Names of the other options, in lower case. */
    otherNames: (index: number) => othersThan(index).map(({ label }) => nameIn(label).trim().toLowerCase()),
    rename: (index: number, option: Option, text: string) => {
      const usedKeys = othersThan(index).map(({ key }) => key)
      const free = option.id === undefined && countStocks(option.key) === 0
      const found = free
        ? predefinedOptions.find((predefined) => !usedKeys.includes(predefined.key) && nameIn(predefined.label) === text.trim())
        : undefined
      // Translations come from a predefined option only while the name matches. The typed text is not trimmed, since
      // a space may be followed by more.
      const adopted = free && predefinedOptions.some((predefined) => predefined.key === option.key)
      const texts = found?.label ?? (adopted ? {} : option.label)
      const key = free ? { key: found?.key ?? getKey(text, usedKeys) } : {}
      set(index, { ...option, label: withText(texts, language, text), ...key })
    },
    add: () => {
      const usedKeys = options.map(({ key }) => key)
      onChange([...options, { key: getKey('', usedKeys), label: '', values: [] }])
    },
    moveUp: (index: number) =>
      arrange(options.map((option, i) => options[i === index - 1 ? index : i === index ? index - 1 : i] ?? option)),
    arrangeValues: (index: number, values: Option['values']) =>
      arrange(options.map((option, i) => (i === index ? { ...option, values } : option))),
    removeOption: (option: Option) =>
      remove(
        countStocks(option.key),
        nameIn(option.label),
        options.filter((other) => other !== option),
      ),
    removeValue: (option: Option, code: string) =>
      remove(
        countStocks(option.key, code),
        nameIn(option.values.find((value) => value.code === code)?.label ?? ''),
        options.map((other) => (other === option ? { ...other, values: other.values.filter((v) => v.code !== code) } : other)),
      ),
    bringBack: () => {
      if (!removal) return
      onChange(removal.options)
      stocks.set(removal.stocks)
      setRemoval(undefined)
    },
  }
}
