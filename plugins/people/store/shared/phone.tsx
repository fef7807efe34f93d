import { useT } from 'stoa/store'
import { Labelled, useControl } from 'stoa/store/form/pieces'

interface PhoneProps {
  codes: readonly string[]
  code: string
  phone?: string
  optional?: boolean
}

/** A phone number with its country code. */
export const Phone = ({ codes, code, phone = '', optional }: PhoneProps) => {
  const t = useT()
  const { control, said } = useControl('phone')
  const country = useControl('country_code')
  return (
    <Labelled id={control.id} label={t('people.phone')} optional={optional} {...said}>
      <div className="people-phone">
        <select aria-label={t('people.country_code')} defaultValue={code} autoComplete="tel-country-code" {...country.control}>
          {codes.map((code) => (
            <option key={code} value={code}>
              +{code}
            </option>
          ))}
        </select>
        <input type="tel" inputMode="tel" maxLength={30} autoComplete="tel-national" defaultValue={phone} {...control} />
      </div>
      {country.below}
    </Labelled>
  )
}
