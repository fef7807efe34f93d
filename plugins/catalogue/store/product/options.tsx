import { useT } from '../../../../ui-store/src/kit/index.ts'
import type { ProductView } from '../../wire.ts'
import { valueAvailable } from './choice.ts'
import type { Chosen } from './choice.ts'

interface OptionsProps {
  product: ProductView
  chosen: Chosen
  choose: (key: string, code: string) => void
  /** Id of the text that says what is wrong, while something is. */
  problemId: string | undefined
}

/** One radio group per option. What cannot be had is crossed out and says so, but stays where it is. */
export const Options = ({ product, chosen, choose, problemId }: OptionsProps) => {
  const t = useT()
  return product.options.map(({ key, label, values }) => {
    const picked = values.find((value) => value.code === chosen[key])
    return (
      <fieldset key={key} className="option" aria-describedby={problemId}>
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
      </fieldset>
    )
  })
}
