import { useEffect, useState } from 'react'
import { loadCountries, plainText, servedCountries, useMoney, useShop, useT } from 'stoa/store'
import type { CheckoutPreview, ShippingChoice } from '../../api-types.ts'
import { AddressPart } from './address-part.tsx'
import { ChoiceField, SelectField, useForm } from './fields.tsx'
import { PlacePicker } from './place-picker.tsx'

/** Countries the shop delivers to, as [code, name] in the shopper's language. */
const useCountries = (): [string, string][] => {
  const { language, shell } = useShop()
  const [all, setAll] = useState<[string, string][]>([])
  const served = shell.settings.basic.supported_countries
  useEffect(() => {
    void loadCountries(language).then((names) => setAll(servedCountries(names, served)))
  }, [language, served])
  return all
}

/** Delivery: destination and shipping method, then the address or the pickup place. */
export const Delivery = ({ preview, guest }: { preview: CheckoutPreview; guest: boolean }) => {
  const t = useT()
  const money = useMoney()
  const { form, set } = useForm()
  const countries = useCountries()
  const { areas } = preview
  const days = ({ days: d }: ShippingChoice) => d && (d.min === d.max ? t('sales.days', { count: d.max }) : t('sales.days_range', d))
  const methods = preview.shipping_methods.map((way) => ({
    code: way.code,
    title: way.title,
    description: [plainText(way.description), days(way)].filter(Boolean).join(' · '),
    price: Number(way.price) === 0 ? t('sales.free') : money(way.price, preview.currency),
  }))
  const way = preview.shipping_methods.find(({ code }) => code === form.shipping_method)
  return (
    <>
      {countries.length > 1 && (
        <SelectField name="country" label={t('sales.field.country')} autoComplete="shipping country" options={countries} />
      )}
      {areas.length > 0 && (
        <SelectField
          name="area"
          label={t('sales.field.area')}
          autoComplete="shipping address-level2"
          options={[['', t('sales.choose')], ...areas.map((area): [string, string] => [area, area])]}
        />
      )}
      {methods.length > 0 ? (
        <ChoiceField
          name="shipping_method"
          legend={t('sales.step.shipping')}
          choices={methods}
          onChoose={() => form.pickup_point && set('pickup_point', '')}
        />
      ) : (
        <p className="note">{t('sales.no_shipping')}</p>
      )}
      {way?.pickup && <PlacePicker key={way.code} method={way.code} />}
      {way && !way.pickup && <AddressPart guest={guest} countries={countries} />}
    </>
  )
}
