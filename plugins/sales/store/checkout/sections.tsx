import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { loadCountries, plainText, servedCountries, useMoney, useShop, useT } from '../../../../ui-store/src/kit/index.ts'
import type { CheckoutPreview } from '../../wire.ts'
import { CheckField, ChoiceField, SelectField, TextField, useForm } from './fields.tsx'

const Section = ({ number, title, children }: { number: number; title: string; children: ReactNode }) => (
  <section className="checkout-section">
    <h2>
      <span aria-hidden="true">{number}</span>
      {title}
    </h2>
    {children}
  </section>
)

const useCountries = (): [string, string][] => {
  const { language, shell } = useShop()
  const [all, setAll] = useState<[string, string][]>([])
  const served = shell.settings.basic.supported_countries
  useEffect(() => {
    void loadCountries(language).then((names) => setAll(servedCountries(names, served)))
  }, [language, served])
  return all
}

const Contact = () => {
  const t = useT()
  const { supported_country_codes: codes } = useShop().shell.settings.basic
  return (
    <>
      <TextField
        name="email"
        label={t('sales.field.email')}
        type="email"
        autoComplete="email"
        inputMode="email"
        hint={t('sales.field.email_hint')}
      />
      <div className="field-pair">
        <TextField name="first_name" label={t('sales.field.first_name')} autoComplete="given-name" />
        <TextField name="last_name" label={t('sales.field.last_name')} autoComplete="family-name" />
      </div>
      <div className="field-pair field-phone">
        <SelectField
          name="country_code"
          label={t('sales.field.country_code')}
          autoComplete="tel-country-code"
          options={codes.map((code) => [code, `+${code}`])}
        />
        <TextField name="phone" label={t('sales.field.phone')} type="tel" autoComplete="tel-national" inputMode="tel" optional />
      </div>
    </>
  )
}

const Delivery = () => {
  const t = useT()
  const { form } = useForm()
  const countries = useCountries()
  return (
    <>
      <SelectField name="country" label={t('sales.field.country')} autoComplete="country" options={countries} />
      <TextField name="address" label={t('sales.field.address')} autoComplete="street-address" rows={3} />
      <TextField
        name="contact_number"
        label={t('sales.field.contact_number')}
        type="tel"
        autoComplete="tel"
        inputMode="tel"
        hint={t('sales.field.contact_number_hint')}
      />
      <CheckField name="other_receiver" label={t('sales.field.other_receiver')} />
      {form.other_receiver && (
        <div className="field-pair">
          <TextField name="receiver_first_name" label={t('sales.field.first_name')} />
          <TextField name="receiver_last_name" label={t('sales.field.last_name')} />
        </div>
      )}
      <CheckField name="billing_same" label={t('sales.field.billing_same')} />
      {!form.billing_same && (
        <fieldset className="sub-form">
          <legend>{t('sales.billing')}</legend>
          <div className="field-pair">
            <TextField name="billing_first_name" label={t('sales.field.first_name')} autoComplete="billing given-name" />
            <TextField name="billing_last_name" label={t('sales.field.last_name')} autoComplete="billing family-name" />
          </div>
          <SelectField name="billing_country" label={t('sales.field.country')} autoComplete="billing country" options={countries} />
          <TextField name="billing_address" label={t('sales.field.address')} autoComplete="billing street-address" rows={3} />
          <TextField
            name="billing_contact_number"
            label={t('sales.field.contact_number')}
            type="tel"
            inputMode="tel"
            autoComplete="billing tel"
          />
        </fieldset>
      )}
    </>
  )
}

/** The steps of the checkout, numbered as they are shown. */
export const Sections = ({ preview, guest }: { preview: CheckoutPreview; guest: boolean }) => {
  const t = useT()
  const money = useMoney()
  const methods = preview.shipping_methods.map(({ price, description, ...rest }) => ({
    ...rest,
    description: plainText(description),
    ...(price === undefined ? {} : { price: Number(price) === 0 ? t('sales.free') : money(price, preview.currency) }),
  }))
  const steps: [string, ReactNode][] = [
    ...(guest ? [[t('sales.step.contact'), <Contact key="contact" />] as [string, ReactNode]] : []),
    ...(preview.needs_shipping
      ? [
          [t('sales.step.delivery'), <Delivery key="delivery" />] as [string, ReactNode],
          [
            t('sales.step.shipping'),
            methods.length > 0 ? (
              <ChoiceField key="shipping" name="shipping_method" legend={t('sales.step.shipping')} choices={methods} />
            ) : (
              <p key="shipping" className="note">
                {t('sales.no_shipping')}
              </p>
            ),
          ] as [string, ReactNode],
        ]
      : []),
    [
      t('sales.step.payment'),
      preview.payment_methods.length > 0 ? (
        <ChoiceField
          key="payment"
          name="payment_method"
          legend={t('sales.step.payment')}
          choices={preview.payment_methods.map(({ code, title, description }) => ({
            code,
            title,
            description: plainText(description),
          }))}
        />
      ) : (
        <p key="payment" className="note">
          {t('sales.no_payment')}
        </p>
      ),
    ],
    [t('sales.step.review'), <TextField key="note" name="customer_note" label={t('sales.field.note')} rows={2} optional />],
  ]
  return steps.map(([title, content], i) => (
    <Section key={title} number={i + 1} title={title}>
      {content}
    </Section>
  ))
}
