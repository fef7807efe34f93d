import { textIn, useSession, withText } from 'stoa/admin'
import type { Option } from './model.ts'
import { useMessages } from './messages.ts'

/** Names of options and values in every language of the shop, side by side. */
export function OptionTexts({
  options,
  disabled,
  set,
}: {
  options: readonly Option[]
  disabled: boolean
  set: (index: number, option: Option) => void
}) {
  const say = useMessages()
  const { languages } = useSession().manifest
  const cell = (label: Option['label'], title: string, language: (typeof languages)[number], write: (label: Option['label']) => void) => (
    <td key={language.code}>
      <input
        lang={language.code}
        aria-label={`${title}: ${language.name}`}
        value={textIn(label, language.code)}
        disabled={disabled}
        maxLength={255}
        onChange={(event) => write(withText(label, language.code, event.target.value))}
      />
    </td>
  )
  const any = (label: Option['label']) => (typeof label === 'string' ? label : (Object.values(label).find(Boolean) ?? ''))
  return (
    <div className="option-texts">
      <table>
        <thead>
          <tr>
            <th scope="col">{say('code')}</th>
            {languages.map((language) => (
              <th key={language.code} scope="col" lang={language.code}>
                {language.name}
              </th>
            ))}
          </tr>
        </thead>
        {options.map((option, index) => (
          <tbody key={option.key}>
            <tr className="is-option">
              <th scope="row">{option.key}</th>
              {languages.map((language) => cell(option.label, any(option.label), language, (label) => set(index, { ...option, label })))}
            </tr>
            {option.values.map((value) => (
              <tr key={value.code}>
                <th scope="row">{value.code}</th>
                {languages.map((language) =>
                  cell(value.label, any(value.label), language, (label) =>
                    set(index, {
                      ...option,
                      values: option.values.map((optionValue) =>
                        optionValue.code === value.code ? { ...optionValue, label } : optionValue,
                      ),
                    }),
                  ),
                )}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}
