import { useMemo, useState } from 'react'
import { useContentLanguage } from 'stoa/admin'
import { MAX_STOCKS } from '../../domain/identity.ts'
import { generated, getName, type Option, type Stock } from './model.ts'
import { useMessages } from './messages.ts'

/** Number of new stock items above which confirmation is required. */
const MANY = 100

interface GenerateInput {
  /** Options in the form, including those without values. */
  all: readonly Option[]
  options: readonly Option[]
  stocks: readonly Stock[]
  newStock: () => Stock
  change: (stocks: Stock[]) => void
  /** Reports a problem; an empty text clears it. */
  refuse: (problem: string) => void
}

/** Generates a stock item for each combination of options. */
export function useGenerate({ all, options, stocks, newStock, change, refuse }: GenerateInput) {
  const say = useMessages()
  const { language, main } = useContentLanguage()
  const [asking, setAsking] = useState(false)
  const { added, kept } = useMemo(
    () => generated(options, stocks, () => ({ sku: '', price: '', special_price: null, visibled: true })),
    [options, stocks],
  )
  const total = added + kept
  const generate = () => {
    setAsking(false)
    change(generated(options, stocks, newStock).stocks)
  }
  const isBlank = ({ label }: Pick<Option, 'label'>) => getName(label, language, main).trim() === ''
  const findProblem = () => {
    if (all.some(isBlank)) return say('emptyNames')
    if (all.some(({ values }) => values.length === 0 || values.some(isBlank))) return say('emptyValues')
    return total > MAX_STOCKS ? say('tooMany', { total, max: MAX_STOCKS }) : ''
  }
  const tryGenerate = () => {
    const problem = findProblem()
    refuse(problem)
    if (problem) return
    if (added > MANY) setAsking(true)
    else generate()
  }
  return { added, kept, total, asking, generate, tryGenerate, cancel: () => setAsking(false) }
}
