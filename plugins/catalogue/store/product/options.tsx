import { useId } from 'react'
import { useT } from 'stoa/store'
import type { ProductView } from '../../api-types.ts'
import { valueAvailable } from './choice.ts'
import type { Chosen } from './choice.ts'

interface OptionsProps {
  product: ProductView
  chosen: Chosen
  choose: (key: string, code: string) => void
  /** Message beside the first unselected option. */
  missing: string | null
}

/** Key of the first unselected option. */
export const firstOpen = (product: ProductView, chosen: Chosen): string | undefined => product.options.find(({ key }) => !chosen[key])?.key

/** A radio group for each option. Unavailable values are crossed out and labelled, but stay in place. */
export const Options = ({ product, chosen, choose, missing }: OptionsProps) => {
  const t = useT()
  const id = useId()
  const open = missing === null ? undefined : firstOpen(product, chosen)
  return product.options.map(({ key, label, values }) => {
    const problemId = key === open ? `${id}-problem` : undefined
    const picked = values.find((value) => value.code === chosen[key])
    return (
      <fieldset key={key} className={problemId ? 'option option-missing' : 'option'} data-option={key} aria-describedby={problemId}>
        <legend>
          {label}
          {picked && <span className="muted"> {picked.label}</span>}
        </legend>
        <div className="option-values">
          {values.map(({ code, label: text }) => {
            const available = valueAvailable(product, chosen, key, code)
            return (
              <label key={code} className={available ? 'option-value' : 'option-value option-gone'}>
                <input type="radio" name={`option-${key}`} value={code} checked={chosen[key] === code} onChange={() => choose(key, code)} />
                <span>
                  {text}
                  {!available && <span className="visually-hidden"> ({t('catalogue.unavailable')})</span>}
                </span>
              </label>
            )
          })}
        </div>
        {problemId && (
          <p className="field-problem" id={problemId} role="alert">
            {missing}
          </p>
        )}
      </fieldset>
    )
  })
}
